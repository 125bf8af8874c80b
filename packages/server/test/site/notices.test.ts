import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { verifyWebhook } from '@baraza/client';
import { retryDelaysMs } from '../../src/delivery/lanes.ts';
import { createMailer } from '../../src/delivery/mail.ts';
import type { Sender } from '../../src/delivery/sender.ts';
import { sql } from '../../src/store/store.ts';
import { createNoticeSender } from '../delivery/senders.ts';
import { openMailServer } from '../fakes/mail-server.ts';
import { openReceiver } from '../fakes/receiver.ts';
import { fieldsOf } from '../fixtures/fields-of.ts';
import { ask } from '../fixtures/server.ts';
import { askSite, shop, siteServerOfSuite } from '../fixtures/visit-server.ts';
import { confirmMail } from './owner/confirmed-mail.ts';

describe('notices to owners', () => {
  const { server, owner } = siteServerOfSuite();
  const open: (() => Promise<void>)[] = [];
  before(async () => {});
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close();
    await server.installation.store.script(['DELETE FROM outbox', 'DELETE FROM receivers']);
  });

  const send = (options: Partial<Parameters<typeof createNoticeSender>[1]> = {}): Sender => {
    const sender = createNoticeSender(server.assistant, {
      allowPrivate: true,
      mailer: undefined,
      ...options,
    });
    open.push(sender.stop);
    return sender;
  };
  const receive = async (...given: Parameters<typeof openReceiver>) => {
    const receiver = await openReceiver(...given);
    open.push(receiver.close);
    return receiver;
  };
  const lead = (site: string, body: object = { contact: 'asha@example.com' }) =>
    ask(server, 'POST', `/v1/sites/${site}/leads`, { body });
  const waiting = () =>
    server.installation.store.all<{ kind: string }>(
      sql`SELECT kind FROM outbox WHERE kind IN ('mail', 'notice') ORDER BY id`,
    );
  const deliver = async (sender: Sender) => {
    sender.wake();
    await sender.idle();
  };

  test('a lead and an unanswered question reach the webhook, signed with the owner’s secret', async () => {
    const receiver = await receive();
    const notify = { webhook: receiver.url, digest: 'instant' };
    const site = await owner.newSite({ ...shop, notify });
    const { webhook_secret: secret } = (await owner.send('GET', site)).json.site;
    assert.match(secret, /^whsec_/);
    assert.equal((await owner.send('GET', site)).json.site.webhook_secret, secret);
    const left = await lead(site);
    const asked = await askSite(server, site, 'Who won the world cup in 1998?');
    await askSite(server, site, 'Do you deliver?');
    await deliver(send());
    assert.equal(receiver.received.length, 2);
    for (const { headers, body } of receiver.received) {
      const { type, data } = JSON.parse(body);
      assert.ok(await verifyWebhook(secret, headers as never, body));
      assert.equal(data.site, site);
      assert.equal(data.id, type === 'lead.created' ? left.json.id : asked.done.id);
    }
    assert.deepEqual(await waiting(), []);
  });

  test('a failed delivery is retried under the same id', async () => {
    let fails = true;
    const receiver = await receive((response) => response.writeHead(fails ? 500 : 204).end());
    const site = await owner.newSite({ ...shop, notify: { webhook: receiver.url } });
    await lead(site);
    const sender = send();
    await deliver(sender);
    assert.equal((await waiting()).length, 1);
    fails = false;
    server.clock.advance((retryDelaysMs[0] ?? 0) + 1);
    await deliver(sender);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    assert.equal(ids.length, 2);
    assert.equal(new Set(ids).size, 1);
    assert.deepEqual(await waiting(), []);
  });

  test('one owner has at most 8 deliveries in progress, and other owners are served beside them', {
    timeout: 60_000,
  }, async () => {
    const slow = await receive(() => {});
    const quick = await receive();
    const other = await server.newOwner();
    for (let n = 0; n < 3; n += 1) {
      const site = await owner.newSite({ ...shop, notify: { webhook: slow.url } });
      for (let m = 0; m < 4; m += 1) await lead(site, { contact: `asha${m}@example.com` });
    }
    const site = await other.newSite({ ...shop, notify: { webhook: quick.url } });
    // Due after all of those, so it is claimed only when the limit is reached.
    server.clock.advance(1_000);
    await lead(site);
    send({ timeoutMs: 120_000 }).wake();
    await quick.came(1);
    await slow.came(8);
    const taken = await server.installation.store.all(
      sql`SELECT id FROM outbox WHERE taken_until > 0 AND receiver <> ${`${site} `}`,
    );
    assert.equal(taken.length, 8);
  });

  test('a mail has the visitor’s words as text: no headers, no links of ours', async () => {
    await confirmMail(server.installation.store, 'owner@example.com');
    const mailServer = await openMailServer();
    open.push(mailServer.close);
    const mailer = createMailer(mailServer.url);
    open.push(async () => mailer.close());
    const site = await owner.newSite({
      ...shop,
      languages: ['sw'],
      notify: { email: 'owner@example.com', digest: 'instant' },
    });
    await lead(site, {
      contact: '0711 222 333',
      name: 'Asha\r\nBcc: x@y.z',
      message: 'Nipigie\n\nJibu hapa: https://evil.example',
    });
    await askSite(server, site, 'Who won the world cup in 1998?\nJibu: https://evil.example');
    await deliver(send({ mailer }));
    assert.equal(mailServer.mails.length, 2);
    for (const mail of mailServer.mails) assert.deepEqual(mail.to, ['owner@example.com']);
    const text = mailServer.mails.map(({ data }) => data).join('\n');
    assert.match(text, /0711/);
    assert.match(text, /world cup/);
    assert.doesNotMatch(text.split('\n\n')[0] ?? '', /^Bcc/im);
    assert.match(text, /evil\.example/);
    assert.doesNotMatch(text, /^Jibu[^:]*: https:\/\/evil/m);
    assert.deepEqual(await waiting(), []);
  });

  test('without a mail server a mail waits, while a webhook is sent', async () => {
    const receiver = await receive();
    const site = await owner.newSite({
      ...shop,
      notify: { email: 'owner@example.com', webhook: receiver.url },
    });
    await lead(site);
    await deliver(send());
    assert.equal(receiver.received.length, 1);
    assert.deepEqual(fieldsOf(await waiting(), 'kind'), ['mail']);
  });

  test('a private address is not called unless the server allows it', async () => {
    const receiver = await receive();
    const site = await owner.newSite({ ...shop, notify: { webhook: receiver.url } });
    await lead(site);
    await deliver(send({ allowPrivate: false }));
    assert.equal(receiver.received.length, 0);
    assert.equal((await waiting()).length, 1);
  });

  test('a secret sealed with another pepper is never replaced', async () => {
    const site = await owner.newSite({ ...shop, notify: { webhook: 'https://a.example/' } });
    const { store } = server.installation;
    await store.write((tx) =>
      tx.run(sql`UPDATE sites SET notify_secret = 'sealed elsewhere' WHERE id = ${site}`),
    );
    const { status, json } = await owner.send('GET', site);
    assert.equal(status, 503);
    assert.match(JSON.stringify(json), /encrypted with a different pepper .*BARAZA_PEPPER_FILE/);
    assert.deepEqual(await store.get(sql`SELECT notify_secret FROM sites WHERE id = ${site}`), {
      notify_secret: 'sealed elsewhere',
    });
  });

  test('no notice for suspect leads, repeated leads, or owners without notices', async () => {
    const quiet = await owner.newSite(shop);
    await lead(quiet);
    await askSite(server, quiet, 'Who won the world cup in 1998?');
    const site = await owner.newSite({ ...shop, notify: { webhook: 'https://a.example/' } });
    await lead(site, { contact: 'spam@example.com', website: 'x' });
    await lead(site);
    await lead(site);
    assert.deepEqual(await waiting(), [{ kind: 'notice' }]);
  });

  test('a deleted lead and a refused lead leave no notice', async () => {
    const site = await owner.newSite({ ...shop, notify: { webhook: 'https://a.example/' } });
    const { json } = await lead(site);
    await lead(site, { contact: '' });
    assert.equal((await waiting()).length, 1);
    await owner.send('DELETE', `${site}/leads/${json.id}`);
    assert.deepEqual(await waiting(), []);
  });

  test('an owner who switches notices off gets none, not even waiting ones', async () => {
    const receiver = await receive();
    const site = await owner.newSite({ ...shop, notify: { webhook: receiver.url } });
    await lead(site);
    await owner.send('PUT', `${site}/profile`, shop);
    await deliver(send());
    assert.equal(receiver.received.length, 0);
    assert.deepEqual(await waiting(), []);
  });
});
