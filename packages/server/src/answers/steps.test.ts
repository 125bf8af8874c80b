import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answering, preparing } from './answers.ts';
import type { Business, Entry } from './knowledge.ts';

const stepCpuMsMax = 50;

const business: Business = {
  name: 'Duka',
  business: 'Duka',
  greeting: '',
  about: '',
  whatsapp: '',
  phone: '',
  email: '',
  address: '',
  timezone: 'Africa/Nairobi',
  hours: [],
  closed: [],
  prices: [],
  languages: ['sw', 'en'],
  strictness: 'normal',
};
const word = (at: number) => `p${at.toString(36).replaceAll(/\d/g, 'z')}ndole`;
const words = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => word(from + at)).join(' ');

test('two thousand prices of twenty words and a question that matches none of them keep nobody waiting', () => {
  const prices = Array.from({ length: 2_000 }, (_, at) => ({
    item: words(at * 20, 20),
    price: 100,
    currency: 'KES',
  }));
  const asked = `bei ya ${words(900_000, 20)}`.slice(0, 188);
  assert.ok(longestStep(prices, [], asked) < stepCpuMsMax);
});

test('a document of a million characters without an end, or of marks alone, is prepared in steps', () => {
  for (const text of ['x'.repeat(1_000_000), `${'.'.repeat(999_999)}x`, words(0, 100_000)])
    assert.ok(longestStep([], [entryOf(text)], 'what is x?') < stepCpuMsMax, text.slice(0, 20));
});

test('a FAQ of fifty long wordings and a long answer does not index all of them with every passage', () => {
  const alternatives = Array.from({ length: 50 }, (_, at) => words(at * 200, 200));
  const faq = { ...entryOf(words(0, 60_000)), kind: 'faq' as const, alternatives };
  const { terms } = preparedFrom([], [faq]);
  assert.ok(terms < 500_000, `${terms} postings`);
});

function entryOf(text: string): Entry {
  return {
    id: 'd',
    kind: 'document',
    title: 'T',
    text,
    url: null,
    language: 'en',
    alternatives: [],
  };
}

function preparedFrom(prices: Business['prices'], entries: readonly Entry[]) {
  const work = preparing({ business: { ...business, prices }, entries });
  const { longest, value } = measured(work);
  const terms = value.index.languages.reduce((sum, one) => sum + one.postingPassages.length, 0);
  return { prepared: value, terms, longest };
}

/** The best of three: a collection of garbage in between is none of the engine's steps. */
function longestStep(
  prices: Business['prices'],
  entries: readonly Entry[],
  question: string,
): number {
  const tries = [0, 1, 2].map(() => {
    const { prepared, longest } = preparedFrom([...prices], entries);
    const ask = { question, history: [], language: undefined, mode: 'text', nowMs: 0 } as const;
    return Math.max(longest, measured(answering(prepared, ask)).longest);
  });
  return Math.min(...tries);
}

function measured<Result>(work: Generator<unknown, Result>) {
  let longest = 0;
  for (;;) {
    const before = process.threadCpuUsage();
    const step = work.next();
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    if (step.done) return { longest, value: step.value };
  }
}
