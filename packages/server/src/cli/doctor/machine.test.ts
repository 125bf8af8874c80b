import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type TestContext, test } from 'node:test';
import { openServer } from '../../../test/fixtures/server.ts';
import { readConfig } from '../../config.ts';
import { listen } from '../serve/listen.ts';
import { examineClock, examineMachine, examineMemory } from './machine.ts';
import { examineProxy, examinePublicUrls } from './public-urls.ts';

const here = 'http://127.0.0.1';

test('a clock in the past and too little memory for speech are reported', () => {
  assert.equal(examineClock(() => Date.parse('2020-01-01')).status, 'failing');
  const config = readConfig({});
  assert.match(examineMemory(config, 300 * 2 ** 20).remedy ?? '', /BARAZA_READER=0/);
  assert.match(examineMemory(config, 900 * 2 ** 20).remedy ?? '', /BARAZA_STT_URL/);
  assert.equal(examineMemory(readConfig({ BARAZA_SPEECH: '0' }), 900 * 2 ** 20).status, 'ok');
});

test('a taken port is reported with its setting while no server runs', async (t) => {
  const { port } = await serve(t, '{}');
  const config = readConfig({ BARAZA_SITE_PORT: String(port), BARAZA_PLATFORM_PORT: '0' });
  const findings = await examineMachine(config, false);
  const [finding] = findings.filter(({ name }) => name === 'ports');
  assert.match(`${finding?.saw} ${finding?.remedy}`, /EADDRINUSE.*BARAZA_SITE_PORT/);
  assert.equal(finding?.status, 'missing');
});

test('a public address that leads elsewhere or nowhere is reported while the server runs', async (t) => {
  const [ours, other] = [await serve(t, '{"api":"v1"}'), await serve(t, '{"hello":1}')];
  const statusOf = async (url: string) => {
    const config = readConfig({ BARAZA_PUBLIC_SITE_URL: url });
    return (await examinePublicUrls(config, true))[0]?.status;
  };
  assert.equal(await statusOf(ours.url), 'ok');
  assert.equal(await statusOf(other.url), 'failing');
  assert.equal(await statusOf(`${here}:1`), 'failing');
});

test('the public address of the platform is recognised by its refusal', async (t) => {
  const server = await openServer('sqlite');
  t.after(server.close);
  const refused = '{"error":"Who are you?","code":"unauthorized","requestId":"req_1"}';
  const others = [await serve(t, '{"openapi":"3.1.0"}'), await serve(t, refused, 401)];
  const findingOf = async (url: string) => {
    const config = readConfig({ BARAZA_PUBLIC_PLATFORM_URL: url });
    return (await examinePublicUrls(config, true))[0];
  };
  const found = await findingOf(server.url);
  assert.deepEqual([found?.status, found?.saw], ['ok', `${server.url} answers`]);
  for (const { url } of [...others, { url: `${here}:1` }])
    assert.equal((await findingOf(url))?.status, 'failing');
});

test('a proxy needs both its number and the public addresses', () => {
  const https = {
    BARAZA_PUBLIC_SITE_URL: 'https://assistant.example',
    BARAZA_PUBLIC_PLATFORM_URL: 'https://platform.example',
  };
  const statusesWith = (environment: { readonly [name: string]: string }) =>
    examineProxy(readConfig(environment)).map(({ status }) => status);
  assert.deepEqual(statusesWith({}), []);
  assert.deepEqual(statusesWith(https), ['missing']);
  assert.deepEqual(statusesWith({ BARAZA_TRUST_PROXY: '1' }), ['missing']);
  assert.deepEqual(statusesWith({ ...https, BARAZA_TRUST_PROXY: '1' }), ['ok']);
});

async function serve(t: TestContext, body: string, status = 200) {
  const server = createServer((_request, response) => response.writeHead(status).end(body));
  const service = await listen(server, '127.0.0.1', 0, 'BARAZA_SITE_PORT');
  t.after(() => service.close());
  return service;
}
