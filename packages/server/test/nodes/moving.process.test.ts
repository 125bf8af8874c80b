/** A site that goes to another installation: frozen, exported, imported, relocated; and either of them killed. */
import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { createSiteClient } from '@baraza/client';
import { openTalk } from '../fixtures/event-stream.ts';
import { eventually, temporaryFolder } from '../fixtures/server-process.ts';
import { ask as request } from '../sockets/requests.ts';
import {
  ask,
  deliver,
  type Installation,
  newConversation,
  openBoth,
  openShop,
  siteId,
  visits,
} from './moving-sites.ts';

const question = { question: 'Do you deliver?' };

test('a site moves with everything, and nothing is lost, asked or sent twice', async (t) => {
  const both = await openBoth(t);
  const { here, there, service, receiver, hook } = both;
  const shop = await openShop(both);
  const file = path.join(temporaryFolder(t), 'duka.json');
  const before = {
    details: (await shop.asOwner('GET', '')).json,
    usage: (await shop.asOwner('GET', '/usage')).json,
    talks: (await shop.asOwner('GET', '/conversations')).json.conversations,
    person: (await shop.asOwner('GET', `/conversations/${shop.withPerson.id}`)).json,
    leads: (await shop.asOwner('GET', '/leads')).json.leads,
    questions: (await shop.asOwner('GET', '/questions')).json.questions,
  };
  const events = `${visits}/conversations/${shop.withPerson.id}/events`;
  const secret = `conversation_secret=${shop.withPerson.secret}`;
  const stream = await openTalk(`${here.url}${events}?${secret}`);
  await stream.until((all) => all.length > 0);

  assert.match(await here.refused('sites', 'export', siteId, '--all', file), /--moving/);
  const frozenAt = performance.now();
  await here.command('sites', 'pause', siteId, '--moving');
  hook.isDown = false;
  const attempts = receiver.received.length;
  await assertFrozen(here, shop.asOwner);
  await here.kill();
  await assertFrozen(here, shop.asOwner);

  const exported = await here.command('sites', 'export', siteId, '--all', file);
  assert.equal(exported.bytes, statSync(file).size);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.match(await here.refused('sites', 'export', siteId, '--all', file), /EEXIST/);
  const imported = await there.command('sites', 'import', file);
  assert.deepEqual([imported.owner, imported.from], [shop.owner, here.url]);
  await there.kill();
  assert.equal((await ask(there, question)).status, 503);
  assert.match(await there.refused('sites', 'import', file), /already/);

  await here.command('sites', 'relocate', siteId, there.url);
  await here.kill();
  assert.equal((await ask(here, question, 'manual')).status, 308);
  assert.match(await here.refused('sites', 'resume', siteId), /relocate/);
  assert.equal(receiver.received.length, attempts, 'something was sent for a frozen site');
  await there.command('sites', 'resume', siteId);
  const frozenMs = performance.now() - frozenAt;
  t.diagnostic(`not served for ${Math.round(frozenMs)} ms, with three restarts`);

  // The visitor comes by the old address, also with an application that was opened before.
  const client = createSiteClient({ operator: here.url, site: siteId, siteKey: shop.key });
  assert.equal((await client.config()).business, 'Duka la Asha');
  const repeated = await ask(here, {
    ...question,
    conversation: shop.withPerson.id,
    request_id: 'the-first-request',
  });
  assert.equal(repeated.done.id, shop.first.done.id);
  const base = await request(here, 'GET', `${visits}/operator`);
  assert.deepEqual(base.json, { base: there.url, same_key: true });
  const { key } = await there.command('owners', 'key', '--owner', shop.owner);
  const asOwner = (method: string, at: string, body?: unknown) =>
    shop.asOwner(method, at, body, there, key);
  const went = await openTalk(`${here.url}${events}?${secret}`);
  await asOwner('POST', `/conversations/${shop.withPerson.id}/messages`, { text: 'From there.' });
  await went.until((all) => all.some(({ data }) => JSON.stringify(data).includes('From there.')));
  await went.leave();

  // All of it is there.
  const after = (await asOwner('GET', '')).json;
  assert.equal(after.site.key, shop.key);
  assert.deepEqual(after.profile, before.details.profile);
  assert.equal(after.site.webhook_secret, before.details.site.webhook_secret);
  assert.deepEqual((await asOwner('GET', '/leads')).json.leads, before.leads);
  assert.deepEqual((await asOwner('GET', '/questions')).json.questions, before.questions);
  assert.deepEqual((await asOwner('GET', '/usage')).json, before.usage);
  const talks = (await asOwner('GET', '/conversations')).json.conversations;
  const shown = (all: readonly { id: string; state: string; channel: string }[]) =>
    all.map(({ id, state, channel }) => `${id} ${state} ${channel}`).sort();
  assert.deepEqual(shown(talks), shown(before.talks));
  const person = (await asOwner('GET', `/conversations/${shop.withPerson.id}`)).json;
  assert.deepEqual(person.messages.slice(0, -1), before.person.messages);

  // What waited is sent once, and only from there; the WhatsApp conversation goes on with its peer.
  await eventually(async () => receiver.received.length === attempts + 2);
  const sent = receiver.received.slice(attempts).map(({ json }) => json.type);
  assert.deepEqual(sent.sort(), ['conversation.waiting', 'lead.created']);
  const tried = new Set(receiver.received.slice(0, attempts).map(({ id }) => id));
  for (const { id } of receiver.received.slice(attempts)) assert.ok(tried.has(id), id);
  assert.equal((await deliver(there, 'wamid.2', 'Do you deliver?')).status, 200);
  await eventually(async () => service.sent.length === 2);
  assert.equal(
    (await asOwner('GET', '/conversations?channel=whatsapp')).json.conversations.length,
    1,
  );

  await here.command('sites', 'delete', siteId, '--yes');
  assert.equal((await ask(here, question, 'manual')).status, 308);
  assert.match(await here.refused('sites', 'create', siteId, '--owner', shop.owner), /moved/);
  assert.equal((await ask(here, question)).done.answered, true);
});

