import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { assertRefused, runCommand } from '../../test/fixtures/command-line.ts';
import { temporaryFolder } from '../../test/fixtures/server-process.ts';
import { readConfig } from './config.ts';
import { settings } from './settings.ts';

/** Values that are wrong on their own. */
const wrong: { readonly [field in keyof typeof settings]?: readonly string[] } = {
  host: ['two words', 'http://127.0.0.1', '127.0.0.1:80', '[::1]', '*', 'a/b'],
  platformPort: ['-1', '65536', '80.5', 'http', '0x50', '1e3', '4 100', '４１００'],
  sitePort: ['-1', '65536', 'http', '4 200'],
  publicSiteUrl: ['example.com', 'ftp://example.com', 'https://example.com/base'],
  plan: ['two words', 'FREE', 'a/b'],
  off: ['everything', 'speak,fly', 'Speak'],
  publicPlatformUrl: [
    'example.com',
    'ftp://example.com',
    'https://example.com/base',
    'https://example.com?x=1',
    'https://example.com/#x',
    'https://user:word@example.com',
    'https://',
  ],
  databaseUrl: [
    'mysql://u:hush@127.0.0.1/db',
    'file:./data.db',
    'postgres:/u:hush@127.0.0.1/db',
    'postgres://u:hush@127.0.0.1:99999/db',
    'postgres://u:hu%sh@127.0.0.1/db',
    'postgres://u:hush@127.0.0.1/db?sslmode=sometimes',
    'postgres://u:hush@one,two/db?target_session_attrs=standby',
    'postgres://u:hush@one,,two/db',
    'hush',
  ],
  databaseConnectionsMax: ['0', '1', '2', '1001', '-5', 'many', '2.5'],
  connectionsMax: ['0', '-5', 'many', '2.5', '1000001'],
  connectionsPerAddressMax: ['0', '-5', 'many', '2.5', '1000001'],
  blobUrl: ['s3://bucket?place=http://127.0.0.1:9000', 's3://key:secret@bucket', 'file:///tmp'],
  platformOrigins: ['example.com', 'https://a.example,nowhere', '*', 'null', 'https://a.example/x'],
  ownerBytesMax: ['-1', '10GB', '1e10', '99999999999999999999'],
  recordsMax: ['0', '1000001', '-1', '1e3', '1,000'],
  accountsMax: ['0', '1000001', '-1', '1e3', '1,000'],
  diskReserve: ['-1', '101%', '5 percent', '1e9', 'much'],
  metricsOpen: ['yes', 'OPEN', '1'],
  demo: ['yes', '2', 'true', '-1'],
  encoder: ['yes', '2', 'on'],
  reader: ['yes', '2', 'on'],
  modelContextTokens: ['1999', '1000001', '6k', '-6000', '6000.5'],
  modelUrl: ['127.0.0.1:11434', 'ftp://x/v1', 'http://u:hush@127.0.0.1/v1', 'http://x/v1?key=1'],
  speech: ['yes', '2', 'on'],
  sttUrl: ['127.0.0.1:8000', 'ws://127.0.0.1/v1', 'http://x/v1#audio'],
  ttsUrl: ['127.0.0.1:8880', 'file:///v1', 'http://x/v1?voice=a'],
  role: ['Node', 'server', 'operator,node'],
  operatorUrl: ['example.com', 'ftp://example.com', 'https://example.com/base'],
  smtpUrl: [
    'mail.example',
    'http://u:hush@mail',
    'smtp:/u:hush@x',
    'smtp://u:hu%sh@x',
    'smtp://x?from=a@b.c%0d%0aBcc:d@e.f',
  ],
  deliveries: ['yes', 'off', '2', '-1'],
  webhookPrivate: ['yes', 'true', '2', '-1'],
  proxyHops: ['-1', '11', '1.5', 'true', 'loopback'],
  logLevel: ['loud', 'INFO', 'trace', '1'],
  restart: ['yes', '2', 'true'],
  whatsappUrl: ['graph.example', 'ftp://127.0.0.1', 'http://x/v1#a'],
  telegramUrl: ['api.example', 'ws://127.0.0.1', 'http://x?a=b'],
  engines: ['0', '65', 'two'],
  modelWaitMs: ['499', '30001', 'soon'],
};

