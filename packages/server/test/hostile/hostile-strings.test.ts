import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { attackStrings, eachOf, naughtyStrings, skip } from '../fixtures/hostile-values.ts';
import { engines, newResource, resources, serverOfSuite } from '../fixtures/server.ts';
import { assertRefusal, assertUnharmed } from './lawful.ts';

for (const engine of engines)
  describe(`hostile strings on ${engine}`, { skip }, () => {
    // The expectations are the same on both databases: what one stores the other must store.
    const share = 15;
    const strings = (attackShare: number) => [
      ...naughtyStrings().filter((_, index) => index % share === 0),
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

    test('what is in a config or a record comes back equal, as key and as value', async () => {
      const { id } = await newResource(server, owner.key, 'data');
      const kept = new Map<string, object>();
      for (const part of chunks(strings(1), 3_200)) {
        const holder = Object.fromEntries(
          part.map((text, at) => {
            const name = isName(text) ? text : `${at}`;
            return [name, [text, { [name]: text }]];
          }),
        );
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
  });

const isName = (text: string) => !/["\\\p{Cc}]/u.test(text);

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
