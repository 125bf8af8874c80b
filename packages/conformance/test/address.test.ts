/** Where nothing can be tested, the command prints one sentence and reports no check as broken. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { runCommand } from '../../server/test/fixtures/command-line.ts';
import { defaultEngine } from '../../server/test/fixtures/server.ts';
import { scopeOfSuite } from '../../server/test/fixtures/server-process.ts';
import { listenHttp } from '../../server/test/sockets/http-server.ts';
import { type ExaminedServer, startExamined } from './examined-server.ts';

const nowhere = 'http://127.0.0.1:1';

describe('the conformance command, where there is nothing to test,', () => {
  let target: ExaminedServer['target'];
  const scope = scopeOfSuite();
  before(async () => {
    ({ target } = await startExamined(scope, defaultEngine));
  });

  for (const [name, url] of [
    ['nothing listens', nowhere],
    ['the host does not resolve', 'http://no-such-host.invalid'],
  ] as const)
    test(`says so where ${name}, with an owner's key and without`, async () => {
      for (const more of [[], ['--owner-key', 'osk_x'], ['--only', 'config']]) {
        const sentence = await unexamined([url, ...more]);
        assert.ok(sentence.includes(`${url} does not answer (`), sentence);
      }
    });

  test('gives the same sentence as JSON', async () => {
    const { code, out } = await runCommand(['conformance', nowhere, '--json']);
    assert.equal(code, 2);
    const report = JSON.parse(out.join('\n'));
    assert.deepEqual([report.url, report.left], [nowhere, []]);
    assert.match(report.error, /^The server could not be tested: .+ does not answer \(.+\)\.$/);
  });

  test('names a site that does not exist, and the option that names another', async () => {
    const sentence = await unexamined([target.url, '--site', 'nope']);
    assert.match(sentence, /there is no site nope .*--site/);
  });

  test('needs no named site where it creates one', async () => {
    const { code, out } = await runCommand([
      ...['conformance', target.url, '--site', 'nope'],
      ...['--owner-key', target.ownerKey, '--only', 'config'],
    ]);
    assert.equal(code, 0, out.join('\n'));
  });

  test('names the site where the server creates none', async (context) => {
    const url = await listenHttp(context, (_request, response) => {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{"error":"There is no such site.","code":"site","request_id":"r"}');
    });
    const sentence = await unexamined([url, '--site', 'nope', '--owner-key', 'osk_x']);
    assert.match(sentence, /there is no site nope .*--site/);
  });

  test('takes neither the platform nor a page for a site assistant', async (context) => {
    const page = await listenHttp(context, (_request, response) => {
      response.setHeader('content-type', 'text/html').end('<h1>Welcome</h1>');
    });
    const anything = await listenHttp(context, (_request, response) => {
      response.setHeader('content-type', 'application/json').end('{"ok":true}');
    });
    for (const url of [target.platformUrl, page, anything])
      for (const more of [[], ['--owner-key', target.ownerKey]])
        assert.match(await unexamined([url, ...more]), /is not a site assistant/);
  });

  test("says that an owner's key is refused, without quoting the answer", async () => {
    const sentence = await unexamined([target.url, '--owner-key', 'osk_wrong']);
    assert.match(sentence, /--owner-key.* is refused/);
  });

  const platformAt = (url: string, key: string) =>
    unexamined([target.url, '--platform-url', url, '--platform-key', key]);

  test('says the same of the platform, before the site is examined', async () => {
    const { platformUrl, platformKey } = target;
    const sentence = await platformAt(nowhere, platformKey);
    assert.match(sentence, /platform http:\/\/127.0.0.1:1 does not a/);
    assert.match(await platformAt(platformUrl, 'rpk_wrong'), /--platform-key.* is refused/);
    assert.match(await platformAt(target.url, platformKey), /is not a resource platform/);
  });

  test('calls no server whose checks are not selected', async () => {
    const onlySite = ['--platform-url', nowhere, '--platform-key', 'rpk_x', '--only', 'config'];
    assert.equal((await runCommand(['conformance', target.url, ...onlySite])).code, 0);
    const platform = ['--platform-url', target.platformUrl, '--platform-key', target.platformKey];
    const onlyPlatform = [...platform, '--only', 'platform-version'];
    assert.equal((await runCommand(['conformance', nowhere, ...onlyPlatform])).code, 0);
  });
});

/** The one sentence, with exit code 2; it contains no key and nothing of an answer. */
async function unexamined(words: readonly string[]): Promise<string> {
  const { code, out, err } = await runCommand(['conformance', ...words]);
  assert.equal(out.length, 1, out.slice(0, 5).join('\n'));
  const [sentence = ''] = out;
  assert.deepEqual([code, err], [2, []], sentence);
  assert.match(sentence, /^The server could not be tested: [^{}<>]+\.$/);
  assert.doesNotMatch(sentence, /osk_|rpk_|\.\.$/);
  return sentence;
}
