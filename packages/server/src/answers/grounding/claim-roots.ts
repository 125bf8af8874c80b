/** What a word shares with its other forms, and who does what it says. */
import type { Language } from '@baraza/contract';
import { stemOf } from '../text.ts';
import { groupOf, groups } from './claim-synonyms.ts';
import { isSwahiliVerb } from './claim-words.ts';
import { verbRoots } from './swahili-verbs.ts';

/** Of a verb, where its form or the word before it tells: whether the business does it, or somebody else. */
export function doneBy(
  word: string,
  before: readonly string[],
  language: Language,
  opens: boolean,
): 'us' | 'others' | '' {
  if (language === 'sw') {
    // `tunaweza kukupa`: who can is who does.
    const modal = /^ku[a-z]{2,}$/.test(word) && able.test(before[0] ?? '') ? before[0] : undefined;
    const subject = /^(?:ha)?(ni|tu|u|m|a|wa)(?:na|ta|me|li|ki)[a-z]{3,}[aeiu]$/.exec(
      modal ?? word,
    )?.[1];
    if (subject === undefined && opens && asked.test(word) && !isSwahiliVerb(word)) return 'others';
    if (subject === undefined) return /^(?:hatu|si)[a-z]{3,}[iue]$/.test(word) ? 'us' : '';
    return subject === 'ni' || subject === 'tu' ? 'us' : 'others';
  }
  const [last = '', further = ''] = before;
  const subject = helpers.has(last) ? further : last;
  if (subject === 'we') return 'us';
  // `Back up your data`: what is asked for is not done by who asks.
  if (opens) return /(?:s|ing|ion|y|er|ment|ed)$/.test(word) ? '' : 'others';
  return subject === 'you' || subject === 'they' ? 'others' : '';
}

const able = /^(?:ha)?(?:ni|tu|u|m|a|wa)(?:na|ta)?wez[ai]$/;
const asked = /^(?!hu|ku)[a-z]{2,}[^w][ae]$/;
const helpers = new Set('can will do may would also could must always never not dont'.split(' '));

/** What other forms of a word share with it. */
export function rootsOf(word: string, language: Language): readonly string[] {
  const root = rootOf(word, language);
  const group = groupOf(word) ?? (language === 'en' ? englishGroups().get(root) : undefined);
  if (language === 'sw')
    return [
      ...(group === undefined ? [] : [group]),
      root,
      ...verbRoots(word),
      ...kindred(word),
      ...shortNoun(word),
    ];
  return [group ?? root];
}

/** `kiti` and `viti`, `mtu` and `watu`: what is too short to lose its class elsewhere. */
function shortNoun(word: string): readonly string[] {
  const stem = /^(?:[kv]i|m|wa|mi)([^aeiou][a-z]{1,2})$/.exec(word)?.[1];
  return stem === undefined ? [] : [`n:${stem}`];
}

/** The groups of Swahili verbs, by what stays of them in all of their forms. */
function kindred(word: string): readonly string[] {
  return verbRoots(word).flatMap((root) => verbGroups.get(root) ?? []);
}

const verbGroups: ReadonlyMap<string, string> = new Map([
  ['v:gharim', '=bei'],
  ['v:jumuish', '=jumuisha'],
  ['v:onge', '=ongea'],
  ['v:zungumz', '=ongea'],
  ['v:ondok', '=ondoka'],
  ['v:uz', '=sell'],
  ['v:nunu', '=buy'],
  ['v:agiz', '=oda'],
  ['v:kodish', '=rent'],
  ['v:kod', '=rent'],
  ['v:fungu', '=wazi'],
  ['v:dum', '=chukua'],
  ['v:chuku', '=chukua'],
]);

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
      /(?<=^[a-z]{4,})(?:at|ation|ition|ance|ence|ion|al|i|s)$|(?<=^[a-z]{3,})ments?$/,
      '',
    );
  }
  return root.replace(/([^aeiou])\1$/, '$1');
}

function swahiliRoot(word: string): string {
  const stem = stemOf(word, 'sw').replace(/(?<=[a-z]{3})l?[ie]?w$/, '');
  return stem.replace(/(?<=[a-z]{3})[aeiou]+$/, '');
}
