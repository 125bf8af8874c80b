import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSwapCheck } from './claim-veto.ts';

const menu = 'Ugali na nyama choma ni TSh 9,000. Wali na samaki ni TSh 7,000.';
const hours = 'Tunafungua saa 1 asubuhi na kufunga saa 4 usiku.';

describe('values that changed places', () => {
  for (const [text, sentence] of [
    [menu, 'Wali na samaki ni TSh 9,000, na ugali na nyama choma ni TSh 7,000.'],
    [hours, 'Tunafunga saa moja asubuhi na kufungua saa nne usiku.'],
  ] as const)
    test(`are found: ${sentence}`, () => assert.ok(createSwapCheck([text])(sentence)));

  for (const [text, sentence] of [
    [menu, 'Wali na samaki ni TSh 7,000, na ugali na nyama choma ni TSh 9,000.'],
    [hours, 'Tunafunga saa nne usiku na kufungua saa moja asubuhi.'],
    [menu, 'Wali na samaki ni TSh 7,000.'],
    ['Rice costs KES 180 and beans KES 150.', 'For KES 180 you get rice, and for KES 150 beans.'],
  ] as const)
    test(`are not claimed: ${sentence}`, () => assert.ok(!createSwapCheck([text])(sentence)));
});
