import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Problem } from '../../kernel/problem.ts';
import { createReadingPlaces, longCpuMs, smallBytesMax } from './reading-places.ts';

type Places = ReturnType<typeof createReadingPlaces>;

const never = new AbortController().signal;

/** A reading that ends when the test says so. */
function hold(places: Places, owner: string, size: number | 'website' = 20) {
  const started = Promise.withResolvers<{
    readonly onCpuMs: (cpuMs: number) => void;
    readonly standBack: AbortSignal;
  }>();
  const ended = Promise.withResolvers<string>();
  const done = places.run({ owner, size, signal: never }, (place) => {
    started.resolve(place);
    return ended.promise;
  });
  return { started: started.promise, end: () => ended.resolve(owner), done };
}

const readNow = (places: Places, owner: string, size: number | 'website' = 20) =>
  places.run({ owner, size, signal: never }, async () => `${owner} was read`);

describe('places for reading', () => {
  for (const [name, size] of [
    ['long files', 20],
    ['large files', smallBytesMax + 1],
    ['websites', 'website'],
  ] as const)
    test(`${name} of two owners keep no small file of a third one waiting`, async () => {
      const places = createReadingPlaces();
      const held = ['own_a', 'own_b'].map((owner) => hold(places, owner, size));
      for (const { started } of held) (await started).onCpuMs(30_000);
      assert.equal(await readNow(places, 'own_c'), 'own_c was read');
      assert.equal(await readNow(places, 'own_c', 'website'), 'own_c was read');
      for (const { end, done } of held) {
        end();
        await done;
      }
    });

  test('however many small files turn out to be long, as many owners again are read at once', async () => {
    const places = createReadingPlaces();
    const held = ['own_a', 'own_b', 'own_c'].map((owner) => hold(places, owner));
    for (const { started } of held) (await started).onCpuMs(longCpuMs + 1);
    assert.equal(await readNow(places, 'own_d'), 'own_d was read');
    // They still hold the memory of their processes: a large file has to wait for one of them.
    const large = hold(places, 'own_e', smallBytesMax + 1);
    let hasStarted = false;
    large.started.then(
      () => {
        hasStarted = true;
      },
      () => {},
    );
    assert.equal(await readNow(places, 'own_d'), 'own_d was read');
    assert.equal(hasStarted, false);
    held[0]?.end();
    await large.started;
    for (const { end, done } of [...held, large]) {
      end();
      await done;
    }
  });

  test('a reading that is long or large stands back for the others; a short one does not', async () => {
    const places = createReadingPlaces();
    const [small, large] = [hold(places, 'own_a'), hold(places, 'own_b', smallBytesMax + 1)];
    const { standBack, onCpuMs } = await small.started;
    assert.equal((await large.started).standBack.aborted, true);
    onCpuMs(longCpuMs);
    assert.equal(standBack.aborted, false);
    onCpuMs(longCpuMs + 1);
    assert.equal(standBack.aborted, true);
    small.end();
    large.end();
  });

  test('an owner who has used up the time is told when to come again, and no other one is', async () => {
    let nowMs = 0;
    const places = createReadingPlaces(() => nowMs);
    for (let times = 0; times < 3; times += 1) {
      const { started, end, done } = hold(places, 'own_a');
      (await started).onCpuMs(70_000);
      end();
      await done;
    }
    const refused = (): Problem => {
      try {
        places.assertLeft('own_a');
      } catch (error) {
        if (error instanceof Problem) return error;
      }
      throw new Error('the owner is not refused');
    };
    assert.equal(refused().code, 'busy');
    const seconds = refused().retryAfterSeconds ?? 0;
    assert.match(refused().message, /send the next one in \d+ (?:seconds|minutes)\.$/);
    await assert.rejects(readNow(places, 'own_a'), { code: 'busy' });
    assert.equal(await readNow(places, 'own_b'), 'own_b was read');
    nowMs = seconds * 1_000;
    assert.equal(await readNow(places, 'own_a'), 'own_a was read');
  });

  test('ten photos in a row, a long PDF and a whole website never meet the limit', async () => {
    let nowMs = 0;
    const places = createReadingPlaces(() => nowMs);
    const usual = [...Array<number>(10).fill(10_000), 20_000, 30_000];
    for (const cpuMs of usual) {
      const { started, end, done } = hold(places, 'own_a');
      const { onCpuMs } = await started;
      for (let part = 1; part <= 10; part += 1) onCpuMs((cpuMs * part) / 10);
      nowMs += cpuMs;
      end();
      assert.equal(await done, 'own_a');
    }
  });
});
