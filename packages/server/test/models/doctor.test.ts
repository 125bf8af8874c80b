import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Finding } from '../../src/cli/doctor/doctor-check.ts';
import { examineModel } from '../../src/cli/doctor/model.ts';
import { readConfig } from '../../src/setup/config.ts';
import { type FakeModelServer, startModelServer } from '../fakes/model-server.ts';
import { fieldsOf } from '../fixtures/fields-of.ts';

interface Situation {
  readonly name: string;
  readonly environment?: { readonly [name: string]: string };
  readonly before?: (server: FakeModelServer) => Promise<void>;
  readonly status: Finding['status'];
  readonly saw: RegExp;
}

const listed = /^127\.0\.0\.1:\d+ answers, and has small$/;

const situations: readonly Situation[] = [
  { name: 'has the model', status: 'ok', saw: listed },
  {
    name: 'does not listen',
    before: (server) => server.close(),
    status: 'failing',
    saw: /cannot be reached: ECONNREFUSED$/,
  },
  {
    name: 'refuses the key',
    environment: { BARAZA_MODEL_KEY: 'sk-wrong-hush' },
    status: 'failing',
    saw: /does not accept the key: 401$/,
  },
  {
    name: 'does not have the model',
    environment: { BARAZA_MODEL: 'large' },
    status: 'failing',
    saw: /but its list has no large; it begins with small, vectors$/,
  },
  {
    name: 'has its API at another path',
    environment: { BARAZA_MODEL_URL: 'root' },
    status: 'ok',
    saw: /^127\.0\.0\.1:\d+ answers, and lists no models$/,
  },
];

for (const { name, environment, before, status, saw } of situations)
  test(`the doctor examines a model server that ${name}`, async (t) => {
    const server = await startModelServer({
      key: 'sk-hush',
      models: ['small', 'vectors'],
    });
    t.after(server.close);
    await before?.(server);
    const config = readConfig({
      BARAZA_DATA: '/nowhere',
      BARAZA_MODEL_URL: server.url,
      BARAZA_MODEL: 'small',
      BARAZA_MODEL_KEY: 'sk-hush',
      ...environment,
      ...(environment?.BARAZA_MODEL_URL && { BARAZA_MODEL_URL: new URL(server.url).origin }),
    });
    const findings = await examineModel(config);
    assert.deepEqual(fieldsOf(findings, 'name', 'status'), [['model server', status]]);
    assert.match(findings[0]?.saw ?? '', saw);
    assert.equal((findings[0]?.remedy ?? '').length > 5, status !== 'ok');
    assert.doesNotMatch(JSON.stringify(findings), /hush/);
  });
