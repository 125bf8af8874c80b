import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { noBrowser } from './browser.ts';
import { playAnswer } from './hosts/operator.ts';
import { widgetServerOfSuite } from './hosts/widget-server.ts';

const fixtures = new URL('../../shared/fixtures/abuse-text/', import.meta.url);
const reason = existsSync(fixtures) ? false : 'shared/fixtures/abuse-text is not here';

/** Ways to run a script or to lead elsewhere, in HTML and in Markdown. */
const own = [
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
  const server = widgetServerOfSuite();

  const prepare = async (address: string) => {
    const visit = await server.visit(address);
    const gone: string[] = [];
    visit.page.on('dialog', (dialog) => {
      gone.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    visit.page.on('popup', () => gone.push('a window'));
    visit.page.on('request', (request) => {
      const { hostname } = new URL(request.url());
      if (hostname !== '127.0.0.1') gone.push(request.url());
    });
    return { ...visit, gone };
  };

  /** Elements that our own code never creates, and links that lead where they must not. */
  const foreignIn = (visit: Awaited<ReturnType<typeof prepare>>) =>
    visit.page.locator('.frame').evaluate((frame) => {
      const tags =
        'SECTION DIV BUTTON SPAN HEADER H2 H3 P BR OL UL LI STRONG Q A DETAILS SUMMARY FORM ' +
        'TEXTAREA INPUT LABEL I svg path';
      const ours = new Set(tags.split(' '));
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
          const isArmed = attributes.some(
            (name) => name.startsWith('on') || name === 'style' || name === 'srcdoc',
          );
          return !ours.has(element.tagName) || isBadLink || isArmed;
        })
        .map((element) => element.outerHTML.slice(0, 120));
    });

  /** Several texts in each answer: as its text, its sources and its links. */
  const sayAll = async (texts: readonly string[]) => {
    const groups = Array.from({ length: Math.ceil(texts.length / 30) }, (_, index) =>
      texts.slice(index * 30, index * 30 + 30),
    );
    let at = 0;
    server.operator.take('ask', (visit) => {
      const group = groups[at] ?? [];
      at += 1;
      const answer = playAnswer(visit);
      const said = group.join('\n\n');
      // Cut anywhere, also inside of a mark.
      for (let from = 0; from < said.length; from += 97) answer.token(said.slice(from, from + 97));
      // An address of the web would be an approved one there.
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
    const visit = await prepare(server.host.put('/model', { body: server.line() }));
    await visit.widget.launcher.waitFor();
    const answered = await visit.page.evaluate(async (asked) => {
      const assistant = window.SiteAssistant;
      if (assistant === undefined) throw new Error('not there');
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
    for (const summary of await visit.page.locator('.sources summary').all())
      await summary.evaluate((element) => (element as HTMLElement).click());
    assert.deepEqual(await foreignIn(visit), []);
    assert.deepEqual(visit.gone, []);
    await visit.close();
  };

  test('of a model, as questions, answers, sources and contacts, stay inert', () => sayAll(own));

  test('of a model, some hundreds of known attacks, stay inert', { skip: reason }, async () => {
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
    await sayAll(all);
  });

  test('of an owner, in every setting that visitors see, stay inert', async () => {
    const owner = await server.operator.siteServer.newOwner();
    for (let at = 0; at < own.length; at += 8) {
      const texts = own.slice(at, at + 8);
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
      const visit = await prepare(server.host.put('/owner', { body: server.line('', site) }));
      await visit.widget.open();
      assert.equal(await visit.page.locator('.suggestion').first().textContent(), texts[0]?.trim());
      assert.deepEqual(await foreignIn(visit), []);
      assert.deepEqual(visit.gone, []);
      await visit.close();
    }
  });

  test('links of an answer lead to the hosts of its sources and its contact, and open elsewhere', async () => {
    server.operator.take('ask', (visit) => {
      const answer = playAnswer(visit);
      answer.token(
        '**Ndiyo**: [bei](https://duka.example/bei), https://duka.example/saa. [x](https://evil.example/)\n- ' +
          'moja\n- mbili\n\n1. kwanza\n2. pili',
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
    const { widget } = await server.visit(server.host.put('/links', { body: server.line() }));
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
    ]);
    assert.equal(await widget.answer.locator('.text strong').textContent(), 'Ndiyo');
    assert.equal(await widget.answer.locator('.text ul li').count(), 2);
    assert.equal(await widget.answer.locator('.text ol li').count(), 2);
  });
});
