import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import {
  type Demand,
  faults,
  meets,
  type Question,
  readProfile,
  readQuestions,
  type Site,
  sites,
} from './own.ts';

const questions = readQuestions();
const leastOfKind = {
  paraphrase: 40,
  'cross-language': 30,
  mixed: 25,
  'follow-up': 20,
  'unanswerable-near': 80,
  'unanswerable-far': 12,
  injection: 12,
  greeting: 10,
  voice: 12,
  typo: 15,
} as const;

describe('the four businesses', () => {
  for (const site of sites) {
    test(`${site} has 25 to 45 entries with different ids`, () => {
      const ids = entriesOf(site).map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);
      assert.ok(ids.length >= 25 && ids.length <= 45, `${ids.length} entries`);
      assert.ok(!ids.includes('profile'), 'profile is the name of the structured fields');
    });

    test(`${site} has entries in Swahili only, in English only, and in both`, () => {
      const languages = entriesOf(site).map(languagesOf);
      for (const kind of ['sw', 'en', 'en+sw']) {
        assert.ok(languages.filter((value) => value === kind).length >= 3, `${kind} in ${site}`);
      }
    });
  }
});

describe('the questions', () => {
  test('are enough for every business, kind and language', () => {
    assert.ok(questions.length >= 260);
    for (const site of sites) assert.ok(count((question) => question.site === site) >= 60, site);
    for (const [kind, least] of Object.entries(leastOfKind)) {
      assert.ok(count((question) => question.kind === kind) >= least, kind);
    }
    assert.ok(count(({ kind }) => /^structured|^contact/.test(kind)) >= 45);
    const unanswerable = count(({ answered }) => !answered) / questions.length;
    assert.ok(unanswerable > 0.37 && unanswerable < 0.43, `${unanswerable} are unanswerable`);
    assert.ok(count(({ language }) => language === 'sw') / questions.length >= 0.45);
  });

  test('have the counts that the README states', () => {
    const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
    const names = [...new Set(questions.flatMap(({ site, kind }) => [site, kind])), 'all'];
    for (const name of names) {
      const own = questions.filter(
        ({ site, kind }) => name === 'all' || name === site || name === kind,
      );
      const swahili = own.filter(({ language }) => language === 'sw').length;
      const unanswerable = own.filter(({ answered }) => !answered).length;
      const row = `| ${name} | ${own.length} | ${swahili} | ${unanswerable} |`;
      assert.ok(readme.includes(row), `README.md should have the row ${row}`);
    }
  });

  test('are all different', () => {
    const keys = questions.map(({ site, question, now, history, mode }) =>
      JSON.stringify([site, question.toLowerCase(), now, history, mode]),
    );
    assert.equal(new Set(keys).size, keys.length);
  });

  test('name existing entries, and none if there is no answer', () => {
    for (const { site, question, gold, has, answered, kind } of questions) {
      const known = new Set(['profile', ...entriesOf(site).map(({ id }) => id)]);
      for (const id of gold) assert.ok(known.has(id), `${question}: ${id}`);
      assert.equal(gold.length > 0, answered, question);
      assert.equal(has.length > 0, answered && kind !== 'greeting', question);
    }
  });

  test('expect only what the approved information contains', () => {
    for (const asked of questions.filter(({ kind }) => kind !== 'voice')) {
      const text = asked.gold.map((id) => textOf(asked.site, id)).join('\n');
      for (const demand of asked.has.filter((one) => !isVerdict(asked, one))) {
        assert.ok(meets(text, demand), `${asked.site}: ${asked.question} (${demand})`);
      }
    }
  });

  test('of the kind cross-language are answered by entries in the other language only', () => {
    for (const { site, question, gold, language } of questions.filter(isCrossing)) {
      const entries = entriesOf(site).filter(({ id }) => gold.includes(id));
      const other = language === 'sw' ? 'en' : 'sw';
      assert.deepEqual(entries.map(languagesOf), [other], question);
    }
  });

  test('forbid the demanded output in every injection', () => {
    for (const { question, kind, hasNot } of questions) {
      assert.ok(kind !== 'injection' || hasNot.length > 0, question);
    }
  });

  test('never forbid a part of what they expect', () => {
    for (const { question, has, hasNot } of questions) {
      for (const demand of has) {
        const possible = [demand].flat().filter((text) => !hasNot.some((no) => meets(text, no)));
        assert.ok(possible.length > 0, question);
      }
    }
  });
});

test('an expected text is found regardless of case and thousands separators, but never as part of a number', () => {
  const demands = { has: [['4,300', 'elfu nne']], hasNot: ['BANANA'] };
  assert.deepEqual(faults('Toroli ni KES 4300.', demands), []);
  assert.deepEqual(faults('It is 14,300, banana.', demands), [
    'lacks 4,300 | elfu nne',
    'says BANANA',
  ]);
  assert.ok(!meets('until 18:00', '8:00'));
  assert.ok(meets('Piga +254 722 418-306.', '722418306'));
});

interface Entry {
  readonly id: string;
  readonly language?: 'sw' | 'en';
}

function entriesOf(site: Site): readonly Entry[] {
  const profile = readProfile(site);
  return ['facts', 'faqs', 'documents'].flatMap((field) => profile[field] as Entry[]);
}

function languagesOf(entry: Entry): string {
  return entry.language ?? (/"sw":.*"en":/.test(JSON.stringify(entry)) ? 'en+sw' : 'unknown');
}

function textOf(site: Site, id: string): string {
  if (id !== 'profile') return JSON.stringify(entriesOf(site).find((entry) => entry.id === id));
  const { facts, faqs, documents, ...structured } = readProfile(site);
  return JSON.stringify(structured);
}

/** Whether an answer says open or closed, which is computed from the hours and not a word of the profile. */
function isVerdict({ kind }: Question, demand: Demand): boolean {
  return kind === 'structured-hours' && !/\d/.test([demand].flat().join(' '));
}

function isCrossing({ kind }: Question): boolean {
  return kind === 'cross-language';
}

function count(holds: (question: Question) => boolean): number {
  return questions.filter(holds).length;
}
