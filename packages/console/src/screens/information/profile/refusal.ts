/** Why the server refused a profile: in the current language, with the field that it is about. */
import type { Profile } from '@baraza/contract';
import { profileLists } from '@baraza/contract/plain';
import { type Signal, signal } from '@preact/signals';
import { ApiProblem } from '../../../api/problem.ts';
import { inCurrent, type Pair } from '../../../words/language.ts';
import { type Change, entriesOf, isSame } from './profile.ts';
import { entryLink, entryTitle, fieldLabel } from './readable.ts';

interface Refusal {
  /** The entry; undefined for a field of the profile itself. */
  readonly id: string | undefined;
  readonly field: string;
  /** The rule that was broken, as one sentence. */
  readonly rule: string;
  /** The name of the field, after that of the entry. */
  readonly where: string;
  /** The page of the field or entry. */
  readonly href: string | undefined;
}

/** Why the last save was refused, each until its field is changed or all is saved. */
export const refused = signal<readonly Refusal[]>([]);

/** What is typed in fields that cannot read it, as sentences of the server; nothing is saved while there is one. */
export const unread = new Map<object, string>();

/** Why the value of this field was refused; undefined if it was not. */
export function refusalAt(id: string | undefined, field: string): string | undefined {
  const rule = refused.value.find((one) => one.id === id && one.field === field)?.rule;
  return rule && rule.slice(0, 1).toUpperCase() + rule.slice(1);
}

/** The problem of a save of which every reason is in `refused`. */
export function explained(cause: ApiProblem | undefined): ApiProblem {
  const about = { code: 'refused', status: 400, requestId: undefined, cause };
  const [first, ...others] = refused.peek();
  if (first !== undefined && others.length === 0)
    return new ApiProblem(`${first.where}: ${first.rule}`, about);
  // The fields themselves say what is wrong with them.
  const names = [...new Set(refused.peek().map(({ where }) => where))];
  const listed = names.slice(0, namesMax).join(', ') + (names.length > namesMax ? ', …' : '.');
  return new ApiProblem(inCurrent([`Sahihisha: ${listed}`, `Correct: ${listed}`]), about);
}

const namesMax = 5;

/** The problem of the draft, as far as its reasons are still there. */
export function problemOf(draft: {
  readonly problem: Signal<ApiProblem | undefined>;
}): ApiProblem | undefined {
  const problem = draft.problem.value;
  if (problem?.code !== 'refused') return problem;
  return refused.value.length === 0 ? undefined : explained(problem);
}

/** Forgets the reasons at what was changed. */
export function forgetRefusals(before: Profile, after: Profile): void {
  const isLeft = (one: Refusal) => isSame(refusedValue(before, one), refusedValue(after, one));
  if (!refused.peek().every(isLeft)) refused.value = refused.peek().filter(isLeft);
}

function refusedValue(profile: Profile, { id, field }: Refusal): unknown {
  if (id === undefined) return profile[field.split('.')[0] ?? field];
  const entries = profileLists.flatMap((list) => entriesOf(profile, list));
  return entries.find((entry) => entry.id === id)?.[field];
}

/** Says at the field of a price why it is none, before it is saved. */
export function refusePrice(id: string, rule: string): void {
  const said = ruleText(rule);
  const others = refused.peek().filter((one) => one.id !== id || one.field !== 'price');
  refused.value = [
    ...others,
    { id, field: 'price', rule: said, where: fieldLabel('price'), href: undefined },
  ];
}

const place =
  /^(?:([a-z_]+)\[(\d+)\](?:\.(\w+))?|(notify\.\w+|[a-z_]+))(?:\.\w+|\[\d+\])* (must .*)\.$/;

/** Undefined if the sentence is not about a field. */
export function refusalOf(
  sentence: string,
  about: {
    readonly site: string;
    readonly sent: Profile;
    readonly changes: readonly Change[];
  },
): Refusal | undefined {
  const [, name, index, part, alone = '', rule = ''] = place.exec(sentence) ?? [];
  if (rule === '') return undefined;
  const only = about.changes.length === 1 ? about.changes[0]?.place : undefined;
  const list = profileLists.find((one) => one === name);
  // The endpoint of a single entry names it as the first one of its list.
  const single = only !== undefined && 'list' in only ? only : undefined;
  const sent = list === undefined ? [] : entriesOf(about.sent, list);
  const entry = single ? sent.find((one) => one.id === single.id) : sent[Number(index)];
  const id = single?.id ?? entry?.id;
  const field = id === undefined ? (name ?? alone) : (part ?? alone);
  const said = ruleText(rule);
  const title = entry === undefined ? '' : entryTitle(entry);
  const where = [title === '' ? '' : `“${title.slice(0, 40)}”`, fieldLabel(field)];
  return {
    id,
    field,
    rule: said,
    where: where.filter((word) => word !== '').join(' · '),
    href: entryLink(about.site, about.sent, id ?? field)?.href,
  };
}

/** Sentences of the server and their translations; `#` stands for the number in the sentence. */
const rules: readonly (readonly [RegExp, ...Pair])[] = [
  [
    /^must not be empty/,
    'hapajaandikwa kitu; jaza au futa.',
    'nothing is written here; fill it in or delete it.',
  ],
  [
    /^must have at most ([\d,]+) characters/,
    'ni ndefu mno; herufi zisizidi #.',
    'it is too long; at most # characters.',
  ],
  [
    /^must have at most ([\d,]+) entries/,
    'ni nyingi mno; zisizidi #.',
    'there are too many; at most #.',
  ],
  [
    /^must be a (?:telephone number|number with its country code)/,
    'andika namba ya simu, kama 0722 123 456 au +254 722 123 456.',
    'enter a phone number, such as 0722 123 456 or +254 722 123 456.',
  ],
  [
    /^must be a whole number from 1 to (\d+)/,
    'andika namba nzima, kuanzia 1 hadi #.',
    'enter a whole number from 1 to #.',
  ],
  [
    /^must be an address like \S+@/,
    'andika barua pepe kamili, kama duka@example.com.',
    'enter a full e-mail address, such as duka@example.com.',
  ],
  [
    /^must be an address like http/,
    'andika anwani kamili, kama https://example.com/ukurasa.',
    'enter a full address, such as https://example.com/page.',
  ],
  [/^must be a time like/, 'andika saa kama 08:00.', 'enter a time such as 08:00.'],
  [/^must be a date like/, 'chagua tarehe.', 'choose a date.'],
  [/^must name a day/, 'chagua angalau siku moja.', 'choose at least one day.'],
  [
    /^must be written in digits/,
    'andika bei kwa tarakimu, kama 2500.',
    'enter the price in digits, such as 2500.',
  ],
  [
    /^must be a number that is not negative/,
    'andika bei, kama 850 au “bure”; isiyo na kiasi iache wazi, uandike maelezo.',
    'enter a price, such as 850 or “free”; without an amount, leave it empty and write a note.',
  ],
  [
    /^must be after ([\d:]+), or with/,
    'mnafunga kabla ya kufungua (#); thibitisha kwamba ni siku inayofuata.',
    'it closes before it opens (#); confirm that it closes on the next day.',
  ],
];

function ruleText(rule: string): string {
  for (const [pattern, ...text] of rules) {
    const found = pattern.exec(rule);
    if (found !== null) return inCurrent(text).replace('#', found[1] ?? '');
  }
  return inCurrent(['haikubaliki jinsi ilivyoandikwa.', `it ${rule}.`]);
}
