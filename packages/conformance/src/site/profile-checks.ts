import { type Checks, display, expect, expectEqual, expectIs } from '../check.ts';
import { expectRefused, expectStatus, type Json } from '../reply.ts';
import { largeTimeoutMs } from '../wire.ts';
import type { SiteBench } from './bench.ts';
import { knownQuestions } from './own-site.ts';

export const profileChecks: Checks<SiteBench> = {
  'profile-saved': {
    holds: 'Saving a profile returns the profile, a version, its index and warnings',
    run: async ({ requireOwnSite, saveProfile }) => {
      const { profile } = requireOwnSite();
      const reply = await saveProfile(profile);
      const saved = reply.json();
      expectStatus(reply, 200);
      expectEqual(saved.profile.business, profile.business, 'profile.business');
      expect(Number.isInteger(saved.version), `version is ${display(saved.version)}`);
      expect(
        ['ready', 'lexical'].includes(saved.index.status) &&
          Number.isInteger(saved.index.passages) &&
          typeof saved.index.ms === 'number',
        `index is ${display(saved.index)}`,
      );
      expect(Array.isArray(saved.warnings), `warnings is ${display(saved.warnings)}`);
    },
  },
  'profile-empty': {
    holds: 'No field of a profile is required',
    run: ({ withProfile, saveProfile, visit }) =>
      withProfile({}, async () => {
        expectStatus(await saveProfile({}), 200);
        expectStatus(await visit('GET', 'config'), 200, 'the status of config');
      }),
  },
  'profile-both-languages': {
    holds: 'A text that visitors see may be in both languages, and each visitor sees one',
    run: async ({ withProfile, visit }) => {
      const both = {
        name: { sw: 'Msaidizi', en: 'Helper' },
        suggestions: [{ sw: 'Mko wapi?', en: 'Where are you?' }],
      };
      await withProfile(both, async () => {
        for (const language of ['sw', 'en'] as const) {
          const { name, suggestions } = (await visit('GET', `config?language=${language}`)).json();
          expectEqual(
            [name, suggestions],
            [both.name[language], [both.suggestions[0]?.[language]]],
            `what is shown in ${language}`,
          );
        }
      });
    },
  },
  'profile-other-texts': {
    holds: 'Any other text or list of texts is approved information too, and is named in warnings',
    run: ({ withProfile, saveProfile, ask }) =>
      withProfile({}, async ({ profile }) => {
        const warranty = 'The warranty of every bicycle is fourteen months.';
        const saved = (await saveProfile({ ...profile, warranty, newer_flag: true })).json();
        expect(
          saved.warnings.some((line: unknown) => String(line).includes('warranty')),
          `warnings are ${display(saved.warnings)}`,
        );
        const { text, done } = await ask({ question: 'What is the warranty of a bicycle?' });
        expectIs(text, /fourteen/, 'the answer');
        expectEqual(done.sources[0]?.kind, 'fact', 'the kind of its source');
      }),
  },
  'profile-looks': {
    holds: 'An invalid colour or position never reaches the pages of visitors',
    run: ({ withProfile, saveProfile, visit }) =>
      withProfile({}, async ({ profile }) => {
        for (const wrong of [
          { colour: 'red;background:url(//evil.example)' },
          { colour: '#12345' },
          { position: 'middle' },
        ]) {
          const { status } = await saveProfile({ ...profile, ...wrong });
          expectIs(status, [200, 400], display(wrong));
          const { colour, position } = (await visit('GET', 'config')).json();
          expectIs(colour, /^#(?:[0-9a-f]{3}){1,2}$/i, 'colour');
          expectIs(position, ['left', 'right'], 'position');
        }
      }),
  },
  'profile-kinds': {
    holds: 'A field of the wrong type is 400 with a sentence, or is not saved',
    run: ({ withProfile, saveProfile, read }) =>
      withProfile({}, async ({ path, profile }) => {
        for (const wrong of [{ faqs: 'x' }, { hours: [{ days: ['someday'] }] }, { facts: [7] }]) {
          const reply = await saveProfile({ ...profile, ...wrong });
          const seen = `${reply.status} ${reply.json().code ?? ''}`.trim();
          expectIs(seen, ['400 invalid', '200'], display(wrong));
          const [[field, value] = []] = Object.entries(wrong);
          const kept = (await read(path)).profile[field ?? ''];
          expect(JSON.stringify(kept) !== JSON.stringify(value), `${display(wrong)} is saved`);
        }
      }),
  },
  'profile-large': {
    holds: 'A profile of more than 8 MB is 413 with the code too_large',
    run: async ({ requireOwnSite, saveProfile }) => {
      const { profile } = requireOwnSite();
      const text = 'neno '.repeat(200_000);
      const documents = Array.from({ length: 10 }, (_, index) => ({
        title: `Document ${index}`,
        text,
      }));
      const large = { ...profile, documents };
      const reply = await saveProfile(large, { timeoutMs: largeTimeoutMs });
      expectRefused(reply, 413, 'too_large');
    },
  },
  'profile-sources': {
    holds: 'sources says how much visitors see: full, titles without quotes, or none',
    run: async ({ requireOwnSite, withProfile, ask }) => {
      requireOwnSite();
      const seen = (sources: string) =>
        withProfile({ sources }, async () => {
          const { done } = await ask({ question: knownQuestions.en.question });
          expectEqual(done.answered, true, `answered with sources ${sources}`);
          return done.sources as Json[];
        });
      const titles = await seen('titles');
      expect(
        titles.length > 0 && titles.every((source) => source.title && !source.quote),
        `titles shows ${display(titles)}`,
      );
      expectEqual(await seen('none'), [], 'what none shows');
    },
  },
};
