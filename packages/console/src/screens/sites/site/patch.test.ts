import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KnownProfile } from '@baraza/contract';
import { patchOf } from './patch.ts';

const saved = {
  name: { sw: 'Asha', en: 'Asha' },
  greeting: 'Karibu',
  notify: { email: 'asha@example.com', digest: 'daily' },
  suggestions: ['Mnafungua saa ngapi?'],
} as unknown as KnownProfile;

test('only what differs is sent', () => {
  assert.deepEqual(
    patchOf(saved, { greeting: ' Karibu ', suggestions: ['Mnafungua saa ngapi?'] }),
    {},
  );
  assert.deepEqual(patchOf(saved, { name: { en: 'Asha', sw: 'Asha' } }), {});
  assert.deepEqual(patchOf(saved, { greeting: 'Habari' }), { greeting: 'Habari' });
});

test('a language or an address that was taken away is named, since a patch keeps what it does not name', () => {
  assert.deepEqual(patchOf(saved, { name: { sw: 'Zuri', en: '' } }), {
    name: { sw: 'Zuri', en: null },
  });
  assert.deepEqual(patchOf(saved, { notify: { digest: 'hourly' } }), {
    notify: { digest: 'hourly', email: null },
  });
  assert.deepEqual(patchOf(saved, { name: { sw: '', en: ' ' } }), { name: '' });
});

test('empty lines of a list are no entries of it', () => {
  assert.deepEqual(patchOf(saved, { suggestions: ['Bei?', '', { sw: '', en: '' }] }), {
    suggestions: ['Bei?'],
  });
});
