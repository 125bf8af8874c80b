import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { noBrowser } from './browser.ts';
import { streamAnswer } from './hosts/operator.ts';
import { widgetServerForSuite } from './hosts/widget-server.ts';

const fixtures = new URL('../../shared/fixtures/abuse-text/', import.meta.url);
const reason = existsSync(fixtures) ? false : 'shared/fixtures/abuse-text is missing';

/** Attempts to run a script or to link to another host, in HTML and in Markdown. */
const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe srcdoc="<script>parent.alert(1)</script>">',
  '<style>*{display:none}</style>',
  '<a href="javascript:alert(1)">x</a>',
  '<template><script>alert(1)</script></template>',
  '<details open ontoggle=alert(1)>x</details>',
  '<math><mtext></p><img src onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:msgbox)',
  '[x](https://evil.example/)',
  '[x](//evil.example/)',
  '[x](https://duka.example@evil.example/)',
  '[x](https://user:word@duka.example/)',
  '[x](https://evil.example\\@duka.example/)',
  '[x](blob:https://duka.example/1)',
  '[x](file:///etc/passwd)',
  '![x](https://evil.example/pixel.png)',
  '**<img src=x onerror=alert(1)>**',
  '- <img src=x onerror=alert(1)>',
  '1. [x](javascript:alert(1))',
  '[<img src=x onerror=alert(1)>](https://duka.example/)',
  'https://evil.example/?q=<script>alert(1)</script>',
  'javascript:alert(1)',
  'https://duka.example.evil.example/',
  '</script><script>alert(1)</script>',
  '\u202ehttps://evil.example',
  '<a href="https://duka.example" onclick="alert(1)">x</a>',
  '{{constructor.constructor("alert(1)")()}}',
  '<b style="position:fixed;inset:0">x</b>',
  '<form action=https://evil.example><input name=q></form>',
  '<base href=https://evil.example/>',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '<object data="javascript:alert(1)">',
  '<embed src="javascript:alert(1)">',
  '<link rel=stylesheet href=https://evil.example/x.css>',
];

