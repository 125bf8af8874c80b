import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signInLinkSchema } from '../console/people.ts';
import { copiedAddress, emailAddressOf, isEmailAddress } from './email.ts';

test('an address has one at sign, a dot in the domain, and no character that nobody sees', () => {
  for (const good of [
    'a@x.example',
    'ASHA.m+1@duka.co.ke',
    'ñandú@bücher.example',
    "o'neil@x.example",
  ])
    assert.equal(emailAddressOf(` ${good}\n`), good.toLowerCase());
  const hidden = ['\u0001', '\0', '\u007f', '\u0085', '\u200b', '\u202e', '\ufeff', '\ud800'];
  const bad = [
    ...hidden.flatMap((one) => [`a${one}@x.example`, `a@x${one}.example`, `a@x.exam${one}ple`]),
    ...[
      'a',
      'a@b',
      'a b@x.example',
      'a@x@y.example',
      '<a@x.example>',
      'a@x..example',
      'a@x.example.',
    ],
    ...['a(b)@x.example', 'a@[10.0.0.1]', `${'a'.repeat(250)}@x.example`],
  ];
  for (const text of bad) {
    assert.equal(isEmailAddress(text), false, JSON.stringify(text));
    assert.equal(signInLinkSchema.safeParse({ email: text }).success, false, JSON.stringify(text));
  }
});

test('an address that was copied comes without the link and the invisible characters around it', () => {
  assert.equal(copiedAddress('mailto:duka@x.example\u200b'), 'duka@x.example');
  assert.equal(copiedAddress('a\u0001@x.example'), 'a@x.example');
});
