import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { objectKeyFault } from '@baraza/contract';
import { attackStrings, eachOf, naughtyStrings, skip } from '../fixtures/hostile-values.ts';
import {
  engines,
  form,
  newResource,
  type Reply,
  resources,
  serverOfSuite,
  storage,
} from '../fixtures/server.ts';
import { assertRefusal, assertUnharmed } from './lawful.ts';

for (const engine of engines)
  describe(`hostile strings on ${engine}`, { skip }, () => {
    // The expectations are the same on both databases: what one stores the other must store.
    const share = 15;
    const naughty = () => naughtyStrings().filter((_, index) => index % share === 0);
    const strings = (attackShare: number) => [
      ...naughty(),
      ...attackStrings().filter((_, index) => index % attackShare === 0),
    ];
    const { server, owner } = serverOfSuite(engine);

    const patch = (id: string, body: object) => owner.send('PATCH', `${resources}/${id}`, body);

    test('a name is any text that is not empty and not too long, and comes back trimmed', async () => {
      const { id } = await newResource(server, owner.key, 'work');
      await eachOf(strings(3 * share), async (text) => {
        const reply = await patch(id, { action: 'rename', name: text });
        const name = text.trim();
        assertUnharmed(reply, text);
        if (name === '' || [...name].length > 200) assertRefusal(reply, text, 400);
        else assert.equal(reply.json.name, name, reply.text);
      });
    });

    test('a kind is letters, digits, spaces, _ and -, or the resource is refused', async () => {
      await eachOf(naughty(), async (text) => {
        const reply = await owner.send('POST', resources, {
          service: 'data',
          kind: text,
          name: 'x',
        });
        assertUnharmed(reply, text);
        const fits = /^[\p{L}\p{M}\p{N} _-]{1,64}$/u.test(text.trim());
        assert.equal(reply.status, fits ? 201 : 400, `${text}: ${reply.text}`);
        if (fits) assert.equal(reply.json.kind, text.trim());
      });
    });

    test('what is in a config or a record comes back equal, as key and as value', async () => {
      const { id } = await newResource(server, owner.key, 'data');
      const kept = new Map<string, object>();
      for (const part of chunks(strings(1), 3_200)) {
        const holder = Object.fromEntries(part.map((text) => [text, [text, { [text]: text }]]));
        const configured = await patch(id, { action: 'configure', config: { holder } });
        assert.equal(configured.status, 200, configured.text);
        assert.ok(isDeepStrictEqual(configured.json.config, { holder }), configured.text);
        const added = await patch(id, { action: 'add-record', record: holder });
        assert.equal(added.status, 200, added.text);
        kept.set(added.json.recordId, holder);
      }
      const { json } = await owner.send('GET', `${resources}/${id}`);
      assert.equal(json.records.length, kept.size);
      for (const { recordId, record } of json.records)
        assert.ok(isDeepStrictEqual(record, kept.get(recordId)), JSON.stringify(record));
    });

    test('an object key comes back as it was sent, or is refused for what it holds', async () => {
      const { id } = await newResource(server, owner.key, 'storage');
      const kept = new Set<string>();
      await eachOf(strings(40), async (text) => {
        const content = JSON.stringify(text);
        const body = form({ bytes: content, name: 'x' }, { key: text });
        const sent = await owner.send('POST', `${storage}/${id}`, body);
        assertUnharmed(sent, text);
        if (objectKeyFault(text) !== undefined) return assertRefusal(sent, text, 400);
        assert.equal(sent.json.key, text, sent.text);
        kept.add(text);
        const target = `${storage}/${id}?key=${encodeURIComponent(text)}`;
        assert.equal((await owner.send('GET', target)).text, content);
      });
      const { json } = await owner.send('GET', `${storage}/${id}`);
      assert.deepEqual(
        json.objects.map((object: { key: string }) => object.key),
        [...kept].sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right))),
      );
    });

    test('a search for any text finds the resource of that name, and no pattern is one', async () => {
      const names = naughtyStrings()
        .filter((_, index) => index % share === 0)
        .map((text) => text.trim())
        .filter((text) => text !== '' && [...text].length <= 200);
      const owner = await server.newOwner();
      await eachOf(names, async (name) => {
        await owner.send('POST', resources, { service: 'data', kind: 'K', name });
      });
      await eachOf(names, async (name) => {
        const target = `${resources}?activityLimit=0&q=${encodeURIComponent(name)}`;
        const found: Reply = await owner.send('GET', target);
        assertUnharmed(found, name);
        const all = found.json.resources.map((resource: { name: string }) => resource.name);
        assert.ok(all.includes(name), name);
        for (const other of all)
          assert.ok(folded(other).includes(folded(name)), `${name}: ${other}`);
      });
    });
  });

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Several texts together, as long as they have no more bytes than that. */
function chunks(texts: readonly string[], bytesMax: number): string[][] {
  const all: string[][] = [];
  let room = 0;
  for (const text of texts) {
    const bytes = Buffer.byteLength(text);
    if (bytes > room) {
      all.push([]);
      room = bytesMax;
    }
    room -= bytes;
    all.at(-1)?.push(text);
  }
  return all;
}
