import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { createLog, silentLog } from '../../src/kernel/log.ts';
import { assemble } from '../../src/server/assemble.ts';
import { readConfig } from '../../src/setup/config.ts';
import { importQuestions } from '../../src/store/site/transfers.ts';
import { type Reader, type Store, sql } from '../../src/store/store.ts';
import { allTables } from '../../src/store/tables.ts';
import { whatsappText } from '../fakes/messaging.ts';
import { runCommand } from '../fixtures/command-line.ts';
import { ask } from '../fixtures/server.ts';
import { temporaryFolder } from '../fixtures/server-process.ts';
import { askSite } from '../fixtures/visit-server.ts';
import { questionRow } from '../site/question-row.ts';
import { channelsOfSuite } from './channels-of-suite.ts';

/** The text of every row of every table. */
async function wholeText(store: Store): Promise<string> {
  const tables = await allTables(store, store.engine);
  const rows = await Promise.all(
    tables.map(({ name }) => store.all({ strings: [`SELECT * FROM ${name}`], parts: [] } as never)),
  );
  return JSON.stringify(rows);
}

describe('a person who is erased', () => {
  const folder = temporaryFolder({ after });
  const backup = path.join(folder, 'before.backup');
  const lines: string[] = [];
  const { server, owner, at, deliver, work } = channelsOfSuite(
    'sqlite',
    { log: createLog('debug', (line) => lines.push(line)) },
    { notify: { webhook: 'https://hook.test/x' } },
  );

  const erase = (contact: string) =>
    owner.send('DELETE', `${at.site}/people?contact=${encodeURIComponent(contact)}`);

  test('leaves no trace in the store, the exports and the log, and a late delivery brings nothing back', async () => {
    const { store } = server.installation;
    const id = `c_${randomBytes(16).toString('base64url')}`;
    const about = { question: 'Zanzibar delivery, I am Neema Wanjiru?', conversation: id };
    await askSite(server, at.site, { ...about, request_id: 'r1' });
    await ask(server, 'POST', `/v1/sites/${at.site}/conversations/${id}/person`);
    const lead = { contact: '+254 733 000 001', name: 'Neema Wanjiru', conversation: id };
    await ask(server, 'POST', `/v1/sites/${at.site}/leads`, { body: lead });
    for (const contact of ['0733 000-001', '00254 733 000 001', '733000001'])
      await ask(server, 'POST', `/v1/sites/${at.site}/leads`, {
        body: { contact, name: 'Neema W.' },
      });
    const message = whatsappText('wamid.HBgMMjU0NzMzMDAwMDAx', 'Zanzibar?', '254733000001');
    const [contact] = message.contacts;
    const value = { ...message, contacts: [{ ...contact, profile: { name: 'Neema Wanjiru' } }] };
    assert.equal((await deliver(value)).status, 200);
    await work();
    const other = { contact: 'juma@example.com', message: 'stays' };
    await ask(server, 'POST', `/v1/sites/${at.site}/leads`, { body: other });
    const environment = { BARAZA_DATA: server.installation.paths.folder };
    assert.equal((await runCommand(['backup', backup], environment)).code, 0);

    const traces = /Neema|Wanjiru|733.?000.?001|HBgMMjU0|Zanzibar/i;
    assert.match(await wholeText(store), traces);
    const { json: all } = await owner.send('GET', `${at.site}/people?contact=0733000001`);
    assert.deepEqual([all.leads.length, all.conversations.length], [4, 2]);
    const erased = await erase('0733 000 001');
    assert.deepEqual([erased.json.leads, erased.json.conversations], [4, 2]);
    assert.doesNotMatch(await wholeText(store), traces);
    const exported = await owner.send(
      'GET',
      `${at.site}/export?questions=true&conversations=true&leads=true`,
    );
    assert.doesNotMatch(exported.text, traces);
    assert.match(exported.text, /juma@example/);
    assert.doesNotMatch(lines.join('\n'), traces);
    assert.doesNotMatch(readFileSync(server.installation.paths.erased, 'utf8'), traces);
    // Meta repeats a delivery for days if it was not answered in time.
    assert.equal((await deliver(value)).status, 200);
    assert.doesNotMatch(await wholeText(store), traces);
  });

  test('is erased again when an older backup is restored, and the command says so', async (t) => {
    const list = path.join(folder, 'erased.jsonl');
    copyFileSync(server.installation.paths.erased, list);
    const into = path.join(folder, 'restored');
    const environment = { BARAZA_DATA: into };
    const missing = await runCommand(['restore', backup, '--erased', `${list}.none`], environment);
    assert.notEqual(missing.code, 0);
    assert.match(missing.err.join(), /There is no list of erased people at/);
    const restored = await runCommand(['restore', backup, '--erased', list], environment);
    assert.equal(restored.code, 0, restored.err.join('\n'));
    const sentence = 'This backup is older than the erasure of 1 person, who was erased again.';
    assert.ok(restored.out.includes(sentence), restored.out.join('\n'));
    const there = await assemble(readConfig(environment), silentLog);
    t.after(there.close);
    assert.doesNotMatch(await wholeText(there.store), /Neema|733.?000.?001|HBgMMjU0|Zanzibar/i);
    assert.deepEqual(await contacts(there.store), ['juma@example.com']);
    const plain = path.join(folder, 'plain');
    const without = await runCommand(['restore', backup], { BARAZA_DATA: plain });
    assert.ok(!without.out.join().includes('erased'));
    assert.equal((await runCommand(['restore', backup, '--json'], { BARAZA_DATA: plain })).code, 0);
  });

  test('is found by the id of a channel if there is no phone number, and erased with any number of rows', async () => {
    // More than one batch erases.
    const count = 205;
    for (let number = 0; number < count; number += 1) {
      const body = { contact: 'KE.991234', message: `message ${number}`, conversation: 'tab 9' };
      const reply = await ask(server, 'POST', `/v1/sites/${at.site}/leads`, { body });
      assert.equal(reply.status, 201, reply.text);
    }
    await askSite(server, at.site, { question: 'Do you deliver?', conversation: 'tab 9' });
    const { store, makeId } = server.assistant;
    const copies = Array.from({ length: count - 1 }, (_, number) =>
      questionRow({
        site_id: at.site,
        id: makeId('question'),
        question: `Do you deliver? ${number}`,
        conversation: 'tab 9',
      }),
    );
    await store.write((tx) => importQuestions(tx, copies));
    const message = { id: 'wamid.q', from_user_id: 'KE.991234', timestamp: '1763000000' };
    await deliver({ messages: [{ ...message, type: 'text', text: { body: 'Do you deliver?' } }] });
    const exported = await owner.send('GET', `${at.site}/people?contact=KE.991234`);
    const { leads, questions, conversations } = exported.json;
    assert.deepEqual([leads.length, questions.length, conversations.length], [count, count, 1]);
    const erased = await erase('KE.991234');
    const { deleted: _, ...counts } = erased.json;
    assert.deepEqual(counts, { leads: count, questions: count, conversations: 1 });
  });
});

async function contacts(reader: Reader): Promise<readonly string[]> {
  const rows = await reader.all<{ contact: string }>(sql`SELECT contact FROM leads`);
  return rows.map(({ contact }) => contact);
}
