/** What a word shares with its other forms, and who does what it says. */
import type { Language } from '../answers.ts';
import { stemOf } from '../text.ts';
import { groupOf, groups } from './claim-words.ts';
import { verbRoots } from './swahili-verbs.ts';

/** Of a verb, where its form or the word before it tells: whether the business does it, or somebody else. */
export function doneBy(
  word: string,
  before: readonly string[],
  language: Language,
): 'us' | 'others' | '' {
  if (language === 'sw') {
    const subject = /^(?:ha)?(ni|tu|u|m|a|wa)(?:na|ta|me|li|ki)[a-z]{3,}[aeiu]$/.exec(word)?.[1];
    if (subject === undefined) return /^(?:hatu|si)[a-z]{3,}[iue]$/.test(word) ? 'us' : '';
    return subject === 'ni' || subject === 'tu' ? 'us' : 'others';
  }
  const [last = '', further = ''] = before;
  const subject = helpers.has(last) ? further : last;
  if (subject === 'we') return 'us';
  return subject === 'you' || subject === 'they' ? 'others' : '';
}

const helpers = new Set('can will do may would also could must always never not dont'.split(' '));

/** What other forms of a word share with it. */
export function rootsOf(word: string, language: Language): readonly string[] {
  const root = rootOf(word, language);
  const group = groupOf(word) ?? (language === 'en' ? englishGroups().get(root) : undefined);
  if (group !== undefined) return [group];
  return language === 'sw' ? [root, ...verbRoots(word)] : [root];
}

/** Every form of a word says what one of them does. */
function englishGroups(): ReadonlyMap<string, string> {
  byRoot ??= new Map([...groups].map(([word, group]) => [englishRoot(word), group]));
  return byRoot;
}

let byRoot: ReadonlyMap<string, string> | undefined;

/** What stays of a word in all of its forms, of verb and noun alike. */
export function rootOf(word: string, language: Language): string {
  return language === 'sw' ? swahiliRoot(word) : englishRoot(word);
}

function englishRoot(word: string): string {
  let root = stemOf(word, 'en');
  for (let before = ''; before !== root; ) {
    before = root;
    root = root.replace(
      /(?<=^[a-z]{4,})(?:ation|ition|ance|ence|ion|al|i|s)$|(?<=^[a-z]{3,})ments?$/,
      '',
    );
  }
  return root.replace(/([^aeiou])\1$/, '$1');
}

function swahiliRoot(word: string): string {
  const stem = stemOf(word, 'sw').replace(/(?<=[a-z]{3})l?[ie]?w$/, '');
  return stem.replace(/(?<=[a-z]{3})[aeiou]+$/, '');
}
