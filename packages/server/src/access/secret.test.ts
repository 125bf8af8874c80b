import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hashSecret, isSecret, mintSecret, type SecretPrefix } from './secret.ts';

describe('the text of a key', () => {
  const prefixes: readonly SecretPrefix[] = ['rpk', 'osk'];

  test('a prefix, eight public characters, 43 of 32 random bytes and a checksum of six', () => {
    for (const prefix of prefixes) {
      const { text, public: publicPart } = mintSecret(prefix);
      assert.match(text, new RegExp(`^${prefix}_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}$`));
      assert.equal(text.split('_')[1], publicPart);
    }
  });

  test('no two are equal, and all characters occur everywhere in the secret', () => {
    const texts = Array.from({ length: 2_000 }, () => mintSecret('rpk').text);
    assert.equal(new Set(texts).size, texts.length);
    assert.equal(new Set(texts.map((text) => text.split('_')[1])).size, texts.length);
    // The first of the 43 carries the top of 256 bits, so it has fewer values than the others.
    for (const place of [14, 30, 55])
      assert.ok(new Set(texts.map((text) => text.charAt(place))).size > 55, `place ${place}`);
  });

  test('a change of any one character is noticed without the store', () => {
    const { text } = mintSecret('rpk');
    assert.ok(isSecret('rpk', text));
    for (let place = 0; place < text.length; place += 1) {
      const other = text.charAt(place) === 'a' ? 'b' : 'a';
      const changed = text.slice(0, place) + other + text.slice(place + 1);
      assert.equal(isSecret('rpk', changed), false, changed);
    }
  });

  test('a longer, shorter, padded or different text is not a key', () => {
    const { text } = mintSecret('rpk');
    for (const wrong of [
      '',
      'rpk_',
      `${text}x`,
      ` ${text}`,
      `${text}\n`,
      text.slice(1),
      text.toUpperCase(),
    ])
      assert.equal(isSecret('rpk', wrong), false, wrong);
    assert.equal(isSecret('osk', text), false);
    assert.equal(isSecret('rpk', mintSecret('osk').text), false);
  });

  test('a hash depends on the pepper and does not contain the key', () => {
    const { text } = mintSecret('rpk');
    const [one, two] = [Buffer.from('pepper one'), Buffer.from('pepper two')];
    assert.equal(hashSecret(one, text), hashSecret(one, text));
    assert.notEqual(hashSecret(one, text), hashSecret(two, text));
    assert.notEqual(hashSecret(one, text), hashSecret(one, mintSecret('rpk').text));
    assert.match(hashSecret(one, text), /^[\w-]{43}$/);
  });
});
