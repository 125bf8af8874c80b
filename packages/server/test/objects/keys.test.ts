import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { objectKeyFault } from '@baraza/contract';
import fc from 'fast-check';
import { anyText, attackStrings, naughtyStrings, skip } from '../fixtures/hostile-values.ts';
import {
  engines,
  form,
  newResource,
  type Reply,
  serverOfSuite,
  storage,
} from '../fixtures/server.ts';
import { assertRefusal } from '../hostile/lawful.ts';

/** Any Unicode text that is a key, from the whole range of code points, and what attackers send. */
const anyKey = fc
  .oneof(
    anyText({ minLength: 1, maxLength: 40 }),
    ...(skip ? [] : [fc.constantFrom(...naughtyStrings(), ...attackStrings())]),
  )
  .filter((key) => objectKeyFault(key) === undefined);

for (const engine of engines)
  describe(`object keys on ${engine}`, () => {
    const { server, owner } = serverOfSuite(engine);

    const newBucket = async () =>
      `${storage}/${(await newResource(server, owner.key, 'storage')).id}`;
    let shared: string;
    before(async () => {
      shared = await newBucket();
    });
    const post = (target: string, body: FormData) => owner.send('POST', target, body);
    const at = (bucket: string, name: string) => `${bucket}?key=${encodeURIComponent(name)}`;
    const keysOf = (reply: Reply): string[] =>
      reply.json.objects.map((object: { readonly key: string }) => object.key);

    test('any Unicode key comes back byte for byte, however it was given', async () => {
      const bucket = await newBucket();
      const ways: readonly ((name: string) => Promise<Reply>)[] = [
        (name) => post(bucket, form({ bytes: name, name: 'other' }, { key: name })),
        (name) => {
          const data = form({ bytes: name, name: 'other' });
          data.append('key', name);
          return post(bucket, data);
        },
        (name) => post(at(bucket, name), form({ bytes: name, name: 'other' })),
        (name) => post(bucket, form({ bytes: name, name })),
      ];
      await fc.assert(
        fc.asyncProperty(anyKey, fc.nat(ways.length - 1), async (name, index) => {
          // The server reads `\\` and `%22` of a file name as an escaped `\` and `"`.
          fc.pre(index !== 3 || !/\\\\|%22/.test(name));
          const sent = await (ways[index] as (typeof ways)[0])(name);
          assert.ok(sent.status === 200 || sent.status === 201, sent.text);
          assert.equal(sent.json.key, name);
          const got = await owner.send('GET', at(bucket, name));
          assert.equal(got.status, 200);
          const encoded = /filename\*=UTF-8''(\S+)$/.exec(
            got.headers.get('content-disposition') ?? '',
          );
          const last = name.slice(name.lastIndexOf('/') + 1) || 'object';
          assert.equal(decodeURIComponent(encoded?.[1] ?? ''), last);
          const gone = await owner.send('DELETE', at(bucket, name));
          assert.deepEqual([gone.status, gone.json], [200, { deleted: true, key: name }]);
        }),
        { numRuns: engine === 'sqlite' ? 60 : 20 },
      );
    });

    test('keys above U+FFFF come after all others, as in UTF-8 and not as in UTF-16', async () => {
      const bucket = await newBucket();
      const names = ['\u{1f600}', '\uff5e', 'Z', 'a', '\u{10ffff}', 'é', 'e\u0301', 'B', '\ue000'];
      for (const name of names) await post(bucket, form({ bytes: 'x' }, { key: name }));
      const sorted = ['B', 'Z', 'a', 'e\u0301', 'é', '\ue000', '\uff5e', '\u{1f600}', '\u{10ffff}'];
      assert.deepEqual(keysOf(await owner.send('GET', bucket)), sorted);
      const pages: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const from: string = cursor === '' ? '' : `&cursor=${cursor}`;
        const page = await owner.send('GET', `${bucket}?limit=2${from}`);
        assert.ok(page.json.objects.length <= 2);
        pages.push(...keysOf(page));
        cursor = page.json.nextCursor;
      }
      assert.deepEqual(pages, sorted);
    });

    const prefixes: readonly (readonly [string, readonly string[]])[] = [
      [
        '',
        [
          'a%b',
          'a/1',
          'a/2',
          'aXb',
          'a_b',
          'e\u0301x',
          'éx',
          '\u{1f469}',
          '\u{1f469}\u200d\u{1f680}',
        ],
      ],
      ['a/', ['a/1', 'a/2']],
      ['a_', ['a_b']],
      ['a%', ['a%b']],
      ['e', ['e\u0301x']],
      ['e\u0301', ['e\u0301x']],
      ['é', ['éx']],
      ['\u{1f469}', ['\u{1f469}', '\u{1f469}\u200d\u{1f680}']],
      ['\u{1f469}\u200d', ['\u{1f469}\u200d\u{1f680}']],
      ['A', []],
    ];
    test('a prefix is matched as text, not as a pattern, and only its keys are counted', async () => {
      const bucket = await newBucket();
      for (const name of prefixes[0]?.[1] ?? [])
        await post(bucket, form({ bytes: name }, { key: name }));
      for (const [prefix, names] of prefixes) {
        const target = `${bucket}?prefix=${encodeURIComponent(prefix)}`;
        const listed = await owner.send('GET', target);
        assert.deepEqual(keysOf(listed), names, prefix);
        assert.equal(listed.json.total, names.length);
        assert.equal(listed.json.bytes, Buffer.byteLength(names.join('')));
      }
    });

    const refused: { readonly [what: string]: string } = {
      'an empty key': '',
      'a key with NUL': 'a\0b',
      'a key with a line break': 'a\nb',
      'a key with DEL': 'a\x7f',
      'a key with a C1 control': 'a\x85',
      'a key of 1,025 bytes': 'k'.repeat(1_025),
      'a key of 342 characters and 1,026 bytes': '€'.repeat(342),
    };
    for (const [what, name] of Object.entries(refused))
      test(`${what} is refused on upload, download and delete`, async () => {
        const { total } = (await owner.send('GET', shared)).json;
        const file = form({ bytes: 'x', name: 'a' });
        assertRefusal(await post(at(shared, name), file), what, 400);
        assertRefusal(await post(shared, form({ bytes: 'x' }, { key: name })), what, 400);
        assertRefusal(await owner.send('GET', at(shared, name)), what, 400);
        assertRefusal(await owner.send('DELETE', at(shared, name)), what, 400);
        assert.equal((await owner.send('GET', shared)).json.total, total);
      });

    for (const name of [
      'k'.repeat(1_024),
      '€'.repeat(341),
      '../../../etc/passwd',
      '.',
      '..',
      '/',
      'a//b',
    ])
      test(`${name.slice(0, 20)} (${Buffer.byteLength(name)} bytes) is a key like any other`, async () => {
        assert.equal((await post(shared, form({ bytes: 'x' }, { key: name }))).status, 201);
        assert.equal((await owner.send('GET', at(shared, name))).text, 'x');
      });

    test('a listing with an invalid limit, cursor or prefix is refused', async () => {
      const limits = ['limit=0', 'limit=1001', 'limit=x', 'limit='];
      for (const query of [...limits, 'cursor=x', 'cursor=%00', 'prefix=%00'])
        assertRefusal(await owner.send('GET', `${shared}?${query}`), query, 400);
    });
  });
