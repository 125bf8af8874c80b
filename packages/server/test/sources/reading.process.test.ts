/** Reading sources over HTTP: progress, limits, one source per owner. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { siteLimits, sourceEventSchema } from '@baraza/contract';
import { pictureOf } from '../fakes/hostile-pictures.ts';
import { pdfOf, swellingPdf } from '../fakes/pdf-file.ts';
import { fieldsOf } from '../fixtures/fields-of.ts';
import { siteServerOfSuite, type TestSite } from '../fixtures/site-server.ts';
import { ask, form } from '../sockets/requests.ts';
import { entriesOf, picturedPrices, sendSource } from './sent-source.ts';

const pages = (count: number) =>
  pdfOf(
    Array.from({ length: count }, (_, page) => [`This is page ${page + 1} of a long handbook.`]),
    true,
  );

describe('reading a source', () => {
  const { server } = siteServerOfSuite('sqlite');
  let site: TestSite;
  before(async () => {
    site = await server.newSite({ name: 'Before' });
  });

  const eventsOf = (text: string) =>
    text
      .split('\n\n')
      .filter((event) => event !== '' && !event.startsWith(':'))
      .map((event) => {
        const [, name, data] = /^event: (\w+)\ndata: (.*)$/s.exec(event) ?? [];
        return { name, data: sourceEventSchema.parse(JSON.parse(data ?? '')) };
      });

  test('progress is sent as events, and `done` has what the JSON answer has', async () => {
    const bytes = pages(40);
    const streamed = await sendSource(server, site, { bytes, accept: 'text/event-stream' });
    assert.match(streamed.headers.get('content-type') ?? '', /^text\/event-stream/);
    const events = eventsOf(streamed.text);
    const last = events.at(-1);
    assert.equal(last?.name, 'done');
    const progress = events.slice(0, -1);
    assert.ok(progress.length > 0);
    for (const { name, data } of progress) {
      assert.equal(name, 'progress');
      assert.ok(data.type === 'progress' && data.total === 40 && data.unit === 'pages');
    }
    const whole = await sendSource(server, site, { bytes });
    const { type: _type, ...found } = { ...last?.data } as { readonly type?: string };
    assert.deepEqual(found, whole.json);
  });

  test('a picture is read within the permissions of its process, and reports percents', async () => {
    const bytes = readFileSync(new URL('../source-pages/table.png', import.meta.url));
    const reply = await sendSource(server, site, { bytes, accept: 'text/event-stream' });
    const events = eventsOf(reply.text);
    const last = events.at(-1)?.data;
    assert.ok(last?.type === 'done' && last.error === undefined, reply.text);
    assert.deepEqual(fieldsOf(entriesOf(last, 'prices'), 'item', 'price'), picturedPrices);
    for (const { data } of events.slice(0, -1))
      assert.ok(data.type === 'progress' && data.unit === 'percent' && data.total === 100);
  });

  test('a form with one file is read like the file itself; what the profile has is left out', async () => {
    const shop = await server.newSite({ prices: [{ item: 'Tea', price: 50, currency: 'KES' }] });
    const before = await shop.asOwner('GET', '');
    const body = form({
      bytes: 'item,price\nTea,50\nMilk,60\n',
      name: 'prices.csv',
      type: 'text/csv',
    });
    const post = (data: FormData) =>
      ask(server, 'POST', `${shop.admin}/sources`, { key: shop.owner.credential, body: data });
    const reply = await post(body);
    assert.deepEqual(reply.json.proposals, [
      { list: 'prices', entry: { item: 'Milk', price: 60, currency: 'KES' }, from: 'row 3' },
    ]);
    // Reading stores nothing.
    assert.deepEqual((await shop.asOwner('GET', '')).json.profile, before.json.profile);
    body.append('file', new Blob(['more']), 'more.txt');
    assert.equal((await post(body)).status, 400);
    const without = new FormData();
    without.append('name', 'x');
    assert.equal((await post(without)).status, 400);
  });

  test('20 MB are accepted and one byte more is 413', async () => {
    // No format, so that reading it takes no time.
    const bytes = Buffer.alloc(siteLimits.sourceBytesMax);
    const taken = await sendSource(server, site, { bytes, type: 'text/plain' });
    assert.match(taken.json.error, /^This kind of file is not read/);
    const more = Buffer.concat([bytes, Buffer.from('x')]);
    const reply = await sendSource(server, site, { bytes: more, type: 'text/plain' });
    assert.deepEqual([reply.status, reply.json.code], [413, 'too_large']);
    const inForm = await ask(server, 'POST', `${site.admin}/sources`, {
      key: site.owner.credential,
      body: form({ bytes: more, type: 'text/plain' }),
    });
    assert.deepEqual([inForm.status, inForm.json.code], [413, 'too_large']);
  });

  test('an owner has one source at a time; closing the connection ends it and frees the place', async () => {
    const leaving = new AbortController();
    const bytes = pages(500);
    const first = fetch(`${server.url}${site.admin}/sources`, {
      method: 'POST',
      headers: { authorization: `Bearer ${site.owner.credential}`, accept: 'text/event-stream' },
      body: bytes as BodyInit,
      signal: leaving.signal,
    });
    // The first event shows that it has started.
    const reader = (await first).body?.getReader();
    await reader?.read();
    const second = await sendSource(server, site, { bytes: 'Hello there', type: 'text/plain' });
    assert.deepEqual([second.status, second.json.code], [503, 'busy']);
    assert.ok(Number(second.headers.get('retry-after')) > 0);
    const other = await server.newSite({});
    const theirs = await sendSource(server, other, {
      bytes: 'We are here for everybody.',
      type: 'text/plain',
    });
    assert.equal(theirs.status, 200, theirs.text);
    leaving.abort();
    await reader?.read().catch(() => {});
    for (;;) {
      const again = await sendSource(server, site, {
        bytes: 'We are here for everybody.',
        type: 'text/plain',
      });
      if (again.status === 200) break;
      assert.equal(again.status, 503);
      await wait(50);
    }
  });

  test('while long pictures of two owners are read, the small file of a third one is', async () => {
    const ended: string[] = [];
    // One with as many letters as a reader takes: seconds of work, also after it stands back.
    const bytes = pictureOf('blots', 1_600);
    const long = await Promise.all(
      ['one', 'another'].map(async (name) => {
        const owned = await server.newSite({ name });
        const controller = new AbortController();
        const reply = await fetch(`${server.url}${owned.admin}/sources`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${owned.owner.credential}`,
            accept: 'text/event-stream',
          },
          body: bytes as BodyInit,
          signal: controller.signal,
        });
        const reader = reply.body?.getReader();
        // The first event shows that it is being read.
        await reader?.read();
        const rest = (async () => {
          while ((await reader?.read())?.done === false);
          ended.push(name);
        })().catch(() => {});
        return { leave: () => controller.abort(), rest };
      }),
    );
    const third = await server.newSite({});
    const found = await sendSource(server, third, {
      bytes: 'item,price\nTea,50\n',
      type: 'text/csv',
    });
    assert.equal(found.json.proposals?.[0]?.entry.item, 'Tea', found.text);
    assert.deepEqual(ended, []);
    for (const { leave, rest } of long) {
      leave();
      await rest;
    }
  });

  test('a file that needs too much memory is ended, and the next one is read', async () => {
    const heavy = await sendSource(server, site, { bytes: swellingPdf() });
    assert.deepEqual([heavy.status, heavy.json.code], [400, 'invalid']);
    assert.match(heavy.json.error, /^This (?:takes too much|PDF)/);
    const empty = await sendSource(server, site, { bytes: '', type: 'text/plain' });
    assert.match(empty.json.error, /it was empty/);
    // A refusal before the first event has its status, also on an event stream.
    const accept = 'text/event-stream';
    const next = await sendSource(server, site, { bytes: ' \n \n', type: 'text/plain', accept });
    assert.deepEqual([next.status, next.json.code], [400, 'invalid']);
    assert.match(next.json.error, /no text/);
  });
});
