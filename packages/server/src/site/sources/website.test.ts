import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { ReaderReply, ReaderRequest, ReadingProcess } from './reading-process.ts';
import { readWebsite, type WebAccess } from './website.ts';

const page: ReaderReply = {
  kind: 'page',
  links: [{ url: 'https://duka.example/bei', text: 'Bei' }],
  found: {},
};
const aDay = 24 * 60 * 60_000;

describe('a website that plays for time', { timeout: 10_000 }, () => {
  /** Reads a whole website in 50 ms; `answerMs` is how long an address takes to answer. */
  const read = async (answerMs: (path: string) => number, delaySeconds = 0) => {
    const asked: string[] = [];
    const get: WebAccess['get'] = async ({ url, signal }) => {
      const { pathname } = new URL(url);
      asked.push(pathname);
      await wait(answerMs(pathname), undefined, { signal }).catch(() => {});
      if (signal.aborted) return { fault: 'it took too long', isPrivate: false };
      const status = pathname === '/sitemap.xml' ? 404 : 200;
      return { status, type: 'text/html', location: undefined, pieces: [], isTooLarge: false };
    };
    const ask = async ({ kind }: ReaderRequest): Promise<ReaderReply> => {
      if (kind === 'web') return page;
      // The first page comes without a pause.
      const isFirst = asked.length === 1;
      return { kind: 'may-fetch', may: true, delaySeconds: isFirst ? 0 : delaySeconds };
    };
    const leftOut = await readWebsite(
      { get, agent: () => '' },
      { ask } as unknown as ReadingProcess,
      { url: 'https://duka.example/', isWhole: true },
      () => {},
      new AbortController().signal,
      50,
    );
    return { asked, leftOut };
  };

  test('keeps what was read when its sitemap never ends', async () => {
    const { asked, leftOut } = await read((path) => (path === '/sitemap.xml' ? aDay : 0));
    assert.deepEqual(asked, ['/robots.txt', '/', '/sitemap.xml']);
    assert.match(leftOut[0]?.why ?? '', /^1 pages are not read: a minute had passed/);
  });

  test('keeps what was read when it asks for long pauses', async () => {
    const { asked, leftOut } = await read(() => 0, 10);
    assert.deepEqual(asked, ['/robots.txt', '/']);
    assert.equal(leftOut.length, 1);
  });

  test('is refused when its first page never ends', async () => {
    await assert.rejects(
      read(() => aDay),
      /answers too slowly/,
    );
  });
});
