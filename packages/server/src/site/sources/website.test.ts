import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ReaderReply, ReaderRequest, ReadingProcess } from './reading-process.ts';
import { readWebsite, type WebAccess } from './website.ts';

const page: ReaderReply = {
  kind: 'page',
  links: [{ url: 'https://duka.example/bei', text: 'Bei' }],
  found: {},
};
const never = Symbol('never');

describe('a website that plays for time', { timeout: 60_000 }, () => {
  /** Reads a whole website, whose time is over as soon as it waits for an answer or a pause. */
  const read = async (answer: (path: string) => typeof never | undefined, delaySeconds = 0) => {
    const asked: string[] = [];
    const time = new AbortController();
    const get: WebAccess['get'] = async ({ url, signal }) => {
      const { pathname } = new URL(url);
      asked.push(pathname);
      if (answer(pathname) === never) time.abort();
      if (signal.aborted) return { fault: 'it took too long', isPrivate: false };
      const status = pathname === '/sitemap.xml' ? 404 : 200;
      return { status, type: 'text/html', location: undefined, pieces: [], isTooLarge: false };
    };
    const ask = async ({ kind }: ReaderRequest): Promise<ReaderReply> => {
      if (kind === 'web') return page;
      // The first page comes without a pause.
      const pause = asked.length === 1 ? 0 : delaySeconds;
      if (pause > 0) setImmediate(() => time.abort());
      return { kind: 'may-fetch', may: true, delaySeconds: pause };
    };
    const leftOut = await readWebsite(
      { get, agent: () => '' },
      { ask } as unknown as ReadingProcess,
      { url: 'https://duka.example/', isWhole: true },
      () => {},
      new AbortController().signal,
      time.signal,
    );
    return { asked, leftOut };
  };

  test('keeps what was read when its sitemap never ends', async () => {
    const { asked, leftOut } = await read((path) => (path === '/sitemap.xml' ? never : undefined));
    assert.deepEqual(asked, ['/robots.txt', '/', '/sitemap.xml']);
    assert.match(leftOut[0]?.why ?? '', /^1 pages are not read: a minute had passed/);
  });

  test('keeps what was read when it asks for long pauses', async () => {
    const { asked, leftOut } = await read(() => undefined, 10);
    assert.deepEqual(asked, ['/robots.txt', '/']);
    assert.equal(leftOut.length, 1);
  });

  test('is refused when its first page never ends', async () => {
    await assert.rejects(
      read(() => never),
      /answers too slowly/,
    );
  });
});
