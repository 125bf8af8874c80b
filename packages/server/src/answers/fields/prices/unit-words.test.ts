import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Bilingual, Language } from '@baraza/contract';
import { priceText } from './money.ts';

test('a unit that the owner wrote in one language has its common name in the other', () => {
  const cost = (unit: Bilingual, language: Language) =>
    priceText({ item: 'Mandazi', price: 10, currency: 'KES', unit }, language);
  for (const [unit, sw, en] of [
    [{ en: 'each' }, 'KES 10 kila moja', 'KES 10 each'],
    [{ sw: 'kila moja' }, 'KES 10 kila moja', 'KES 10 each'],
    ['each', 'KES 10 kila moja', 'KES 10 each'],
    ['per person', 'KES 10 kwa mtu', 'KES 10 per person'],
    [{ sw: 'mtu' }, 'KES 10 kwa mtu', 'KES 10 per person'],
    ['kila siku', 'KES 10 kila siku', 'KES 10 per day'],
    ['per kg', 'KES 10 kwa kg', 'KES 10 per kg'],
    ['kg', 'KES 10 kwa kg', 'KES 10 per kg'],
    [{ sw: 'sinia', en: 'tray' }, 'KES 10 kwa sinia', 'KES 10 per tray'],
    ['5 litre can', 'KES 10 kwa 5 litre can', 'KES 10 per 5 litre can'],
  ] as const)
    assert.deepEqual([cost(unit, 'sw'), cost(unit, 'en')], [sw, en], JSON.stringify(unit));
});
