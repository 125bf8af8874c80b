import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { dayMs, hourMs, siteLimits } from '@baraza/contract';
import { followConversation } from '../../src/site/conversations/conversation-events.ts';
import { requireHere } from '../../src/site/sites/site-here.ts';
import { sql } from '../../src/store/store.ts';
import { ask } from '../fixtures/server.ts';
import { siteServerOfSuite, type TestSite } from '../fixtures/site-server.ts';

const query = '?questions=true&leads=true&conversations=true&versions=true';

describe('what an import of a site accepts', () => {
  const { server } = siteServerOfSuite();
  let from: TestSite;
  const faq = {
    question: 'Do you deliver?',
    answer: 'Yes.',
    url: 'https://duka.example/a b?c=1#d',
  };
  const exported = async (site: TestSite) => (await site.asOwner('GET', `/export${query}`)).json;
  const visit = (path: string, body: object) =>
    ask(server, 'POST', `${from.public}${path}`, { body });

  before(async () => {
    from = await server.newSite({ business: 'Duka', faqs: [faq], languages: ['en'] });
    await from.save({ business: 'Duka la Asha', faqs: [faq], languages: ['en'] });
    const conversation = `c_${'x'.repeat(22)}`;
    const page = 'https://duka.example/bei';
    await visit('/ask', { question: 'Do you deliver?', conversation, page });
    await visit('/ask', {
      question: 'Do you sell aeroplanes?',
      conversation: 'a label',
      page: 'x',
    });
    await visit('/leads', { contact: '0700 000 000', name: 'n'.repeat(100), page, conversation });
    await from.asOwner('POST', `/conversations/${conversation}/messages`, { text: 'Karibu' });
  });

  test('everything that an export gives is taken, and comes out as it was', async () => {
    const to = await server.newSite({});
    const document = await exported(from);
    assert.deepEqual(
      [document.questions.length, document.leads.length, document.conversations.length],
      [2, 1, 1],
    );
    assert.ok(document.questions.some(({ sources }: never) => (sources as []).length > 0));
    const { status, json } = await to.asOwner('POST', '/import', document);
    assert.deepEqual([status, json.warnings], [200, []]);
    const { profile, questions, leads, versions } = await exported(to);
    assert.deepEqual(
      { profile, questions, leads },
      { profile: document.profile, questions: document.questions, leads: document.leads },
    );
    const saved = (one: { saved_at: string }) => one.saved_at;
    assert.deepEqual(versions.slice(0, 1).map(saved), document.versions.map(saved));
  });

  test('an address that runs a script, and a time to come, are refused by their place', async () => {
    const to = await server.newSite({ name: 'before' });
    const document = await exported(from);
    const question = document.questions.find(({ sources }: never) => (sources as []).length > 0);
    const [lead] = document.leads;
    const [conversation] = document.conversations;
    const [version] = document.versions;
    const later = '9999-12-31T23:59:59.999Z';
    const withUrl = (url: string) => ({
      ...document,
      questions: [{ ...question, sources: [{ ...question.sources[0], url }] }],
    });
    const message = { id: 'm', from: 'visitor', text: 'x', at: later };
    const cases: readonly (readonly [object, RegExp])[] = [
      ...[
        'javascript:alert(1)',
        'data:text/html,x',
        'https://a:b@x.example',
        'x',
        'java\tscript:x',
      ].map(
        (url) => [withUrl(url), /^questions\[0\]\.sources\.0\.url must be an address/] as const,
      ),
      [
        { ...document, questions: [{ ...question, asked_at: later }] },
        /^questions\[0\]\.asked_at must not be in/,
      ],
      [{ ...document, questions: [{ ...question, language: 'fr' }] }, /^questions\[0\]\.language/],
      [{ ...document, questions: [{ ...question, feedback: 'x' }] }, /^questions\[0\]\.feedback/],
      [
        { ...document, leads: [{ ...lead, received_at: later }] },
        /^leads\[0\]\.received_at must not be in/,
      ],
      [
        { ...document, conversations: [{ ...conversation, last_at: later }] },
        /^conversations\[0\]\.last_at/,
      ],
      [
        { ...document, conversations: [{ ...conversation, messages: [message] }] },
        /^conversations\[0\]\.messages\.0\.at must not be in/,
      ],
      [
        { ...document, versions: [{ ...version, saved_at: later }] },
        /^versions\[0\]\.saved_at must not be in/,
      ],
    ];
    const early = '1969-12-31T23:59:59.999Z';
    const before = (one: object) => ({ ...document, conversations: [{ ...conversation, ...one }] });
    const old: readonly (readonly [object, RegExp])[] = [
      [before({ last_at: early }), /^conversations\[0\]\.last_at must not be before 1970/],
      [
        before({ messages: [{ ...message, at: early }] }),
        /^conversations\[0\]\.messages\.0\.at must not be before/,
      ],
    ];
    for (const [wrong, has] of [...cases, ...old]) {
      const { status, json } = await to.asOwner('POST', '/import', wrong);
      assert.deepEqual([status, json.code], [400, 'invalid']);
      assert.match(json.error, has);
    }
    const { profile, questions, leads, conversations } = await exported(to);
    assert.deepEqual([profile.name, questions, leads, conversations], ['before', [], [], []]);
  });

  test('messages of one moment are exported in their order, and keep no stream from what follows them', async () => {
    const to = await server.newSite({ people: true, languages: ['en'] });
    const conversation = `c_${'y'.repeat(22)}`;
    const body = { question: 'Do you deliver?', conversation };
    await ask(server, 'POST', `${to.public}/ask`, { body });
    const at = new Date(server.assistant.clock() - hourMs).toISOString();
    const texts = Array.from({ length: 450 }, (_, number) => `message ${number}`);
    const messages = texts.map((text) => ({ id: text, from: 'person', text, at }));
    const head = { id: conversation, state: 'assistant', channel: 'web', language: 'en' };
    const rest = { name: null, contact: null, created_at: at, last_at: at, messages };
    const document = { format: 'baraza-site', version: 1, profile: {} };
    const conversations = [{ ...head, ...rest }];
    const { status } = await to.asOwner('POST', '/import', { ...document, conversations });
    assert.equal(status, 200);
    const [only] = (await exported(to)).conversations;
    assert.deepEqual(
      only.messages.map(({ text }: { text: string }) => text),
      texts,
    );
    // Many imports can bring as many of one moment as they like.
    const moment = Date.parse(at);
    await server.assistant.store.write((tx) =>
      tx.run(sql`UPDATE messages SET at = ${moment}
        WHERE conversation = ${conversation} AND kind = 'person'`),
    );
    const site = await requireHere(server.assistant.store, to.id, true);
    const isOpen = async () => true;
    const { signal } = new AbortController();
    const events = followConversation(server.assistant, site, conversation, undefined, {
      isOpen,
      signal,
    });
    const seen: string[] = [];
    for await (const { type, ...item } of events) {
      if (type === 'event' && 'event' in item && item.event.type === 'message')
        seen.push(item.event.text);
      if (seen.includes('Do you deliver?')) break;
    }
    assert.equal(seen.at(-1), 'Do you deliver?');
  });

  test('the clock of the server that exported may be ahead', async () => {
    const to = await server.newSite({});
    const document = await exported(from);
    const [question] = document.questions;
    const at = (ms: number) => new Date(server.assistant.clock() + ms).toISOString();
    const bring = async (ms: number) => {
      const questions = [{ ...question, asked_at: at(ms) }];
      return (await to.asOwner('POST', '/import', { ...document, questions })).status;
    };
    assert.deepEqual([await bring(dayMs + hourMs), await bring(hourMs)], [400, 200]);
  });

  test('what applications could send before is cut or left out with a warning, and refuses no export', async () => {
    const to = await server.newSite({});
    const document = await exported(from);
    const [question] = document.questions;
    const [lead] = document.leads;
    const long = 'x'.repeat(5_000);
    const older = {
      ...document,
      questions: [
        {
          ...question,
          page: 'javascript:alert(1)',
          conversation: long,
          sources: Array.from({ length: 9 }, () => ({
            ...{ id: long, title: long, url: null, quote: long, kind: 'faq', language: 'en' },
          })),
        },
      ],
      leads: [{ ...lead, page: ' JavaScript:alert(1)', name: long, contact: long, message: long }],
    };
    const { status, json } = await to.asOwner('POST', '/import', older);
    assert.equal(status, 200);
    assert.deepEqual(json.warnings, [
      '2 page addresses were left out: a page has an http or https address.',
    ]);
    const kept = await exported(to);
    const [asked] = kept.questions;
    assert.deepEqual([asked.page, asked.conversation.length, asked.sources.length], [null, 200, 5]);
    const [source] = asked.sources;
    const lengths = [source.id, source.title, source.quote].map(({ length }) => length);
    assert.deepEqual(lengths, [200, 2_000, siteLimits.quoteCharactersMax]);
    const [left] = kept.leads;
    assert.deepEqual(
      [left.page, left.name.length, left.contact.length, left.message.length],
      [null, 100, 200, 2_000],
    );
    // What was taken can be taken again.
    const again = await (await server.newSite({})).asOwner('POST', '/import', kept);
    assert.deepEqual([again.status, again.json.warnings], [200, []]);
  });

  test('no visitor stores an address that runs a script as their page', async () => {
    const own = await server.newSite({});
    for (const [page, kept] of [
      ['javascript:alert(1)', null],
      ['\u0001java\nscript:alert(1)', null],
      ['data:text/html,<script>', null],
      ['file:///srv/duka.html', null],
      ['https://duka.example/bei', 'https://duka.example/bei'],
      ['/bei', '/bei'],
    ]) {
      const sent = { body: { contact: `${page} 0700 000 000`.slice(0, 200), page } };
      const { status } = await ask(server, 'POST', `${own.public}/leads`, sent);
      assert.equal(status, 201);
      const [lead] = (await own.asOwner('GET', '/leads')).json.leads;
      assert.equal(lead.page, kept, `${page}`);
    }
  });
});