describe('a wrong value of a setting', () => {
  for (const [field, values] of Object.entries(wrong)) {
    const { name } = settings[field as keyof typeof settings];
    for (const value of values)
      test(`${name}=${value} stops the start with a sentence that names it`, async () => {
        const environment = { BARAZA_DATA: '/dev/null/never', [name]: value };
        assertRefused(
          await runCommand(['serve'], environment),
          new RegExp(`^${name} must be `),
          /hush/,
        );
      });
  }

  test('every setting that can be wrong on its own is in the table', () => {
    const paths = ['dataFolder', 'databaseCa', 'pepperFile', 'plansFile', 'grantFile'];
    const models = ['model', 'modelKey', 'sttModel', 'sttKey'];
    const speech = ['ttsModel', 'ttsKey', 'ttsVoice'];
    assert.deepEqual(
      Object.keys(settings).sort(),
      [...Object.keys(wrong), ...paths, ...models, ...speech].sort(),
    );
  });

  for (const [given, needed] of [
    ['BARAZA_MODEL_URL=http://127.0.0.1:11434/v1', 'BARAZA_MODEL'],
    ['BARAZA_MODEL=small', 'BARAZA_MODEL_URL'],
    ['BARAZA_MODEL_KEY=hush', 'BARAZA_MODEL_URL'],
    ['BARAZA_STT_MODEL=small', 'BARAZA_STT_URL'],
    ['BARAZA_STT_KEY=hush', 'BARAZA_STT_URL'],
    ['BARAZA_TTS_MODEL=small', 'BARAZA_TTS_URL'],
    ['BARAZA_TTS_KEY=hush', 'BARAZA_TTS_URL'],
    ['BARAZA_TTS_VOICE=amina', 'BARAZA_TTS_URL'],
    ['BARAZA_ROLE=node', 'BARAZA_OPERATOR_URL'],
  ] as const)
    test(`${given} alone is half of a pair`, async () => {
      const [name = '', value = ''] = given.split('=');
      const environment = { BARAZA_DATA: '/dev/null/never', [name]: value };
      const has = new RegExp(`^${needed} must be set`);
      assertRefused(await runCommand(['serve'], environment), has, /hush/);
    });
});

