/** Questions to four invented businesses, with the expected results. */
import { readFileSync } from 'node:fs';

export const sites = ['shop', 'clinic', 'school', 'hotel'] as const;
export type Site = (typeof sites)[number];

/** A text that the answer must contain; of a list, at least one. */
export type Demand = string | readonly string[];

export interface Question {
  readonly site: Site;
  readonly question: string;
  readonly history?: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[];
  readonly language: 'sw' | 'en';
  readonly now?: string;
  readonly mode?: 'voice';
  readonly answered: boolean;
  readonly gold: readonly string[];
  readonly has: readonly Demand[];
  readonly hasNot: readonly string[];
  readonly kind: string;
}

/** The time of a question without `now`: a Monday morning. */
export const defaultNow = '2026-11-16T09:30:00+03:00';

export function readQuestions(): readonly Question[] {
  return readFileSync(new URL('questions.jsonl', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Question);
}

export function readProfile(site: Site): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`${site}.json`, import.meta.url), 'utf8'));
}

/** What is wrong with an answer's text; empty if every demand is met. */
export function faults(text: string, { has, hasNot }: Pick<Question, 'has' | 'hasNot'>): string[] {
  return [
    ...has
      .filter((demand) => !meets(text, demand))
      .map((demand) => `lacks ${typeof demand === 'string' ? demand : demand.join(' | ')}`),
    ...hasNot.filter((word) => meets(text, word)).map((word) => `says ${word}`),
  ];
}

/**
 * Ignores case and the comma in 4,500; 8:00 is not found in 18:00. A telephone number may be grouped in any way and
 * have a country code.
 */
export function meets(text: string, demand: Demand): boolean {
  const plain = fold(text);
  return [demand].flat().some((alternative) => {
    if (/^[\d ]{7,}$/.test(alternative)) return digits(text).includes(digits(alternative));
    const wanted = fold(alternative);
    for (let at = plain.indexOf(wanted); at >= 0; at = plain.indexOf(wanted, at + 1)) {
      const cutsNumber =
        /\d\d/.test(`${plain[at - 1]}${wanted[0]}`) ||
        /\d\d/.test(`${wanted.at(-1)}${plain[at + wanted.length]}`);
      if (!cutsNumber) return true;
    }
    return false;
  });
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/(?<=\d)[,\u00a0\u202f](?=\d{3}(?!\d))/g, '');
}

function digits(text: string): string {
  return text.replace(/(?<=\d)[ -]+(?=\d)/g, '');
}
