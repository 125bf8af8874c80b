import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { consoleLimits, dayMs, memberListSchema } from '@baraza/contract';
import { createMac } from '../../src/access/mac.ts';
import { requestLink as requestSignInLink } from '../../src/console/people/sign-in-link.ts';
import type { Mail } from '../../src/delivery/mail.ts';
import { type Store, sql } from '../../src/store/store.ts';
import { type MailServer, mailText, openMailServer } from '../fakes/mail-server.ts';
import { ask, engines } from '../fixtures/server.ts';
import { type Browser, consoleOfSuite, ownPage } from './console-server.ts';

const members = '/console/members';
const session = '/console/session';

for (const engine of engines)
  describe(`addresses and links of members on ${engine}`, () => {
    let mail: MailServer;
    before(async () => {
      mail = await openMailServer();
    });
    after(() => mail.close());
    const server = consoleOfSuite(engine, { smtpUrl: () => mail.url });
    let names = 0;
    const newAddress = () => {
      names += 1;
      return `person-${names}-${engine}@example.com`;
    };

    async function newOwner() {
      const owner = await server.siteServer.newOwner();
      const browser = await server.signIn({ link: await server.newLink(owner.id) });
      return { ownerId: owner.id, memberId: browser.view.json.member.id as string, ...browser };
    }

    async function invite(by: Browser, role = 'editor') {
      const { json } = await by.call('POST', members, { name: 'Juma', role });
      const browser = await server.signIn({ link: json.url.split('/#/enter/')[1] });
      return { memberId: json.id as string, ...browser };
    }

    const requestLink = (email: string) =>
      ask(server, 'POST', '/console/sign-in/link', { body: { email }, headers: ownPage });

    /** The mails to an address, once there are so many. */
    async function mailsTo(address: string, count: number) {
      for (;;) {
        const found = mail.mails.filter(({ to }) => to.includes(address));
        if (found.length >= count) return found.map(({ data }) => mailText(data));
        await mail.arrived(mail.mails.length + 1);
      }
    }

    const linkIn = (text = '') => /#\/enter\/([\w.-]+)/.exec(text)?.[1] ?? '';
    const proofIn = (text = '') => /#\/account\/([\w.-]+)/.exec(text)?.[1] ?? '';

    async function setAddress(by: Browser & { memberId: string }, email: string | null) {
      const { status, json } = await by.call('PATCH', `${members}/${by.memberId}`, { email });
      assert.deepEqual([status, json.email], [200, email]);
      return json.confirmedEmail as string | null;
    }

    async function confirm(by: Browser & { memberId: string }, email: string) {
      await setAddress(by, email);
      const link = proofIn((await mailsTo(email, 1))[0]);
      const confirmed = await by.call('POST', '/console/email', { link });
      assert.deepEqual([confirmed.status, confirmed.json.confirmedEmail], [200, email]);
    }

    test('an address of somebody else signs nobody in, and does not keep its holder out', async () => {
      const boss = await newOwner();
      const juma = await invite(boss);
      const address = newAddress();
      assert.equal(await setAddress(juma, address), null);
      const [sent] = await mailsTo(address, 1);
      // Whoever reads the mail of the address is not led into the account of the other person.
      assert.equal(linkIn(sent), '');
      const refused = await boss.call('POST', '/console/email', { link: proofIn(sent) });
      assert.deepEqual([refused.status, refused.json.code], [409, 'conflict']);
      await requestLink(address);
      await setAddress(boss, address);
      const [, own] = await mailsTo(address, 2);
      const confirmed = await boss.call('POST', '/console/email', { link: proofIn(own) });
      assert.deepEqual([confirmed.status, confirmed.json.confirmedEmail], [200, address]);
      await requestLink(address);
      const [, , signIn] = await mailsTo(address, 3);
      const back = await server.signIn({ link: linkIn(signIn) });
      assert.equal(back.view.json.member.id, boss.memberId);
      // The one who came second cannot have it any more, with any link.
      const late = await juma.call('POST', '/console/email', { link: proofIn(sent) });
      assert.deepEqual([late.status, late.json.code], [409, 'conflict']);
      const taken = await juma.call('PATCH', `${members}/${juma.memberId}`, { email: address });
      assert.equal(taken.status, 200, 'it is theirs as they entered it, unconfirmed');
      const third = await invite(boss);
      const again = await third.call('PATCH', `${members}/${third.memberId}`, { email: address });
      assert.deepEqual([again.status, again.json.code], [409, 'conflict']);
    });

    test('until a new address is confirmed the old one signs in, and after that only the new one', async () => {
      const asha = await newOwner();
      const [old, next] = [newAddress(), newAddress()];
      await confirm(asha, old);
      assert.equal(await setAddress(asha, next), old);
      await requestLink(next);
      await requestLink(old);
      const [, link] = await mailsTo(old, 2);
      const inOld = await server.signIn({ link: linkIn(link) });
      assert.equal(inOld.view.json.member.id, asha.memberId);
      assert.deepEqual(
        [inOld.view.json.member.email, inOld.view.json.member.confirmedEmail],
        [next, old],
      );
      await requestLink(old);
      const [, , onItsWay] = await mailsTo(old, 3);
      const proof = proofIn((await mailsTo(next, 1))[0]);
      assert.equal((await asha.call('POST', '/console/email', { link: proof })).status, 200);
      // Twice is not an error: a mail is opened again.
      assert.equal((await asha.call('POST', '/console/email', { link: proof })).status, 200);
      assert.equal((await server.signIn({ link: linkIn(onItsWay) })).view.status, 401);
      await requestLink(next);
      const [, inNext] = await mailsTo(next, 2);
      assert.equal((await server.signIn({ link: linkIn(inNext) })).view.status, 200);
      assert.equal(await setAddress(asha, null), null);
      const { json } = await asha.call('GET', members);
      assert.deepEqual(memberListSchema.parse(json), json);
    });

    test('a link that confirms an address counts for three days, for that address and that person', async () => {
      const asha = await newOwner();
      const [first, second] = [newAddress(), newAddress()];
      await setAddress(asha, first);
      const proof = proofIn((await mailsTo(first, 1))[0]);
      await setAddress(asha, second);
      const forAnother = await asha.call('POST', '/console/email', { link: proof });
      assert.equal(forAnother.status, 409);
      const mine = proofIn((await mailsTo(second, 1))[0]);
      const [until = ''] = mine.split('.');
      const forged = [
        '',
        mine.slice(0, -1),
        `${Number(until) + 1}${mine.slice(until.length)}`,
        `${until}.${createMac(Buffer.alloc(32)).of('member address', 'x')}`,
      ];
      for (const link of forged)
        assert.equal((await asha.call('POST', '/console/email', { link })).status, 409, link);
      server.siteServer.clock.advance(consoleLimits.confirmationMs + 1);
      assert.equal((await asha.call('POST', '/console/email', { link: mine })).status, 409);
      assert.equal((await ask(server, 'POST', '/console/email', { body: {} })).status, 401);
      assert.equal((await asha.call('POST', '/console/email/link')).status, 202);
      const [, again] = await mailsTo(second, 2);
      const late = await asha.call('POST', '/console/email', { link: proofIn(again) });
      assert.equal(late.status, 200);
      assert.equal((await asha.call('POST', '/console/email/link')).status, 409);
    });

    test('nobody can be sent more than three such links a day by the people of one owner', async () => {
      const asha = await newOwner();
      const address = newAddress();
      await setAddress(asha, address);
      for (const status of [202, 202, 429, 429])
        assert.equal((await asha.call('POST', '/console/email/link')).status, status);
      await mailsTo(address, 3);
      server.siteServer.clock.advance(dayMs + 1);
      assert.equal((await asha.call('POST', '/console/email/link')).status, 202);
      assert.equal((await mailsTo(address, 4)).length, 4);
    });

    test('an invitation by e-mail confirms the address, and the link that the owner sees does not', async () => {
      const asha = await newOwner();
      for (const byMail of [true, false]) {
        const email = newAddress();
        const made = await asha.call('POST', members, { name: 'Juma', email, role: 'editor' });
        assert.deepEqual([made.json.mailed, made.json.confirmedEmail], [true, null]);
        const mailed = linkIn((await mailsTo(email, 1))[0]);
        const shown = made.json.url.split('/#/enter/')[1];
        const [used, other] = byMail ? [mailed, shown] : [shown, mailed];
        const juma = await server.signIn({ link: used });
        assert.equal(juma.view.json.member.confirmedEmail, byMail ? email : null);
        assert.equal((await server.signIn({ link: other })).view.status, 401);
      }
    });

    test('an invitation goes to no address that its member entered without confirming it', async () => {
      const boss = await newOwner();
      const juma = await invite(boss);
      const address = newAddress();
      await setAddress(juma, address);
      const renewed = await boss.call('POST', `${members}/${juma.memberId}/invite`);
      assert.deepEqual([renewed.status, renewed.json.mailed], [201, false]);
    });

    test('a link ends when another one of the same person is used, however each was made', async () => {
      const asha = await newOwner();
      const address = newAddress();
      await confirm(asha, address);
      const other = await newOwner();
      const kept = await server.newLink(other.ownerId);
      for (const _ of [1, 2, 3]) await requestLink(address);
      const mails = (await mailsTo(address, 4)).slice(1).map(linkIn);
      // A request alone ends nothing, or strangers could end a link.
      const operator = await server.newLink(asha.ownerId, true);
      const links = [...mails, operator];
      assert.equal((await server.signIn({ link: links[1] ?? '' })).view.status, 200);
      for (const link of links)
        assert.equal((await server.signIn({ link })).view.status, 401, 'an ended link');
      assert.equal((await server.signIn({ link: kept })).view.status, 200);
    });

    test('of several links of one person that are used at once, one opens a session', async () => {
      const asha = await newOwner();
      const links = [];
      for (const _ of [1, 2, 3, 4, 5, 6]) links.push(await server.newLink(asha.ownerId));
      const opened = await Promise.all(links.map((link) => server.signIn({ link })));
      assert.deepEqual(
        opened.map(({ view }) => view.status).toSorted((one, two) => one - two),
        [200, 401, 401, 401, 401, 401],
      );
    });

    test('a link is not sent to an address that is taken from its member at the same moment', async () => {
      const asha = await newOwner();
      const address = newAddress();
      await confirm(asha, address);
      const { console } = server;
      const { store } = console.keyring;
      const made = Promise.withResolvers<void>();
      const sent: string[] = [];
      const seeing: Store = {
        ...store,
        // The look-up of the members sees the address; then it goes.
        all: async (query) => {
          const rows = await store.all(query);
          await setAddress(asha, null);
          return rows as never;
        },
        write: (job, options) => {
          const writing = store.write(job, options);
          made.resolve(writing.then(() => {}));
          return writing;
        },
      };
      const mailing = ({ to }: Mail) => void sent.push(to);
      const keyring = { ...console.keyring, store: seeing };
      const raw = { headers: {}, socket: { remoteAddress: '127.0.0.1' } } as IncomingMessage;
      await requestSignInLink({ ...console, keyring, mailing }, address, raw);
      await made.promise;
      const links = await store.all(
        sql`SELECT 1 FROM console_links WHERE member_id = ${asha.memberId}`,
      );
      assert.deepEqual([links, sent], [[], []]);
    });

    test('of two members with the same address who confirm at once, one has it', async () => {
      const asha = await newOwner();
      const juma = await invite(asha);
      const address = newAddress();
      await setAddress(asha, address);
      await mailsTo(address, 1);
      await setAddress(juma, address);
      const proofs = (await mailsTo(address, 2)).map(proofIn);
      const both = await Promise.all(
        [asha, juma].map((one, index) =>
          one.call('POST', '/console/email', { link: proofs[index] ?? '' }),
        ),
      );
      assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409]);
    });

    test('a platform key has no address', async () => {
      const owner = await server.siteServer.platformServer.newOwner();
      const key = await server.signIn({ credential: owner.key });
      assert.equal((await key.call('GET', session)).status, 200);
      for (const path of ['/console/email', '/console/email/link'])
        assert.equal((await key.call('POST', path, { link: 'x' })).status, 403);
    });
  });

describe('addresses where no mail is sent', () => {
  const server = consoleOfSuite();

  test('an address is kept, stays unconfirmed, and the console can say so', async () => {
    const owner = await server.siteServer.newOwner();
    const asha = await server.signIn({ link: await server.newLink(owner.id) });
    const { id } = asha.view.json.member;
    assert.equal(asha.view.json.services.signInMail, false);
    const email = 'asha@example.com';
    const saved = await asha.call('PATCH', `${members}/${id}`, { email });
    assert.deepEqual(
      [saved.status, saved.json.email, saved.json.confirmedEmail],
      [200, email, null],
    );
    const refused = await asha.call('POST', '/console/email/link');
    assert.deepEqual([refused.status, refused.json.code], [409, 'conflict']);
  });
});
