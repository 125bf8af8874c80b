import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { dayMs, minuteMs, siteLimits } from '@baraza/contract';
import { createMailer, type Mailer } from '../../../src/delivery/mail.ts';
import { createNoticeSender } from '../../delivery/senders.ts';
import { type MailServer, openMailServer } from '../../fakes/mail-server.ts';
import { ask, defaultEngine } from '../../fixtures/server.ts';
import { shop, siteServerOfSuite } from '../../fixtures/visit-server.ts';

describe('an e-mail address for notices', () => {
  const { server } = siteServerOfSuite(defaultEngine);
  const newOwner = () => server.newOwner();
  let mailServer: MailServer;
  let mailer: Mailer;
  before(async () => {
    mailServer = await openMailServer();
    mailer = createMailer(mailServer.url);
    Object.assign(server.assistant.noticeTransports, { mailer });
  });
  after(async () => {
    mailer.close();
    await mailServer.close();
  });

  const deliver = async () => {
    const sender = createNoticeSender(server.assistant, { allowPrivate: true, mailer });
    sender.wake();
    await sender.idle();
    await sender.stop();
  };
  const mailsTo = (address: string) => mailServer.mails.filter(({ to }) => to.includes(address));
  const linkIn = (data: string) => {
    const text = data.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
    const [, path = ''] = /(\/confirm-email\?\S+)/.exec(text) ?? [];
    return path;
  };
  const withMail = (email: string, more: object = {}) => ({
    ...shop,
    languages: ['sw'],
    notify: { email, digest: 'instant' },
    ...more,
  });
  const siteWithMail = async (owner: Awaited<ReturnType<typeof newOwner>>, email: string) => {
    const site = await owner.newSite();
    await owner.send('PUT', `${site}/profile`, withMail(email));
    return site;
  };
  const lead = (site: string) =>
    ask(server, 'POST', `/v1/sites/${site}/leads`, { body: { contact: '0711000000' } });

  test('cannot be guessed: links that are not valid are limited, and valid ones are not', async () => {
    const owner = await newOwner();
    const address = 'guessed@example.com';
    await siteWithMail(owner, address);
    await deliver();
    const link = linkIn(mailsTo(address)[0]?.data ?? '');
    const guess = (method: string) => ask(server, method, '/confirm-email?token=guess');
    for (let guesses = 0; guesses < siteLimits.wrongLinksPerMinuteMax; guesses += 1)
      assert.equal((await guess(guesses % 2 === 0 ? 'GET' : 'POST')).status, 404);
    for (const method of ['GET', 'POST']) {
      const refused = await guess(method);
      assert.equal(refused.status, 429, refused.text);
      assert.ok(Number(refused.headers.get('retry-after')) > 0);
    }
    assert.equal((await ask(server, 'POST', link)).status, 200);
    server.clock.advance(minuteMs);
  });

  test('gets one mail with a link, and notices only after it was confirmed by a button', async () => {
    const owner = await newOwner();
    const address = 'one@example.com';
    const site = await owner.newSite(withMail(address));
    assert.equal((await owner.send('GET', site)).json.site.notify_email, 'waiting');
    await lead(site);
    await deliver();
    assert.equal(mailsTo(address).length, 1);
    const tried = await owner.send('POST', `${site}/notices/test`);
    assert.equal(tried.json.sent[0].delivered, false);

    const link = linkIn(mailsTo(address)[0]?.data ?? '');
    const shown = await ask(server, 'GET', link);
    assert.equal(shown.status, 200);
    assert.match(shown.text, /lang="sw"[\s\S]*Ndiyo, thibitisha/);
    assert.match(shown.text, new RegExp(address));
    // A program that checks links has confirmed nothing.
    assert.equal((await owner.send('GET', site)).json.site.notify_email, 'waiting');
    assert.equal((await ask(server, 'POST', link)).status, 200);
    assert.equal((await ask(server, 'POST', link)).status, 404);
    assert.equal((await ask(server, 'GET', link)).status, 404);
    assert.equal((await owner.send('GET', site)).json.site.notify_email, 'confirmed');
    await deliver();
    assert.equal(mailsTo(address).length, 2, 'the notice that was held');
    assert.equal((await owner.send('POST', `${site}/notices/confirm`)).status, 409);

    // Another site of the same owner need not confirm it again; another owner must.
    const second = await owner.newSite(withMail(address));
    assert.equal((await owner.send('GET', second)).json.site.notify_email, 'confirmed');
    const stranger = await newOwner();
    const other = await stranger.newSite(withMail(address));
    assert.equal((await stranger.send('GET', other)).json.site.notify_email, 'waiting');
  });

  test('can ask for the link again, three times a day in all; only the latest works, for three days', async () => {
    const owner = await newOwner();
    const address = 'again@example.com';
    const site = await siteWithMail(owner, address);
    const again = () => owner.send('POST', `${site}/notices/confirm`);
    assert.deepEqual([(await again()).status, (await again()).status], [202, 202]);
    const refused = await again();
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    await deliver();
    const links = mailsTo(address).map(({ data }) => linkIn(data));
    assert.equal(links.length, 3);
    const pages = await Promise.all(links.map((link) => ask(server, 'GET', link)));
    assert.equal(pages.filter(({ status }) => status === 200).length, 1);
    server.clock.advance(3 * dayMs + 1);
    for (const link of links) assert.equal((await ask(server, 'POST', link)).status, 404);
    assert.equal((await again()).status, 202);
  });

  test('is asked once more only when it changes', async () => {
    const owner = await newOwner();
    const [first, next] = ['first@example.com', 'next@example.com'];
    const site = await siteWithMail(owner, first);
    await deliver();
    await owner.send('PATCH', `${site}/profile`, { name: 'Duka' });
    await owner.send('PATCH', `${site}/profile`, { notify: { email: next } });
    await deliver();
    assert.deepEqual([mailsTo(first).length, mailsTo(next).length], [1, 1]);
  });
});
