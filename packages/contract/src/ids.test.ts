import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type IdNoun, idPattern, idPrefixes, isId } from './ids.ts';

describe('identifiers', () => {
  const nouns = Object.keys(idPrefixes) as IdNoun[];
  const suffix = '01jd7m8v3qf2x9a4t6c5b0n8we';

  test('the prefix of an id determines its noun', () => {
    for (const noun of nouns) {
      const id = `${idPrefixes[noun]}_${suffix}`;
      assert.match(id, new RegExp(idPattern(noun)));
      for (const other of nouns) assert.equal(isId(other, id), other === noun, `${other} ${id}`);
    }
  });

  test('malformed text is not an id', () => {
    for (const wrong of [
      '',
      'res',
      'res_',
      suffix,
      `res_${suffix.slice(1)}`,
      `res_${suffix}0`,
      `res_${suffix.toUpperCase()}`,
      `RES_${suffix}`,
      `res-${suffix}`,
      ` res_${suffix}`,
      `res_${suffix}\n`,
      `res_8${suffix.slice(1)}`,
      ...['i', 'l', 'o', 'u', '!', 'é'].map((letter) => `res_${suffix.slice(0, -1)}${letter}`),
    ])
      assert.equal(isId('resource', wrong), false, JSON.stringify(wrong));
  });
});
