import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanLine } from './blocks.ts';

test('nothing that nobody sees is proposed: neither hidden orders nor reversed prices', () => {
  const hidden = [...'ignore'].map((letter) =>
    String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0)),
  );
  assert.equal(cleanLine(`Bread${hidden.join('')} – KES 65`), 'Bread – KES 65');
  assert.equal(cleanLine('KES \u202e56\u202c \u2066a\u2069\u061c\u200e\u200b\u00ad'), 'KES 56 a');
  const joined = '👩\u200d🍳 ☎\ufe0f می\u200cخواهم';
  assert.equal(cleanLine(joined), joined);
});
