import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { runCommand } from '../../../test/fixtures/command-line.ts';
import { temporaryFolder } from '../../../test/fixtures/server-process.ts';
import type { Finding } from './doctor-check.ts';

test('the doctor measures how fast built-in speech is on this machine', async (t) => {
  const environment = {
    BARAZA_PLATFORM_PORT: '0',
    BARAZA_SITE_PORT: '0',
    BARAZA_SPEECH: '1',
    BARAZA_DATA: path.join(temporaryFolder(t), 'data'),
  };
  const { out } = await runCommand(['doctor', '--json'], environment);
  const findings = JSON.parse(out.join('')) as Finding[];
  const found = findings.find((finding) => finding.name === 'voice speed');
  const { status, saw = '', remedy } = found ?? assert.fail();
  assert.match(
    saw,
    /a sentence is spoken in (\d+\.\d|more than \d+) s|^slow: nothing|^not measured/,
  );
  assert.equal(status === 'ok', !/^slow|^not/.test(saw), saw);
  assert.equal(status === 'ok', remedy === undefined);
});