test('a move can be given up before and after the import, and a site can come home', async (t) => {
  const both = await openBoth(t);
  const { here, there } = both;
  const shop = await openShop(both);
  const folder = temporaryFolder(t);
  const move = async (from: Installation, to: Installation, name: string) => {
    const file = path.join(folder, name);
    await from.command('sites', 'pause', siteId, '--moving');
    await from.command('sites', 'export', siteId, '--all', file);
    await to.command('sites', 'import', file);
    return file;
  };
  await here.command('sites', 'pause', siteId, '--moving');
  await here.command('sites', 'resume', siteId);
  assert.equal((await ask(here, question)).done.answered, true);
  const file = await move(here, there, 'given-up.json');
  await here.command('sites', 'relocate', siteId, there.url);
  await here.command('sites', 'relocate', siteId);
  await here.command('sites', 'resume', siteId);
  await there.command('sites', 'delete', siteId, '--yes');
  assert.equal((await ask(here, question)).done.answered, true);

  // A file that is refused leaves nothing.
  const text = readFileSync(file, 'utf8');
  for (const [wrong, said] of [
    [text.replace('"table":"channels"', '"table":"owners"'), /rows\[\d+\]/],
    [text.replace('"kind":"person"', '"kind":"anybody"'), /rows\[\d+\]/],
    [text.replace(/"plan":"[a-z]+"/, '"plan":7'), /moved\.site\.plan/],
    [text.replace('"moved":', '"left":'), /sites export --all/],
  ] as const) {
    const broken = path.join(folder, 'broken.json');
    writeFileSync(broken, wrong);
    assert.match(await there.refused('sites', 'import', broken), said);
    assert.equal((await ask(there, question)).status, 404);
  }

  const frozenAt = performance.now();
  await move(here, there, 'there.json');
  await here.command('sites', 'relocate', siteId, there.url);
  await there.command('sites', 'resume', siteId);
  t.diagnostic(`not served for ${Math.round(performance.now() - frozenAt)} ms`);
  await ask(there, { question: 'Do you deliver on Mondays?', conversation: newConversation() });
  await move(there, here, 'home.json');
  await there.command('sites', 'relocate', siteId, here.url);
  await here.command('sites', 'resume', siteId);
  assert.equal((await ask(there, question)).done.answered, true);
  const { questions } = (await shop.asOwner('GET', '/questions')).json;
  assert.ok(questions.some((one: { question: string }) => /Mondays/.test(one.question)));
  const talk = await shop.asOwner('GET', `/conversations/${shop.waits.id}`);
  assert.equal(talk.json.conversation?.state ?? talk.json.state, 'waiting');
});

async function assertFrozen(
  server: Installation,
  asOwner: Awaited<ReturnType<typeof openShop>>['asOwner'],
): Promise<void> {
  const asked = await ask(server, question);
  assert.equal(asked.status, 503);
  assert.ok(Number(asked.retryAfter) > 0);
  const lead = await request(server, 'POST', `${visits}/leads`, { body: { contact: '0700 1' } });
  assert.deepEqual([lead.status, lead.json.code], [503, 'busy']);
  assert.equal((await deliver(server, 'wamid.late', 'Hello?')).status, 503);
  assert.equal((await asOwner('PATCH', '/profile', { about: 'x' })).status, 503);
  assert.equal((await asOwner('POST', '/resume')).status, 503);
  assert.equal((await asOwner('GET', '')).json.site.status, 'frozen');
  assert.equal((await request(server, 'GET', `${visits}/config`)).status, 200);
}
