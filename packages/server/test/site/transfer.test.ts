import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { importedSiteSchema, siteExportSchema } from '@baraza/contract';
import { demoProfile } from '../../src/server/demo/demo-profile.ts';
import { fieldsOf } from '../fixtures/fields-of.ts';
import { ask } from '../fixtures/server.ts';
import { siteServerOfSuite, type TestSite } from '../fixtures/site-server.ts';

describe('export and import of a site', () => {
  const { server } = siteServerOfSuite();
  let from: TestSite;
  before(async () => {
    from = await server.newSite(demoProfile);
    for (const question of ['Mnafungua saa ngapi?', 'Do you sell aeroplanes?'])
      await ask(server, 'POST', `${from.public}/ask`, { body: { question } });
    for (const body of [
      { contact: '0700 000 000', name: 'Juma', message: 'Nipigie' },
      { contact: 'bot@example.com', website: 'https://spam.example' },
    ])
      await ask(server, 'POST', `${from.public}/leads`, { body });
  });

  const whole = '/export?questions=true&leads=true';
  const exported = async (site: TestSite) => (await site.asOwner('GET', whole)).json;
  const content = ({ profile, questions, leads }: Awaited<ReturnType<typeof exported>>) => ({
    profile,
    questions,
    leads,
  });

  test('an import restores everything, and importing twice adds nothing', async () => {
    const to = await server.newSite({ name: 'before' });
    const document = await exported(from);
    assert.deepEqual(siteExportSchema.parse(document), document);
    const first = await to.asOwner('POST', '/import', document);
    assert.equal(first.status, 200, first.text);
    assert.deepEqual(importedSiteSchema.parse(first.json), first.json);
    assert.deepEqual([first.json.questions, first.json.leads, first.json.version], [2, 2, 2]);
    assert.deepEqual(content(await exported(to)), content(document));
    const again = await to.asOwner('POST', '/import', document);
    assert.deepEqual([again.json.questions, again.json.leads, again.json.version], [0, 0, 2]);
    assert.notEqual((await to.asOwner('GET', '')).json.site.key, from.key);
  });

  test('an invalid export is refused before anything is written', async () => {
    const to = await server.newSite({ name: 'before' });
    const document = await exported(from);
    const [question] = document.questions;
    const [lead] = document.leads;
    for (const [wrong, has] of [
      [{}, /must be an export/],
      [{ ...document, format: 'zip' }, /must be an export/],
      [{ ...document, version: 2 }, /must be an export/],
      [{ ...document, profile: [] }, /must be an export/],
      [{ ...document, profile: { colour: 'x' } }, /^colour must/],
      [{ ...document, questions: {} }, /^questions must be a list/],
      [{ ...document, questions: [{ ...question, asked_at: 'x' }] }, /^questions\[0\]\.asked_at/],
      [{ ...document, questions: [{ ...question, id: 'q_1' }] }, /not the id of a question/],
      [{ ...document, leads: [lead, { ...lead, status: 'x' }] }, /^leads\[1\]\.status/],
      [{ ...document, leads: [{ ...lead, id: question.id }] }, /not the id of a lead/],
    ] as const) {
      const reply = await to.asOwner('POST', '/import', wrong);
      assert.deepEqual([reply.status, reply.json.code], [400, 'invalid']);
      assert.match(reply.json.error, has);
    }
    const { profile, questions, leads } = await exported(to);
    assert.deepEqual([profile.name, questions, leads], ['before', [], []]);
  });

  test('an unknown field with millions of empty lists is skipped, and one in the profile refused', async () => {
    const to = await server.newSite({ name: 'before' });
    const many = `[${'[],'.repeat(1_100_000)}0]`;
    const head = '{"format":"baraza-site","version":1';
    const bring = (rest: string) => to.asOwner('POST', '/import', Buffer.from(`${head},${rest}}`));
    const beside = await bring(`"x":${many},"profile":{"name":"n"}`);
    assert.deepEqual([beside.status, beside.json.profile?.name], [200, 'n']);
    const inside = await bring(`"profile":{"x":${many}}`);
    assert.deepEqual([inside.status, inside.json.code], [413, 'too_large']);
  });

  test('a long question is cut at a character boundary', async () => {
    const to = await server.newSite({});
    const document = await exported(from);
    const [question] = document.questions;
    const questions = [{ ...question, question: `a${'🌍'.repeat(3_000)}` }];
    await to.asOwner('POST', '/import', { ...document, questions });
    const [kept] = (await exported(to)).questions;
    assert.equal(kept.question, `a${'🌍'.repeat(1_999)}`);
  });

  test('an import with a stale If-Match is refused', async () => {
    const to = await server.newSite({});
    const headers = { 'if-match': '"9"' };
    const reply = await to.asOwner('POST', '/import', await exported(from), headers);
    assert.deepEqual([reply.status, reply.json.code], [409, 'version']);
    assert.deepEqual((await exported(to)).questions, []);
  });

  test('versions are exported on request and imported once', async () => {
    const source = await server.newSite({ name: 'one' });
    for (const name of ['two', 'three', 'four']) await source.save({ name });
    const plain = (await source.asOwner('GET', '/export')).json;
    assert.equal(plain.versions, undefined);
    const document = (await source.asOwner('GET', '/export?versions=true')).json;
    assert.deepEqual(siteExportSchema.parse(document), document);
    assert.deepEqual(
      document.versions.map((one: { profile: { name: string } }) => one.profile.name),
      ['three', 'two', 'one'],
    );
    const to = await server.newSite({ name: 'before' });
    const first = await to.asOwner('POST', '/import', document);
    assert.equal(first.status, 200, first.text);
    assert.deepEqual(importedSiteSchema.parse(first.json), first.json);
    assert.deepEqual([first.json.versions, first.json.version], [3, 5]);
    const again = await to.asOwner('POST', '/import', document);
    assert.deepEqual([again.json.versions, again.json.version], [0, 5]);
    await to.save({ name: 'other' });
    const later = await to.asOwner('POST', '/import', document);
    assert.deepEqual([later.json.versions, later.json.version], [0, 7]);
    const { versions } = (await to.asOwner('GET', '/profile/versions')).json;
    const names = [];
    for (const { version } of versions)
      names.push((await to.asOwner('GET', `/profile/versions/${version}`)).json.profile.name);
    assert.deepEqual(names, ['four', 'other', 'four', 'three', 'two', 'one', 'before']);
    assert.deepEqual(
      fieldsOf(versions.slice(3, 6), 'by', 'saved_at'),
      document.versions.map((one: { by: string; saved_at: string }) => [one.by, one.saved_at]),
    );
    const restored = await to.asOwner('POST', '/profile/versions/2/restore');
    assert.deepEqual([restored.json.version, restored.json.profile.name], [8, 'one']);
  });

  test('imported versions never push out those of the site', async () => {
    const source = await server.newSite({ name: 'theirs 59' });
    await source.save({ name: 'theirs 60' });
    const exported = (await source.asOwner('GET', '/export?versions=true')).json;
    const versions = Array.from({ length: 59 }, (_, at) => ({
      ...exported.versions[0],
      profile: { ...exported.versions[0].profile, name: `theirs ${59 - at}` },
    }));
    const document = { ...exported, versions };
    const to = await server.newSite({ name: 'ours 1' });
    for (let at = 2; at <= 70; at += 1)
      await to.asOwner('PATCH', '/profile', { name: `ours ${at}` });
    const { json } = await to.asOwner('POST', '/import', document);
    assert.deepEqual([json.versions, json.version], [29, 100]);
    const nameOf = async (version: number) =>
      (await to.asOwner('GET', `/profile/versions/${version}`)).json.profile.name;
    for (const [version, name] of [
      [1, 'ours 1'],
      [70, 'ours 70'],
      [71, 'theirs 31'],
      [88, 'theirs 48'],
      [99, 'theirs 59'],
      [100, 'theirs 60'],
    ] as const)
      assert.equal(await nameOf(version), name, `${version}`);
  });

  test('invalid versions are refused before anything is written', async () => {
    const source = await server.newSite({ name: 'one' });
    await source.save({ name: 'two' });
    const document = (await source.asOwner('GET', '/export?versions=true')).json;
    const [one] = document.versions;
    const to = await server.newSite({ name: 'before' });
    for (const [versions, has] of [
      [{}, /^versions must be a list/],
      [[5], /^versions\[0\] does not have the format/],
      [[one, { ...one, saved_at: 'x' }], /^versions\[1\]\.saved_at does not have the format/],
      [[{ ...one, profile: { colour: 'x' } }], /^versions\[0\]\.profile: colour must/],
      [[{ ...one, profile: undefined }], /^versions\[0\] does not have the format/],
    ] as const) {
      const reply = await to.asOwner('POST', '/import', { ...document, versions });
      assert.deepEqual([reply.status, reply.json.code], [400, 'invalid'], reply.text);
      assert.match(reply.json.error, has);
    }
    assert.equal((await to.asOwner('GET', '')).json.version, 1);
  });
});
