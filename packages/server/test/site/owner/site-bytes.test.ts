/** What a site keeps beside its visitors' questions counts against the bytes of its owner. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findOwner } from '../../../src/store/owners.ts';
import { versionBytes } from '../../../src/store/site/profile-versions.ts';
import { sql } from '../../../src/store/store.ts';
import { engines } from '../../fixtures/server.ts';
import { askSite, shop, siteServerOfSuite } from '../../fixtures/visit-server.ts';

for (const engine of engines)
  describe(`bytes of a site, ${engine}`, () => {
    const { server, owner } = siteServerOfSuite(engine);
    const used = async () =>
      (await findOwner(server.assistant.store, owner.id))?.kept_bytes ?? Number.NaN;

    test('earlier versions and imports count, and what is deleted gives its bytes back', async () => {
      const site = await owner.newSite(shop);
      await askSite(server, site, 'Do you mend shoes?');
      assert.equal(await used(), 0, 'what visitors ask does not count');
      await owner.send('PUT', `${site}/profile`, { ...shop, name: 'another name' });
      const versions = await versionBytes(server.assistant.store, site);
      assert.ok(versions > 0);
      assert.equal(await used(), versions);
      const exported = (await owner.send('GET', `${site}/export?questions=true`)).json;
      const target = await owner.newSite(shop);
      const before = await used();
      const imported = await owner.send('POST', `${target}/import`, exported);
      assert.equal(imported.status, 200, imported.text);
      const ofVersions = await versionBytes(server.assistant.store, target);
      const ofQuestions = (await used()) - before - ofVersions;
      assert.ok(ofQuestions > 'Do you mend shoes?'.length);
      const again = await owner.send('POST', `${target}/import`, exported);
      assert.equal(again.json.questions, 0);
      assert.equal(
        await used(),
        before + ofQuestions + (await versionBytes(server.assistant.store, target)),
        'a repeated import counts once',
      );
      const [question] = (await owner.send('GET', `${target}/questions`)).json.questions;
      await owner.send('DELETE', `${target}/questions/${question.id}`);
      for (const id of [site, target]) await owner.send('DELETE', id);
      assert.equal(await used(), 0);
    });

    test('imported conversations count once, until they are deleted, and are refused beyond the bytes', async () => {
      const { store, profiles } = server.assistant;
      const [site, other] = [await owner.newSite(shop), await owner.newSite(shop)];
      const exported = (await owner.send('GET', `${site}/export`)).json;
      const at = '2026-11-01T08:00:00Z';
      const conversation = (name: string, texts: readonly string[]) => ({
        id: `c_${name.padEnd(22, '0')}`,
        state: 'closed',
        channel: 'web',
        language: null,
        name: null,
        contact: null,
        created_at: at,
        last_at: at,
        messages: texts.map((text, index) => ({
          id: `${name}-${index}`,
          from: 'visitor',
          text,
          at,
        })),
      });
      const bring = (target: string, ...conversations: object[]) =>
        owner.send('POST', `${target}/import`, { ...exported, conversations });
      const ofMessages = async () => {
        const versions = await Promise.all([site, other].map((id) => versionBytes(store, id)));
        return (await used()) - versions.reduce((sum, bytes) => sum + bytes, 0);
      };
      const before = await ofMessages();
      const long = 'x'.repeat(1_000);
      const imported = await bring(
        site,
        conversation('a', [long, long]),
        conversation('b', [long]),
      );
      assert.equal(imported.json.conversations, 2, imported.text);
      const three = (await ofMessages()) - before;
      assert.ok(three > 3_000 && three < 4_000, String(three));
      await bring(site, conversation('a', [long, long]));
      assert.equal(await ofMessages(), before + three, 'a repeated import counts once');
      await bring(site, conversation('b', [long, long]));
      const four = (await ofMessages()) - before;
      assert.ok(four > 4_000, 'a new message of a conversation that exists counts');
      await store.write((tx) =>
        tx.run(sql`UPDATE owners SET object_bytes = ${profiles.ownerBytesMax - (before + four) - 1_000}
          WHERE id = ${owner.id}`),
      );
      const refused = await bring(other, conversation('c', [long, long]));
      assert.equal(refused.json.code, 'quota', refused.text);
      assert.deepEqual((await owner.send('GET', `${other}/conversations`)).json.conversations, []);
      await store.write((tx) =>
        tx.run(sql`UPDATE owners SET object_bytes = 0 WHERE id = ${owner.id}`),
      );
      await owner.send('DELETE', `${site}/conversations/${conversation('a', []).id}`);
      assert.ok((await ofMessages()) - before < four - 2_000);
      for (const id of [site, other]) await owner.send('DELETE', id);
      assert.equal(await used(), before, 'a deleted site gives the rest back');
    });

    test('a save and an import beyond the bytes are refused, and store nothing', async () => {
      const site = await owner.newSite(shop);
      const exported = (await owner.send('GET', `${site}/export`)).json;
      const fill = (bytes: number) =>
        server.assistant.store.write((tx) =>
          tx.run(sql`UPDATE owners SET object_bytes = ${bytes} WHERE id = ${owner.id}`),
        );
      await fill(server.assistant.profiles.ownerBytesMax);
      const profile = { ...shop, name: 'a name beyond' };
      for (const [method, path, body] of [
        ['PUT', 'profile', profile],
        ['POST', 'import', { ...exported, profile }],
      ] as const) {
        const refused = await owner.send(method, `${site}/${path}`, body);
        assert.equal(refused.json.code, 'quota', refused.text);
      }
      await fill(0);
      const { json } = await owner.send('GET', `${site}/export`);
      assert.equal(json.profile.name, shop.name);
    });
  });
