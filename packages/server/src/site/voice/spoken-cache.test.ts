import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAudioRoom } from './audio-room.ts';
import { createSpokenCache } from './spoken-cache.ts';

const spoken = (bytes: number) => ({
  voice: 'grace',
  sampleRate: 22_050,
  samples: new Int16Array(bytes / 2),
});

test('speeches are kept within their bytes, and the longest unused goes first', () => {
  const cache = createSpokenCache(100);
  cache.keep('one', spoken(40));
  cache.keep('two', spoken(40));
  assert.ok(cache.get('one'));
  cache.keep('three', spoken(40));
  assert.deepEqual([cache.get('two'), cache.bytes()], [undefined, 80]);
  assert.ok(cache.get('one') && cache.get('three'));
  cache.keep('one', spoken(60));
  assert.equal(cache.bytes(), 100, 'what is kept again counts once');
  cache.keep('large', spoken(102));
  assert.deepEqual([cache.get('large'), cache.bytes()], [undefined, 100]);
});

test('recordings have so much room together; who is refused and who is done takes none', () => {
  const room = createAudioRoom(100);
  const [one, other] = [room.enter(), room.enter()];
  one.admit(60);
  other.admit(40);
  assert.throws(() => other.admit(1), { code: 'busy' });
  one.giveBack();
  one.giveBack();
  other.admit(60);
  assert.throws(() => other.admit(1), { code: 'busy' });
});
