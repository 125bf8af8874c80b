import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '../browser.ts';
import { openConsoleFixture } from './fixture.ts';

test('the first content appears within a second on a four times slower processor', {
  skip: noBrowser,
}, async (t) => {
  const fixture = await openConsoleFixture();
  t.after(() => fixture.close());
  const paints: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const { page, close } = await fixture.open('#/sign-in');
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    paints.push(
      await page.evaluate(
        () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
      ),
    );
    await close();
  }
  const median = paints.sort((one, other) => one - other)[2] ?? Infinity;
  assert.ok(median <= 1_000, `first content after ${paints.map(Math.round)} ms`);
});
