import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  consoleLimits,
  dayMs,
  invitedMemberSchema,
  type MemberRole,
  memberListSchema,
  minuteMs,
} from '@baraza/contract';
import { type MailServer, mailText, openMailServer, type Received } from '../fakes/mail-server.ts';
import { fieldsOf } from '../fixtures/fields-of.ts';
import { ask, defaultEngine, engines } from '../fixtures/server.ts';
import { type Browser, consoleOfSuite, ownPage } from './console-server.ts';

const members = '/console/members';
const session = '/console/session';

for (const engine of engines)
  describe(`members of an owner on ${engine}`, () => {
    const server = consoleOfSuite(engine);

    async function newOwner() {
      const owner = await server.siteServer.newOwner();
      const browser = await server.signIn({ link: await server.newLink(owner.id) });
      return { owner, ...browser };
    }

    async function invite(by: Browser, role: MemberRole, name = 'Juma') {
      const made = await by.call('POST', members, { name, role });
      assert.equal(made.status, 201);
      const browser = await server.signIn({ link: made.json.url.split('/#/enter/')[1] });
      return { id: made.json.id as string, ...browser };
    }

    for (const [end, act] of [
      ['removed', (by: Browser, id: string) => by.call('DELETE', `${members}/${id}`)],
      [
        'no longer an owner',
        (by: Browser, id: string) => by.call('PATCH', `${members}/${id}`, { role: 'editor' }),
      ],
    ] as const)
      test(`the keys of a member end who is ${end}, and those that were made with them`, async () => {
        const asha = await newOwner();
        const juma = await invite(asha, 'owner');
        const keys = '/console/keys';
        const make = async (by: Browser, wanted: object) => {
          const { status, json } = await by.call('POST', keys, wanted);
          assert.equal(status, 201);
          return json.key as string;
        };
        const platform = { type: 'platform', name: 'a', scopes: ['data:read'] };
        const use = async (key: string) =>
          (await ask(server, 'GET', '/api/platform/resources', { key })).status;
        const signIn = async (credential: string) =>
          (await server.signIn({ credential })).view.status;
        const first = await make(juma, platform);
        const credential = await make(juma, { type: 'owner', name: 'b' });
        const asFirst = await server.signIn({ credential });
        const second = await make(asFirst, platform);
        const other = await make(asFirst, { type: 'owner', name: 'c' });
        // A key of the owner whose text the member learnt by rotating it.
        const kept = await make(asha, platform);
        const { json } = await asha.call('GET', keys);
        const [website] = json.keys.filter(({ type }: { type: string }) => type === 'platform');
        const rotated = await juma.call('POST', `${keys}/${website.id}/rotate`, {
          graceMinutes: 0,
        });
        assert.equal(rotated.status, 201);
        assert.deepEqual([await use(second), await use(kept)], [200, 200]);
        assert.equal((await act(asha, juma.id)).status, 200);
        assert.deepEqual(
          [await use(first), await use(second), await use(rotated.json.key), await use(kept)],
          [401, 401, 401, 200],
        );
        assert.deepEqual([await signIn(credential), await signIn(other)], [401, 401]);
        assert.equal((await asFirst.call('GET', session)).status, 401);
      });

    test('a person comes in by a link, once, with a role, a name and a session of thirty days', async () => {
      const asha = await newOwner();
      const made = await asha.call('POST', members, {
        name: ' Juma ',
        email: 'Juma@Example.com',
        role: 'editor',
      });
      assert.deepEqual([made.status, invitedMemberSchema.parse(made.json)], [201, made.json]);
      assert.deepEqual(
        [made.json.name, made.json.email, made.json.mailed, made.json.joinedAt],
        ['Juma', 'juma@example.com', false, null],
      );
      assert.equal(
        Math.round((Date.parse(made.json.expiresAt) - server.console.platform.clock()) / dayMs),
        7,
      );
      const link = made.json.url.split('/#/enter/')[1];
      const juma = await server.signIn({ link });
      assert.deepEqual(
        [juma.view.json.role, juma.view.json.member.name, juma.view.json.owner.id],
        ['editor', 'Juma', asha.owner.id],
      );
      assert.deepEqual(juma.view.json.can, { platform: false, sites: true, keys: false });
      assert.match(juma.view.headers.get('set-cookie') ?? '', /Max-Age=2592000/);
      assert.equal((await server.signIn({ link })).view.status, 401);
      const { json } = await asha.call('GET', members);
      assert.deepEqual(memberListSchema.parse(json), json);
      assert.deepEqual(fieldsOf(json.members, 'name', 'role', 'current'), [
        [asha.view.json.owner.name, 'owner', true],
        ['Juma', 'editor', false],
      ]);
      assert.notEqual(json.members[1].joinedAt, null);
      // A link that an owner handed on says nothing of the address.
      assert.equal(json.members[1].confirmedEmail, null);
    });

    test('a new invitation cancels the one before, and neither opens another account', async () => {
      const asha = await newOwner();
      const made = await asha.call('POST', members, { name: 'Juma', role: 'answerer' });
      const next = await asha.call('POST', `${members}/${made.json.id}/invite`);
      assert.equal(next.status, 201);
      const tokens = [made, next].map(({ json }) => json.url.split('/#/enter/')[1]);
      assert.equal((await server.signIn({ link: tokens[0] })).view.status, 401);
      const juma = await server.signIn({ link: tokens[1] });
      assert.equal(juma.view.json.member.id, made.json.id);
      const stranger = await newOwner();
      for (const [method, path, body] of [
        ['PATCH', `${members}/${made.json.id}`, { role: 'owner' }],
        ['POST', `${members}/${made.json.id}/invite`, undefined],
        ['DELETE', `${members}/${made.json.id}`, undefined],
      ] as const)
        assert.equal((await stranger.call(method, path, body)).status, 404);
    });

    test('the last owner is neither removed nor demoted, also by two at once', async () => {
      const asha = await newOwner();
      const [own] = (await asha.call('GET', members)).json.members;
      for (const [method, body] of [
        ['DELETE', undefined],
        ['PATCH', { role: 'editor' }],
      ] as const) {
        const refused = await asha.call(method, `${members}/${own.id}`, body);
        assert.deepEqual([refused.status, refused.json.code], [409, 'conflict']);
      }
      const juma = await invite(asha, 'owner');
      const both = await Promise.all([
        asha.call('DELETE', `${members}/${juma.id}`),
        juma.call('PATCH', `${members}/${own.id}`, { role: 'answerer' }),
      ]);
      assert.equal(both.filter(({ status }) => status === 200).length, 1);
      const left = both[0].status === 200 ? asha : juma;
      const { json } = await left.call('GET', members);
      assert.equal(json.members.filter(({ role }: never) => role === 'owner').length, 1);
    });

    test('a removed member is out at once, also from a stream and from a request that is under way', async () => {
      const asha = await newOwner();
      const juma = await invite(asha, 'owner');
      const stream = await fetch(`${server.url}/console/platform/events`, {
        headers: { cookie: juma.cookie },
      });
      const reader = stream.body?.getReader();
      await reader?.read();
      assert.equal((await asha.call('DELETE', `${members}/${juma.id}`)).status, 200);
      assert.equal((await juma.call('GET', session)).status, 401);
      // If the stream does not end, the test times out here.
      while (!(await reader?.read().catch(() => ({ done: true })))?.done);
    });

    test('a demoted member keeps the session, with the new role from the next request on', async () => {
      const asha = await newOwner();
      const juma = await invite(asha, 'owner');
      const stream = await fetch(`${server.url}/console/platform/events`, {
        headers: { cookie: juma.cookie },
      });
      const reader = stream.body?.getReader();
      await reader?.read();
      const changed = await asha.call('PATCH', `${members}/${juma.id}`, { role: 'answerer' });
      assert.deepEqual([changed.status, changed.json.role], [200, 'answerer']);
      while (!(await reader?.read().catch(() => ({ done: true })))?.done);
      assert.equal((await juma.call('GET', session)).json.role, 'answerer');
      assert.equal((await juma.call('GET', '/console/platform/resources')).status, 403);
    });

    test('members change their own name and address, and nothing of others', async () => {
      const asha = await newOwner();
      const juma = await invite(asha, 'editor');
      const [own] = (await asha.call('GET', members)).json.members;
      const renamed = await juma.call('PATCH', `${members}/${juma.id}`, {
        name: 'Juma M.',
        email: 'jm@example.com',
      });
      assert.deepEqual([renamed.status, renamed.json.name], [200, 'Juma M.']);
      for (const [path, body] of [
        [`${members}/${juma.id}`, { role: 'owner' }],
        [`${members}/${own.id}`, { name: 'x' }],
      ] as const) {
        const refused = await juma.call('PATCH', path, body);
        assert.deepEqual([refused.status, refused.json.code], [403, 'scope']);
      }
      for (const body of [{}, { email: 'nobody' }, { role: 'king' }, { name: '' }])
        assert.equal((await juma.call('PATCH', `${members}/${juma.id}`, body)).status, 400);
      assert.equal((await asha.call('DELETE', `${members}/mem_none`)).status, 404);
    });

    test('members list their own sessions, and owners all', async () => {
      const asha = await newOwner();
      const juma = await invite(asha, 'answerer');
      const listed = async (by: Browser) =>
        (await by.call('GET', '/console/sessions')).json.sessions.map(
          ({ member }: never) => member,
        );
      assert.deepEqual(await listed(juma), ['Juma']);
      assert.equal((await listed(asha)).length, 2);
      await asha.call('DELETE', '/console/sessions');
      assert.equal((await juma.call('GET', session)).status, 200);
    });

    test('the number of members is limited', async () => {
      const asha = await newOwner();
      const create = () => asha.call('POST', members, { name: 'x', role: 'answerer' });
      const made = [];
      while (made.length < consoleLimits.membersPerOwnerMax)
        made.push(...(await Promise.all(Array.from({ length: 10 }, create))));
      assert.equal(made.filter(({ status }) => status === 201).length, made.length - 1);
      assert.equal(made.find(({ status }) => status !== 201)?.json.code, 'quota');
    });

    // What follows are rules of roles, which no store changes.
    if (engine !== defaultEngine) return;

    test('a platform key reaches no members', async () => {
      const owner = await server.siteServer.platformServer.newOwner();
      const { call } = await server.signIn({ credential: owner.key });
      assert.equal((await call('GET', members)).status, 403);
      assert.equal((await call('POST', members, { name: 'x', role: 'owner' })).status, 403);
    });

    test('who saved, restored and taught is kept by name, and named in a conflict', async () => {
      const asha = await newOwner();
      const site = `/console/sites/${(await asha.owner.newSite({})).id}`;
      const juma = await invite(asha, 'editor');
      const saved = await juma.call('PATCH', `${site}/profile`, { about: 'Tunauza simenti.' });
      assert.equal(saved.status, 200);
      const stale = await asha.call(
        'PATCH',
        `${site}/profile`,
        { about: 'x' },
        { 'if-match': '"1"' },
      );
      assert.equal(stale.status, 409);
      assert.match(JSON.stringify(stale.json), /by Juma;/);
      await juma.call('POST', `${site}/profile/versions/1/restore`);
      const { versions } = (await asha.call('GET', `${site}/profile/versions`)).json;
      assert.deepEqual(fieldsOf(versions.slice(0, 2), 'by'), ['Juma (restore of 1)', 'Juma']);
    });

    test('only owners see the secret that signs notices', async () => {
      const asha = await newOwner();
      const notify = { webhook: 'https://hook.test/x' };
      const site = `/console/sites/${(await asha.owner.newSite({ notify })).id}`;
      assert.match((await asha.call('GET', site)).json.site.webhook_secret, /^whsec_/);
      for (const role of ['editor', 'answerer'] as const) {
        const { status, json } = await (await invite(asha, role)).call('GET', site);
        assert.deepEqual([status, json.site.webhook_secret], [200, undefined]);
      }
    });

    test('an editor changes information and no settings', async () => {
      const asha = await newOwner();
      const site = `/console/sites/${(await asha.owner.newSite({})).id}`;
      const juma = await invite(asha, 'editor');
      for (const patch of [
        { notify: { email: 'juma@example.com' } },
        { allowed_origins: ['https://evil.example'] },
        { retention_days: 1 },
      ]) {
        const refused = await juma.call('PATCH', `${site}/profile`, { about: 'y', ...patch });
        assert.equal(refused.status, 403);
        assert.match(JSON.stringify(refused.json), new RegExp(Object.keys(patch)[0] ?? ''));
      }
      const { profile } = (await juma.call('GET', site)).json;
      const whole = { ...profile, about: 'Duka la vifaa vya ujenzi.' };
      assert.equal((await juma.call('PUT', `${site}/profile`, whole)).status, 200);
      assert.equal(
        (await asha.call('PATCH', `${site}/profile`, { retention_days: 30 })).status,
        200,
      );
      assert.equal((await juma.call('POST', `${site}/profile/versions/1/restore`)).status, 403);
    });
  });

