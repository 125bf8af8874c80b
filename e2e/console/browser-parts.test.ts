import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, test } from 'node:test';
import { build } from 'vite';
import { noBrowser } from '../browser.ts';
import { callIn } from './calls.ts';
import { fixtureForSuite } from './fixture.ts';

type Client = typeof import('../../packages/console/src/api/client.ts').client;

describe('uploads in a browser', { skip: noBrowser }, () => {
  const fixture = fixtureForSuite();

  test('an upload reports its progress, and a refused one shows the message of the server', async () => {
    const { page } = await fixture.openSignedIn('#/sites');
    const code = await bundled('api/client.ts');
    await page.route('**/assets/client.js', (route) =>
      route.fulfill({ body: code, contentType: 'text/javascript' }),
    );
    const body = { service: 'storage', kind: 'Bucket', name: 'Files' };
    const { id } = await callIn<{ id: string }>(page, 'POST', '/resources', body);
    const seen = await page.evaluate(async (bucket) => {
      const { client } = (await import('/assets/client.js' as string)) as {
        readonly client: Client;
      };
      const shares: number[] = [];
      const send = (text: string) =>
        client.platform.storage.upload(bucket, 'a.txt', new Blob([text]), {
          ifNoneMatch: '*',
          onProgress: ({ bytes, totalBytes = 0 }) => shares.push(bytes / totalBytes),
        });
      const { key } = await send('first');
      const problem = await send('second').catch(
        (error: Error & { readonly status?: number }) => `${error.status} ${error.message}`,
      );
      return { key, problem, last: shares.at(-1) };
    }, id);
    assert.equal(seen.key, 'a.txt');
    assert.equal(seen.last, 1);
    assert.match(String(seen.problem), /^409 .+\.$/);
  });
});

async function bundled(file: string): Promise<string> {
  const entry = path.join(import.meta.dirname, '../../packages/console/src', file);
  const made = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, formats: ['es'] } },
  });
  const [result] = [made].flat();
  if (result === undefined || !('output' in result)) throw new Error('nothing was built');
  return result.output[0].code;
}
