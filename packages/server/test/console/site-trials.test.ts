import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { siteUsageDaysSchema } from '@baraza/contract';
import { fieldsOf } from '../fixtures/fields-of.ts';
import { ask } from '../fixtures/server.ts';
import { consoleOfSuite } from './console-server.ts';

describe('what an owner tries out in the console', () => {
  const server = consoleOfSuite('sqlite');

  const signedIn = async (profile: object) => {
    const owner = await server.siteServer.newOwner();
    const site = await owner.newSite(profile);
    const { call } = await server.signIn({ credential: owner.credential });
    return { site, call, base: `/console/sites/${site.id}` };
  };

  test('a question is shown with its conversation, in order', async () => {
    const { site, call, base } = await signedIn({});
    for (const question of ['Mnauza baiskeli?', 'Na bei yake?'])
      await ask(server.siteServer, 'POST', `${site.public}/ask`, {
        body: { question, conversation: 'c_one' },
        headers: { accept: 'application/json' },
      });
    await ask(server.siteServer, 'POST', `${site.public}/ask`, {
      body: { question: 'Habari ya gari?' },
    });
    const { questions } = (await call('GET', `${base}/questions`)).json;
    const second = questions.find(({ question }: never) => question === 'Na bei yake?');
    const { json } = await call('GET', `${base}/questions/${second.id}`);
    assert.equal(json.question.id, second.id);
    assert.deepEqual(fieldsOf(json.conversation, 'question'), ['Mnauza baiskeli?', 'Na bei yake?']);
    const usage = (await call('GET', `${base}/usage?days=7`)).json;
    assert.deepEqual(siteUsageDaysSchema.parse(usage), usage);
    assert.deepEqual([usage.days.length, usage.days[6].asked], [7, 3]);
    assert.equal((await call('GET', `${base}/usage?days=91`)).status, 400);
  });

  test('an origin is judged by the list that is saved, with a sentence', async () => {
    const { call, base } = await signedIn({ allowed_origins: ['https://shop.example'] });
    const judge = async (origin: string) => call('POST', `${base}/origins/test`, { origin });
    const listed = (await judge('https://shop.example/page')).json;
    assert.deepEqual([listed.origin, listed.allowed], ['https://shop.example', true]);
    const other = (await judge('https://elsewhere.example')).json;
    assert.equal(other.allowed, false);
    assert.match(other.why, /\.$/);
    for (const none of ['shop', 'javascript:alert(1)', ''])
      assert.equal((await judge(none)).status, 400);
    const open_ = await signedIn({});
    const all = await open_.call('POST', `${open_.base}/origins/test`, {
      origin: 'https://a.example',
    });
    assert.equal(all.json.allowed, true);
  });

  test('a notice is sent where the profile says, or refused with what to do', async () => {
    const none = await signedIn({});
    const refused = await none.call('POST', `${none.base}/notices/test`);
    assert.deepEqual([refused.status, refused.json.code], [409, 'conflict']);
    const private_ = await signedIn({
      notify: { webhook: 'https://127.0.0.1:9/x', email: 'asha@example.com' },
    });
    const { json } = await private_.call('POST', `${private_.base}/notices/test`);
    assert.deepEqual(fieldsOf(json.sent, 'channel', 'delivered'), [
      ['webhook', false],
      ['email', false],
    ]);
    assert.match(json.sent[1].error, /no mail server/);
    for (let sent = 1; sent < 5; sent += 1)
      await private_.call('POST', `${private_.base}/notices/test`);
    assert.equal((await private_.call('POST', `${private_.base}/notices/test`)).status, 429);
  });

  test('notices to one address are counted over all sites, and those of one owner', async () => {
    const owner = await server.siteServer.newOwner();
    const { call } = await server.signIn({ credential: owner.credential });
    const statusOf = async (email: string) => {
      const site = await owner.newSite({ notify: { email } });
      return (await call('POST', `/console/sites/${site.id}/notices/test`)).status;
    };
    for (let sent = 0; sent < 5; sent += 1)
      assert.equal(await statusOf(`victim+${sent}@example.org`), 200);
    assert.equal(await statusOf('Victim@example.org'), 429);
    for (let sent = 5; sent < 15; sent += 1)
      assert.equal(await statusOf(`other${sent}@example.org`), 200);
    assert.equal(await statusOf('another@example.org'), 429);
  });

  test('a trial says what was considered and why it was answered so', async () => {
    const faqs = [{ question: 'Mnafungua saa ngapi?', answer: 'Tunafungua saa mbili asubuhi.' }];
    const { call, base } = await signedIn({ faqs });
    const preview = async (question: string) =>
      (await call('POST', `${base}/preview`, { question, language: 'sw' })).json;
    const known = await preview('Mnafungua saa ngapi?');
    assert.deepEqual([known.answered, known.reason, known.needed], [true, 'own_question', 0.5]);
    assert.deepEqual(fieldsOf(known.considered, 'list', 'chosen'), [['faqs', true]]);
    const talk = await preview('Habari');
    assert.deepEqual([talk.reason, talk.considered], ['small_talk', []]);
    const unknown = await preview('Mnauza ndege za kivita?');
    assert.equal(unknown.answered, false);
    assert.match(unknown.why, /\.$/);
    assert.ok(['nothing_found', 'not_read', 'not_sure'].includes(unknown.reason));
  });
});
