import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unknownSettings } from './settings.ts';

test('a misspelt setting is reported with the one that was meant, if one is similar', () => {
  const meant = (variable: string) => {
    const [unknown] = unknownSettings({ [variable]: '1' });
    return unknown === undefined ? 'known' : unknown.meant;
  };
  for (const [variable, setting] of [
    ['BARAZA_DEMOO', 'BARAZA_DEMO'],
    ['BARAZA_SITEPORT', 'BARAZA_SITE_PORT'],
    ['BARAZA_PLATFROM_PORT', 'BARAZA_PLATFORM_PORT'],
    ['BARAZA_PORT', 'BARAZA_PLATFORM_PORT or BARAZA_SITE_PORT'],
    ['BARAZA_DATABASE_URL', 'DATABASE_URL'],
    ['BARAZA_TOOTHPICKS', undefined],
    ['BARAZA_URL', undefined],
    ['BARAZA_FOO', undefined],
    ['BARAZA_', undefined],
    ['BARAZA_DEMO', 'known'],
    ['DATABASE_URL', 'known'],
    ['HOME', 'known'],
  ] as const)
    assert.equal(meant(variable), setting, variable);
  assert.deepEqual(unknownSettings({ BARAZA_DEMOO: ' ' }), []);
});
