/** What people can write, on every page that shows it: the console, the hosted page and the widget on it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { ask } from '../../packages/server/test/fixtures/server.ts';
import { noBrowser } from '../browser.ts';
import { widgetOn } from '../hosts/widget-server.ts';
import { fixtureForSuite } from './fixture.ts';

const harm = 'window.harmed=1';
const attacks = [
  `<img src=x onerror=${harm}>`,
  `"><svg onload=${harm}>`,
  `</script><script>${harm}</script>`,
  `</title></textarea><iframe srcdoc="<script>parent.${harm}</script>">`,
  `javascript:${harm}`,
  `' onmouseover='${harm}' autofocus onfocus='${harm}`,
  `{{constructor.constructor("${harm}")()}} \${${harm}} <%= ${harm} %>`,
  `[x](javascript:${harm}) ![x](x" onerror="${harm})`,
];

describe('markup that people write', { skip: noBrowser }, () => {
  const fixture = fixtureForSuite();

  /** An attack and the next one, so that each kind is in many places. */
  let turn = 0;
  const attack = (): string => {
    turn += 1;
    return `${attacks[turn % attacks.length]} ${attacks[(turn + 1) % attacks.length]}`;
  };

  // A refused inline script is also a fault of the page, which the fixture reports.
  async function assertInert(page: Page, where: string): Promise<void> {
    const found = await page.evaluate(() => {
      const all: Element[] = [];
      const walk = (root: ParentNode) => {
        for (const element of root.querySelectorAll('*')) {
          all.push(element);
          if (element.shadowRoot !== null) walk(element.shadowRoot);
        }
      };
      walk(document);
      const isActive = ({ name, value }: Attr) =>
        /^on|^srcdoc$/.test(name) || /^\s*(?:javascript|data:text|vbscript):?/i.test(value);
      return {
        harmed: (window as { harmed?: number }).harmed,
        active: all
          .filter(({ attributes }) =>
            [...attributes].some((one) => one.name !== 'value' && isActive(one)),
          )
          .filter(({ tagName }) => !['INPUT', 'TEXTAREA', 'OPTION'].includes(tagName))
          .map(({ outerHTML }) => outerHTML.slice(0, 200)),
      };
    });
    assert.deepEqual(found, { harmed: undefined, active: [] }, where);
  }

  test('runs nowhere: in the console, on the hosted page and in the widget', async () => {
    const { siteServer } = fixture.server;
    const owner = await siteServer.newOwner();
    const texts = { title: attack(), text: attack(), url: 'https://duka.example/' };
    const site = await owner.newSite(
      {
        ...{ business: attack(), name: attack(), greeting: attack(), privacy: attack() },
        ...{ address: attack(), about: attack(), suggestions: attacks, people: true },
        ...{ feedback: true, languages: ['en'], note: attack(), [attack().slice(0, 60)]: attack() },
        closed: [{ date: '2027-01-01', note: attack() }],
        prices: [{ item: attack(), price: 250, currency: 'KES', unit: attack(), note: attack() }],
        facts: attacks.map((text) => ({ title: text, text: attack() })),
        faqs: [
          { question: 'Do you deliver?', answer: attacks.join('\n\n'), alternatives: attacks },
        ],
        documents: [texts],
      },
      'written',
    );
    // What only has one form is refused, wherever markup would be more than text.
    for (const field of ['colour', 'whatsapp', 'phone', 'email', 'timezone'])
      for (const value of [attacks[1], attacks[4]] as string[])
        assert.equal(
          (await site.asOwner('PATCH', '/profile', { [field]: value })).status,
          400,
          field,
        );
    for (const url of [`javascript:${harm}`, 'https://u:w@duka.example/'])
      assert.equal(
        (await site.asOwner('POST', '/profile/facts', { title: 't', text: 't', url })).status,
        400,
        url,
      );
    const visit = (path: string, body: object) =>
      ask({ url: siteServer.url }, 'POST', `${site.public}${path}`, { body });
    const conversation = `c_${'m'.repeat(22)}`;
    for (const question of attacks)
      await visit('/ask', { question, conversation, page: `https://duka.example/?q=${question}` });
    await visit('/ask', { question: 'Do you deliver?', conversation: attack(), page: attacks[4] });
    await visit(`/conversations/${conversation}/person`, {});
    for (const contact of [`javascript:${harm}//0700000000`, `<b onclick=${harm}>0700 000 000`])
      await visit('/leads', { contact, name: attack().slice(0, 100), message: attack() });
    const session = await fixture.server.signIn({ link: await fixture.server.newLink(owner.id) });
    const { id } = session.view.json.member;
    const named = await session.call('PATCH', `/console/members/${id}`, { name: attack() });
    assert.equal(named.status, 200);
    for (const name of attacks)
      assert.equal(
        (await session.call('POST', '/console/members', { name, role: 'answerer' })).status,
        201,
      );
    const own = '/console/sites/written';
    assert.equal((await session.call('PATCH', `${own}/profile`, { about: attack() })).status, 200);
    for (const text of attacks) await session.call('POST', `${own}/saved-answers`, { text });
    const written = await session.call('POST', `${own}/conversations/${conversation}/messages`, {
      text: attacks.join('\n'),
    });
    assert.equal(written.status, 201);

    const { page, go } = await fixture.openSignedIn('#/sites', { owner });
    for (const where of [
      ...['', '/start', '/information', '/information/facts', '/information/faqs'].map(below),
      ...['/information/prices', '/information/documents', '/information/closed'].map(below),
      ...['/questions', '/conversations', `/conversations/${conversation}`, '/leads'].map(below),
      ...['/versions', '/appearance', '/install', '/settings', '/channels'].map(below),
      ...['/sites', '/team', '/account'],
    ]) {
      await go(where);
      await assertInert(page, where);
    }

    const hosted = await fixture.openAddress(`${siteServer.url}/s/written?language=en`);
    const widget = widgetOn(hosted.page);
    // It is open on this page.
    await widget.field.waitFor();
    await assertInert(hosted.page, 'the hosted page');
    for (const question of ['Do you deliver?', attacks[0] ?? '']) {
      await widget.ask(question);
      await widget.settled();
      await assertInert(hosted.page, `the widget: ${question}`);
    }
  });

  function below(path: string): string {
    return `/sites/written${path}`;
  }
});