describe('a setting that does not fit this machine', () => {
  const folder = temporaryFolder({ after });
  before(() => writeFileSync(path.join(folder, 'file'), 'short'));

  const wrongPaths: readonly (readonly [string, string, RegExp])[] = [
    ['BARAZA_DATA', 'file', /a file in its place; BARAZA_DATA/],
    ['BARAZA_DATA', 'file/below', /BARAZA_DATA/],
    ['BARAZA_DATA', '/proc/baraza', /cannot be used: it does not exist; BARAZA_DATA/],
    ['BARAZA_DATA', 'x'.repeat(300), /its path is too long; BARAZA_DATA/],
    ['BARAZA_PEPPER_FILE', 'absent', /of BARAZA_PEPPER_FILE cannot be read: it does not exist/],
    ['BARAZA_PEPPER_FILE', '.', /of BARAZA_PEPPER_FILE cannot be read: there is a folder/],
    ['BARAZA_PEPPER_FILE', 'file', /of BARAZA_PEPPER_FILE must have at least 32/],
    ['BARAZA_PLANS', 'absent', /of BARAZA_PLANS cannot be read: it does not exist/],
    ['BARAZA_PLANS', '.', /of BARAZA_PLANS cannot be read: there is a folder/],
    ['BARAZA_PLANS', 'file', /^BARAZA_PLANS must name a file of JSON/],
  ];
  for (const [name, value, has] of wrongPaths)
    test(`${name}=${value.slice(0, 20)} is refused with the name of the setting`, async () => {
      const environment = {
        BARAZA_DATA: path.join(folder, 'data'),
        [name]: path.resolve(folder, value),
      };
      assertRefused(await runCommand(['serve'], environment), has);
      assertRefused(await runCommand(['owners', 'list'], environment), has);
    });

  test('an unknown plan is reported with the known ones', async () => {
    const environment = { BARAZA_DATA: path.join(folder, 'plan'), BARAZA_PLAN: 'gold' };
    const has = /^BARAZA_PLAN must be one of local, free, basic, pro, not "gold"/;
    assertRefused(await runCommand(['serve'], environment), has);
  });

  test('a data folder that others can write is refused with the command that mends it', async (t) => {
    const open = temporaryFolder(t);
    chmodSync(open, 0o777);
    const { code, err } = await runCommand(['keys', 'list'], { BARAZA_DATA: open });
    assert.equal(code, 1);
    assert.match(err.join('\n'), new RegExp(`run chmod o-w ${open}, or set BARAZA_DATA`));
    chmodSync(open, 0o755);
    assert.equal((await runCommand(['keys', 'list'], { BARAZA_DATA: open })).code, 0);
  });

  test('a taken port is reported with its setting', async (t) => {
    const taken = createServer().listen(0, '127.0.0.1');
    t.after(() => taken.close());
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { readonly port: number };
    const environment = { BARAZA_DATA: path.join(folder, 'port'), BARAZA_PLATFORM_PORT: `${port}` };
    assertRefused(
      await runCommand(['serve'], environment),
      /Port \d+ on 127.0.0.1 is taken; set BARAZA_PL/,
    );
  });

  test('an address of another machine is reported with its setting', async () => {
    const environment = { BARAZA_DATA: path.join(folder, 'host'), BARAZA_HOST: '203.0.113.7' };
    assertRefused(
      await runCommand(['serve'], environment),
      /no address 203.0.113.7; set BARAZA_HOST/,
    );
  });
});

describe('settings', () => {
  test('an empty environment is the documented default', () => {
    const config = readConfig({});
    assert.deepEqual(
      [config.host, config.platformPort, config.databaseUrl, config.logLevel],
      ['127.0.0.1', 4100, undefined, 'info'],
    );
    assert.equal(config.dataFolder, path.resolve('data'));
  });

  test('an empty value is the default, and blanks around a value do not count', () => {
    const config = readConfig({ BARAZA_HOST: '', BARAZA_PLATFORM_PORT: ' 8080 ', BARAZA_LOG: ' ' });
    assert.deepEqual(
      [config.host, config.platformPort, config.logLevel],
      ['127.0.0.1', 8080, 'info'],
    );
  });

  test('a public server has limits and no demo, unless the settings say otherwise', () => {
    const planAndDemo = (environment: { readonly [name: string]: string }) => {
      const { plan, demo } = readConfig(environment);
      return [plan, demo];
    };
    for (const environment of [
      {},
      { BARAZA_HOST: '::1' },
      { BARAZA_PUBLIC_SITE_URL: 'http://127.0.0.1:8080' },
    ])
      assert.deepEqual(planAndDemo(environment), ['local', true]);
    for (const environment of [
      { BARAZA_HOST: '0.0.0.0' },
      { BARAZA_PUBLIC_SITE_URL: 'https://shop.example' },
    ]) {
      assert.deepEqual(planAndDemo(environment), ['pro', false]);
      const chosen = { ...environment, BARAZA_PLAN: 'local', BARAZA_DEMO: '1' };
      assert.deepEqual(planAndDemo(chosen), ['local', true]);
    }
  });

  test('origins are a list', () => {
    const { platformOrigins } = readConfig({
      BARAZA_PLATFORM_ORIGINS: 'https://a.example, http://127.0.0.1:5173/ ,',
    });
    assert.deepEqual([...platformOrigins], ['https://a.example', 'http://127.0.0.1:5173']);
  });
});
