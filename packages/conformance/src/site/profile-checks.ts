import { display, expect, expectEqual, expectShape, is } from '../check.ts';
import { expectRefused, expectReply, expectStatus, type Json } from '../reply.ts';
import { largeTimeoutMs } from '../wire.ts';
import { siteSection } from './bench.ts';
import { knownQuestions } from './own-site.ts';

export const profileSection = siteSection(
  'profile',
  {
    'profile-saved': 'Saving a profile returns the profile, a version, its index and warnings',
    'profile-empty': 'No field of a profile is required',
    'profile-both-languages':
      'A text that visitors see may be in both languages, and each visitor sees one',
    'profile-other-texts':
      'Any other text or list of texts is approved information too, and is named in warnings',
    'profile-looks': 'An invalid colour or position never reaches the pages of visitors',
    'profile-kinds': 'A field of the wrong type is 400 with a sentence, or is not saved',
    'profile-large': 'A profile of more than 8 MB is 413 with the code too_large',
    'profile-sources': 'sources says how much visitors see: full, titles without quotes, or none',
  },
  {
    async 'profile-saved'({ own }) {
      const { business } = own.profile;
      const isMs = (ms: unknown) => typeof ms === 'number';
      const status = is.oneOf('ready', 'lexical');
      expectReply(await own.save(own.profile), 200, {
        profile: { business },
        version: is.whole,
        index: { status, passages: is.whole, ms: isMs },
        warnings: is.list,
      });
    },
    async 'profile-empty'({ own, visit }) {
      expectStatus(await own.save({}), 200);
      expectStatus(await visit('GET', 'config'), 200);
    },
    async 'profile-both-languages'({ own, visit }) {
      const name = { sw: 'Msaidizi', en: 'Helper' };
      const suggestion = { sw: 'Mko wapi?', en: 'Where are you?' };
      await own.change({ name, suggestions: [suggestion] });
      for (const language of ['sw', 'en'] as const) {
        const shown = { name: name[language], suggestions: [suggestion[language]] };
        expectReply(await visit('GET', `config?language=${language}`), 200, shown);
      }
    },
    async 'profile-other-texts'({ own, ask }) {
      const warranty = 'The warranty of every bicycle is fourteen months.';
      const { warnings } = (await own.change({ warranty, newer_flag: true })).body;
      const isNamed = warnings.some((line: unknown) => String(line).includes('warranty'));
      expect(isNamed, `warnings are ${display(warnings)}`);
      const { text, done } = await ask('What is the warranty of a bicycle?');
      expectShape(text, /fourteen/, 'the answer');
      expectEqual(done.sources[0]?.kind, 'fact', 'the kind of its source');
    },
    async 'profile-looks'({ own, visit }) {
      for (const wrong of [
        { colour: 'red;background:url(//evil.example)' },
        { colour: '#12345' },
        { position: 'middle' },
      ]) {
        const { status } = await own.save({ ...own.profile, ...wrong });
        expectShape(status, is.oneOf(200, 400), display(wrong));
        const shown = { colour: /^#(?:[0-9a-f]{3}){1,2}$/i, position: is.oneOf('left', 'right') };
        expectReply(await visit('GET', 'config'), 200, shown);
      }
    },
    async 'profile-kinds'({ own }) {
      for (const [field, value] of [
        ['faqs', 'x'],
        ['hours', [{ days: ['someday'] }]],
        ['facts', [7]],
      ] as const) {
        const what = display({ [field]: value });
        const { status, body } = await own.save({ ...own.profile, [field]: value });
        expectShape(`${status} ${body.code ?? ''}`.trim(), is.oneOf('400 invalid', '200'), what);
        const kept = (await own.read()).profile[field];
        expect(JSON.stringify(kept) !== JSON.stringify(value), `${what} is saved`);
      }
    },
    async 'profile-large'({ own }) {
      const text = 'neno '.repeat(200_000);
      const documents = Array.from({ length: 10 }, (_, at) => ({ title: `Document ${at}`, text }));
      const patience = { timeoutMs: largeTimeoutMs };
      const reply = await own.save({ ...own.profile, documents }, {}, patience);
      expectRefused(reply, 413, 'too_large');
    },
    async 'profile-sources'({ own, ask }) {
      const seen = async (sources: string): Promise<Json> => {
        await own.change({ sources });
        const { done } = await ask(knownQuestions.en.question);
        expectEqual(done.answered, true, `answered with sources ${sources}`);
        return done.sources;
      };
      const titles = await seen('titles');
      expect(
        titles.length > 0 && titles.every(({ title, quote }: Json) => title && !quote),
        `titles shows ${display(titles)}`,
      );
      expectEqual(await seen('none'), [], 'what none shows');
    },
  },
);
