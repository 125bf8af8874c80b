/**
 * What models write about the four businesses of `evals/own` and some single texts: as they should,
 * and as they should not.
 */

import { readFileSync } from 'node:fs';
import type { Basis } from '../../src/answers/write/grounding/approved-text.ts';

export interface ModelCase {
  /** A business, or the name of a text in `model-passages.json` or `model-passages-fresh.json`. */
  readonly site: string;
  /** What the engine has found: an entry, or more of them with a plus between. */
  readonly entry: string;
  readonly language: 'sw' | 'en';
  /** What the model writes about it. */
  readonly text: string;
}

export interface HonestCase extends ModelCase {
  /** Whether the rules were made with it in sight; of the others some failures were read, late. */
  readonly read: boolean;
}

export interface HostileCase extends ModelCase {
  readonly kind: string;
  readonly read: boolean;
}

/** A case of the sets that came after the rules: two that were written without a look at them. */
export interface LaterHostileCase extends ModelCase {
  readonly kind: string;
  /** Words of the sentence that is untrue, where others of the answer are true. */
  readonly untrue?: string;
}

/** Written before a look at the rules; a coin held half of them back until they were mended. */
interface FreshCase {
  readonly held: boolean;
}

export const honestCases = linesOf<HonestCase>('honest.jsonl');
export const hostileCases = linesOf<HostileCase>('hostile.jsonl');

export const laterHonestCases = linesOf<ModelCase>('honest-later.jsonl');
export const laterHostileCases = linesOf<LaterHostileCase>('hostile-later.jsonl');
/** Written after the rules were loosened for the later ones, and against them. */
export const lastHonestCases = linesOf<ModelCase>('honest-last.jsonl');
export const lastHostileCases = linesOf<LaterHostileCase>('hostile-last.jsonl');
export const freshHonestCases = linesOf<ModelCase & FreshCase>('honest-fresh.jsonl');
export const freshHostileCases = linesOf<LaterHostileCase & FreshCase>('hostile-fresh.jsonl');
/** Written in five rounds with the rules in sight, while they were mended. */
export const seenHonestCases = linesOf<ModelCase & { readonly round: number }>('honest-seen.jsonl');
export const seenHostileCases = linesOf<LaterHostileCase>('hostile-seen.jsonl');

/** Written when the reader had judged all others; nothing was mended or trained for them. */
export const unseenHonestCases = linesOf<ModelCase>('honest-unseen.jsonl');
export const unseenHostileCases = linesOf<LaterHostileCase>('hostile-unseen.jsonl');

/** The entries as an answer may be made from them. */
export function basisOf({ site, entry, language }: ModelCase): Basis {
  const single = passages[site];
  const found =
    single === undefined ? entry.split('+').map((id) => passageOf(site, id, language)) : [single];
  return { passages: found, language, names: [] };
}

function passageOf(site: string, id: string, language: 'sw' | 'en'): Basis['passages'][number] {
  const { faqs = [], facts = [], documents = [] } = profileOf(site);
  const entry = [...faqs, ...facts, ...documents].find((one) => one.id === id);
  if (entry === undefined) throw new Error(`there is no ${id} in ${site}`);
  const text = entry.answer ?? entry.text ?? '';
  const entryLanguage =
    typeof text === 'string'
      ? (entry.language ?? language)
      : text[language] === undefined
        ? other(language)
        : language;
  return {
    title: pick(entry.question ?? entry.title, entryLanguage),
    text: pick(text, entryLanguage),
    language: entryLanguage,
  };
}

const passages: { readonly [name: string]: Basis['passages'][number] } = {
  ...textsOf('passages.json'),
  ...textsOf('passages-fresh.json'),
  ...textsOf('passages-unseen.json'),
};

function textsOf(name: string): { readonly [name: string]: Basis['passages'][number] } {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
}

type Text = string | { readonly sw?: string; readonly en?: string } | undefined;

interface OwnEntry {
  readonly id: string;
  readonly question?: Text;
  readonly title?: Text;
  readonly answer?: Text;
  readonly text?: Text;
  readonly language?: 'sw' | 'en';
}

interface OwnProfile {
  readonly faqs?: readonly OwnEntry[];
  readonly facts?: readonly OwnEntry[];
  readonly documents?: readonly OwnEntry[];
}

const profiles = new Map<string, OwnProfile>();

/** One of the businesses as its owner saved it. */
function profileOf(site: string): OwnProfile {
  const known = profiles.get(site);
  if (known !== undefined) return known;
  const file = new URL(`../../../../evals/own/${site}.json`, import.meta.url);
  const profile = JSON.parse(readFileSync(file, 'utf8')) as OwnProfile;
  profiles.set(site, profile);
  return profile;
}

function other(language: 'sw' | 'en'): 'sw' | 'en' {
  return language === 'sw' ? 'en' : 'sw';
}

function pick(text: Text, language: 'sw' | 'en'): string {
  return (typeof text === 'string' ? text : text?.[language]) ?? '';
}

function linesOf<Row>(name: string): readonly Row[] {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
}
