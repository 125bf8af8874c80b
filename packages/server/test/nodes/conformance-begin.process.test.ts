/** What cannot be examined at all is told in one sentence, before anything is called broken. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { say } from '../fixtures/command-line.ts';
import { type ServerProcess, startProcess, temporaryFolder } from '../fixtures/server-process.ts';

const nowhere = 'http://127.0.0.1:1';

describe('the conformance command, where there is nothing to examine,', () => {
  let server: ServerProcess;
  let ownerKey: string;
  let platformKey: string;
  const afterwards: (() => unknown)[] = [];
  const t = { after: (end: () => unknown) => afterwards.push(end) };

  before(async () => {
    const quiet = { BARAZA_ENCODER: '0', BARAZA_SPEECH: '0' };
    server = await startProcess(t, temporaryFolder(t), { BARAZA_DEMO: '1', ...quiet });
    const known = JSON.parse(readFileSync(path.join(server.folder, 'bootstrap.json'), 'utf8'));
    ownerKey = known.site.owner_key;
    platformKey = known.platform.key;
  });
  after(async () => {
    for (const end of afterwards.reverse()) await end();
  });

  for (const [name, url] of [
    ['nobody listens', nowhere],
    ['the host does not resolve', 'http://no-such-host.invalid'],
  ] as const)
    test(`says so where ${name}, with an owner's key and without`, async () => {
      for (const more of [[], ['--owner-key', 'osk_x'], ['--only', 'config']]) {
        const sentence = await unexamined([url, ...more]);
        assert.ok(sentence.includes(`${url} does not answer (`), sentence);
      }
    });

  test('says as JSON what it says to people', async () => {
    const { code, out } = await say(['conformance', nowhere, '--json']);
    assert.equal(code, 2);
    const told = JSON.parse(out.join('\n'));
    assert.deepEqual([told.url, told.left], [nowhere, []]);
    assert.match(told.error, /^The server cannot be examined: .+ does not answer \(.+\)\.$/);
  });

  test('names a site that there is not, and the option that names another', async () => {
    const sentence = await unexamined([server.site.url, '--site', 'nope']);
    assert.match(sentence, /there is no site nope .*--site/);
  });

  test('asks for no named site where it makes one of its own', async () => {
    const { code, out } = await say([
      ...['conformance', server.site.url, '--site', 'nope'],
      ...['--owner-key', ownerKey, '--only', 'config'],
    ]);
    assert.equal(code, 0, out.join('\n'));
  });

  test('names the site where it is asked since the server makes none', async (context) => {
    const url = await startServer(context, (_request, response) => {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{"error":"There is no such site.","code":"site","request_id":"r"}');
    });
    const sentence = await unexamined([url, '--site', 'nope', '--owner-key', 'osk_x']);
    assert.match(sentence, /there is no site nope .*--site/);
  });

  test('takes neither the platform nor a page for a site assistant', async (context) => {
    const page = await startServer(context, (_request, response) => {
      response.setHeader('content-type', 'text/html').end('<h1>Welcome</h1>');
    });
    const anything = await startServer(context, (_request, response) => {
      response.setHeader('content-type', 'application/json').end('{"ok":true}');
    });
    for (const url of [server.url, page, anything])
      for (const more of [[], ['--owner-key', ownerKey]])
        assert.match(await unexamined([url, ...more]), /is no site assistant/);
  });

  test("says that an owner's key is refused, without the answer as it came", async () => {
    const sentence = await unexamined([server.site.url, '--owner-key', 'osk_wrong']);
    assert.match(sentence, /--owner-key.* is refused/);
  });

  const platformAt = (url: string, key: string) =>
    unexamined([server.site.url, '--platform-url', url, '--platform-key', key]);

  test('says the same of the platform, before the site is examined', async () => {
    assert.match(
      await platformAt(nowhere, platformKey),
      /platform http:\/\/127.0.0.1:1 does not a/,
    );
    assert.match(await platformAt(server.url, 'rpk_wrong'), /--platform-key.* is refused/);
    assert.match(await platformAt(server.site.url, platformKey), /is no resource platform/);
  });

  test('looks for nothing that is not asked for', async () => {
    const onlySite = ['--platform-url', nowhere, '--platform-key', 'rpk_x', '--only', 'config'];
    assert.equal((await say(['conformance', server.site.url, ...onlySite])).code, 0);
    const platform = ['--platform-url', server.url, '--platform-key', platformKey];
    const onlyPlatform = [...platform, '--only', 'platform-version'];
    assert.equal((await say(['conformance', nowhere, ...onlyPlatform])).code, 0);
  });
});

/** The one sentence, which holds nothing of an answer as it came and no key. */
async function unexamined(words: readonly string[]): Promise<string> {
  const { code, out, err } = await say(['conformance', ...words]);
  assert.equal(out.length, 1, out.slice(0, 5).join('\n'));
  const [sentence = ''] = out;
  assert.deepEqual([code, err], [2, []], sentence);
  assert.match(sentence, /^The server cannot be examined: [^{}<>]+\.$/);
  assert.doesNotMatch(sentence, /osk_|rpk_|\.\.$/);
  return sentence;
}

async function startServer(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