describe('links by e-mail', () => {
  let mail: MailServer;
  before(async () => {
    mail = await openMailServer();
  });
  after(() => mail.close());
  const server = consoleOfSuite(undefined, { smtpUrl: () => mail.url });
  const request = (email: unknown) =>
    ask(server, 'POST', '/console/sign-in/link', { body: { email }, headers: ownPage });
  const tokens = (sent: Received | undefined) =>
    [...mailText(sent?.data ?? '').matchAll(/#\/enter\/([\w.-]+)/g)].map(([, one]) => one ?? '');

  test('an invitation goes out by e-mail, and the address gets another link, once and for 15 minutes', async () => {
    const owner = await server.siteServer.newOwner();
    const asha = await server.signIn({ link: await server.newLink(owner.id) });
    const made = await asha.call('POST', members, {
      name: 'Juma',
      email: 'juma@example.com',
      role: 'answerer',
    });
    assert.equal(made.json.mailed, true);
    await mail.arrived(1);
    assert.deepEqual(mail.mails[0]?.to, ['juma@example.com']);
    const [invitation = ''] = tokens(mail.mails[0]);
    assert.equal((await server.signIn({ link: invitation })).view.status, 200);
    assert.equal((await request('JUMA@example.com ')).status, 202);
    await mail.arrived(2);
    const [link] = tokens(mail.mails[1]);
    const juma = await server.signIn({ link: link ?? '' });
    assert.deepEqual([juma.view.status, juma.view.json.role], [200, 'answerer']);
    assert.equal((await server.signIn({ link: link ?? '' })).view.status, 401);
    await request('juma@example.com');
    await mail.arrived(3);
    server.siteServer.clock.advance(15 * minuteMs + 1);
    const [late] = tokens(mail.mails[2]);
    assert.equal((await server.signIn({ link: late ?? '' })).view.status, 401);
  });

  test('the answer is the same for every address, within and above the limits', async () => {
    const owner = await server.siteServer.newOwner();
    const boss = await server.signIn({ link: await server.newLink(owner.id) });
    const before = mail.mails.length;
    const invited = { name: 'Asha', email: 'asha@example.com', role: 'owner' };
    await boss.call('POST', members, invited);
    await mail.arrived(before + 1);
    const [link = ''] = tokens(mail.mails[before]);
    const asha = await server.signIn({ link });
    const sent = mail.mails.length;
    const answers = [];
    for (let count = 0; count < 8; count += 1) answers.push(await request('asha@example.com'));
    answers.push(await request('stranger@example.com'));
    for (const answer of answers)
      assert.deepEqual([answer.status, answer.text], [202, '{"accepted":true}']);
    await mail.arrived(sent + consoleLimits.mailedLinksPerAddress);
    // Whatever would be sent too much was requested before this one.
    await asha.call('POST', members, { name: 'Last', email: 'last@example.com', role: 'editor' });
    await mail.arrived(sent + consoleLimits.mailedLinksPerAddress + 1);
    assert.deepEqual(mail.mails.at(-1)?.to, ['last@example.com']);
    assert.ok(mail.mails.every(({ to }) => !to.includes('stranger@example.com')));
    for (const wrong of ['asha', '', 7, null, 'a@b', 'a b@example.com'])
      assert.equal((await request(wrong)).status, 400);
    const foreign = await ask(server, 'POST', '/console/sign-in/link', {
      body: { email: 'asha@example.com' },
      headers: { ...ownPage, 'sec-fetch-site': 'cross-site' },
    });
    assert.equal(foreign.status, 403);
    const ways = await ask(server, 'GET', '/console/sign-in', {});
    assert.deepEqual(ways.json, { mail: true });
  });
});