describe('hostile texts', { skip: noBrowser }, () => {
  const server = widgetServerForSuite();

  const prepare = async (address: string) => {
    const session = await server.openPage(address);
    const escapes: string[] = [];
    session.page.on('dialog', (dialog) => {
      escapes.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    session.page.on('popup', () => escapes.push('a window'));
    session.page.on('request', (request) => {
      const { hostname } = new URL(request.url());
      if (hostname !== '127.0.0.1') escapes.push(request.url());
    });
    return { ...session, escapes };
  };

  /** Elements that the widget never creates, and links to hosts that are not allowed. */
  const foreignIn = (session: Awaited<ReturnType<typeof prepare>>) =>
    session.page.locator('.frame').evaluate((frame) => {
      const tags =
        'SECTION DIV BUTTON SPAN HEADER H2 H3 P BR OL UL LI STRONG Q A DETAILS SUMMARY FORM ' +
        'TEXTAREA INPUT LABEL I BLOCKQUOTE svg path';
      const allowedTags = new Set(tags.split(' '));
      return [...frame.querySelectorAll('*')]
        .filter((element) => {
          const { href, host } = element as HTMLAnchorElement;
          const isBadLink =
            element.tagName === 'A' &&
            !(
              /^https:\/\/(duka\.example|wa\.me)\//.test(href) &&
              /^(duka\.example|wa\.me)$/.test(host)
            );
          const attributes = [...element.attributes].map(({ name }) => name);
          const hasActiveAttribute = attributes.some(
            (name) => name.startsWith('on') || name === 'style' || name === 'srcdoc',
          );
          return !allowedTags.has(element.tagName) || isBadLink || hasActiveAttribute;
        })
        .map((element) => element.outerHTML.slice(0, 120));
    });

  /** Puts several texts into each answer: into its text, its sources and its links. */
  const answerWith = async (texts: readonly string[]) => {
    const groups = Array.from({ length: Math.ceil(texts.length / 30) }, (_, index) =>
      texts.slice(index * 30, index * 30 + 30),
    );
    let at = 0;
    server.operator.intercept('ask', (call) => {
      const group = groups[at] ?? [];
      at += 1;
      const answer = streamAnswer(call);
      const text = group.join('\n\n');
      // Tokens may be split anywhere, even within Markdown.
      for (let from = 0; from < text.length; from += 97) answer.token(text.slice(from, from + 97));
      // As a source or a contact, a web address would be approved.
      const others = group.filter((text) => !/^https?:/i.test(text.trim()));
      answer.done({
        answered: at % 2 === 0,
        handoff: others[0] ?? 'https://wa.me/254700000000',
        sources: group.map((text, index) => ({
          id: text,
          title: text,
          url: index === 0 ? 'https://duka.example/' : (others[index] ?? null),
          quote: `“${text}”`,
          kind: 'faq',
          language: 'sw',
        })),
      });
    });
    const questions = groups.map(([first = '?']) => first);
    const session = await prepare(server.host.put('/model', { body: server.embedLine() }));
    await session.widget.launcher.waitFor();
    const answered = await session.page.evaluate(async (asked) => {
      const assistant = window.SiteAssistant;
      if (assistant === undefined) throw new Error('SiteAssistant is missing');
      let answered = 0;
      const all = new Promise<void>((resolve) =>
        assistant.on('answer', () => {
          answered += 1;
          if (answered === asked.length) resolve();
        }),
      );
      for (const question of asked) await assistant.ask(question);
      await all;
      return answered;
    }, questions);
    assert.equal(answered, questions.length);
    for (const summary of await session.page.locator('.sources summary').all())
      await summary.evaluate((element) => (element as HTMLElement).click());
    assert.deepEqual(await foreignIn(session), []);
    assert.deepEqual(session.escapes, []);
    await session.close();
  };

  test('from a model stay inert as questions, answers, sources and contacts', () =>
    answerWith(attacks));

  test('from a model stay inert: hundreds of known attacks', { skip: reason }, async () => {
    const files = [
      'patt-JHADDIX_XSS.txt',
      'patt-MarioXSSVectors.txt',
      'patt-XSS_Polyglots.txt',
      'patt-Open-Redirect-payloads.txt',
    ];
    const texts = files
      .flatMap((file) => readFileSync(new URL(file, fixtures), 'utf8').split('\n'))
      .map((line) => line.trim().slice(0, 1_500))
      .filter((line) => line !== '');
    const lists = JSON.parse(readFileSync(new URL('blns.json', fixtures), 'utf8')) as string[];
    const all = [...texts, ...lists.filter((text) => text.trim() !== '')];
    assert.ok(all.length > 400);
    await answerWith(all);
  });

  test('from an owner stay inert in every setting that visitors see', async () => {
    const owner = await server.operator.siteServer.newOwner();
    const session = await prepare(server.host.put('/owner', { body: '' }));
    for (let at = 0; at < attacks.length; at += 8) {
      const texts = attacks.slice(at, at + 8);
      const text = texts.join(' ');
      const site = await owner.newSite({
        name: texts[0],
        business: text.slice(0, 190),
        greeting: texts.join('\n\n'),
        privacy: text,
        suggestions: texts,
        languages: ['sw'],
        faqs: texts.map((answer, index) => ({ question: `Swali ${index}`, answer })),
      });
      await session.page.goto(server.host.put('/owner', { body: server.embedLine('', site) }));
      await session.widget.open();
      assert.equal(
        await session.page.locator('.suggestion').first().textContent(),
        texts[0]?.trim(),
      );
      assert.deepEqual(await foreignIn(session), []);
    }
    assert.deepEqual(session.escapes, []);
  });

  test('links in an answer lead only to the hosts of its sources and to its contact, and open a new tab', async () => {
    server.operator.intercept('ask', (call) => {
      const answer = streamAnswer(call);
      answer.token(
        '**Ndiyo**: [bei](https://duka.example/bei), https://duka.example/saa. [x](https://evil.example/)\n- ' +
          'moja\n- mbili\n\n1. kwanza\n2. pili\n\n' +
          '[sisi](https://wa.me/254700000000?text=x) [wao](https://wa.me/254799999999)',
      );
      answer.done({
        sources: [
          {
            id: 'a',
            title: 'Bei',
            url: 'https://duka.example/',
            quote: 'q',
            kind: 'faq',
            language: 'sw',
          },
        ],
      });
    });
    const { widget } = await server.openPage(
      server.host.put('/links', { body: server.embedLine() }),
    );
    await widget.open();
    await widget.ask('Bei?');
    await widget.answer.locator('.sources').waitFor();
    const links = await widget.answer
      .locator('.text a')
      .evaluateAll((all) =>
        all.map((link) =>
          [
            link.textContent,
            (link as HTMLAnchorElement).href,
            link.getAttribute('rel'),
            link.getAttribute('target'),
          ].join(' '),
        ),
      );
    assert.deepEqual(links, [
      'bei https://duka.example/bei noopener noreferrer nofollow _blank',
      'https://duka.example/saa https://duka.example/saa noopener noreferrer nofollow _blank',
      'sisi https://wa.me/254700000000?text=x noopener noreferrer nofollow _blank',
    ]);
    assert.equal(await widget.answer.locator('.text strong').textContent(), 'Ndiyo');
    assert.equal(await widget.answer.locator('.text ul li').count(), 2);
    assert.equal(await widget.answer.locator('.text ol li').count(), 2);
  });
});
