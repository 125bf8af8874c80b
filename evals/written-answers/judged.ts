/** Every sentence of `packages/server/test/grounding` with the result of each step of the check. */
import type { ReadPassages } from '../../packages/server/src/answers/read/read-passages.ts';
import { createApprovedText } from '../../packages/server/src/answers/write/grounding/approved-text.ts';
import {
  createGrounding,
  type Drift,
  scoreOf,
} from '../../packages/server/src/answers/write/grounding/grounding.ts';
import { statementsOf } from '../../packages/server/src/answers/write/grounding/tidy-sentence.ts';
import * as cases from '../../packages/server/test/grounding/cases.ts';
import { isPassageHeldOut } from '../../training/reader/held-out-passages.ts';

export type Part = 'unseen' | 'held' | 'trained';

export interface JudgedAnswer {
  readonly isHonest: boolean;
  /** `held`: its passage is not in the reader's training data. `unseen`: written after the check. */
  readonly part: Part;
  readonly of: cases.ModelCase;
  readonly sentences: readonly JudgedSentence[];
}

export interface JudgedSentence {
  readonly text: string;
  /** Whether this is the false sentence of a hostile answer. */
  readonly isUntrue: boolean;
  /** The result of the check with a reader that agrees with everything. */
  readonly kind: 'passed' | 'empty' | 'drift';
  readonly why: Drift | undefined;
  /** A literal copy of approved text, which needs no reader. */
  readonly isCopy: boolean;
  readonly score: number;
}

const honest: readonly cases.ModelCase[] = [
  ...cases.honestCases,
  ...cases.laterHonestCases,
  ...cases.lastHonestCases,
  ...cases.freshHonestCases,
  ...cases.seenHonestCases,
  ...cases.unseenHonestCases,
];
const hostile: readonly (cases.ModelCase & { readonly untrue?: string })[] = [
  ...cases.hostileCases,
  ...cases.laterHostileCases,
  ...cases.lastHostileCases,
  ...cases.freshHostileCases,
  ...cases.seenHostileCases,
  ...cases.unseenHostileCases,
];

export async function judgeAll(read: ReadPassages): Promise<readonly JudgedAnswer[]> {
  const judged: JudgedAnswer[] = [];
  for (const of of honest) judged.push(await judge(of, true, undefined, read));
  for (const of of hostile) judged.push(await judge(of, false, of.untrue ?? '', read));
  return judged;
}

async function judge(
  of: cases.ModelCase,
  isHonest: boolean,
  untrue: string | undefined,
  read: ReadPassages,
): Promise<JudgedAnswer> {
  const basis = cases.basisOf(of);
  const approved = createApprovedText(basis);
  const { check } = createGrounding(basis, agreeing);
  const alone = createGrounding(basis, undefined);
  const sentences: JudgedSentence[] = [];
  for (const text of statementsOf(of.text)) {
    const checked = await check(text);
    const isForm = checked.kind === 'drift' && forms.has(checked.why);
    const stated = checked.kind === 'passed' ? checked.text : text;
    sentences.push({
      text,
      isUntrue: untrue !== undefined && text.includes(untrue),
      kind: checked.kind,
      why: checked.kind === 'drift' ? checked.why : undefined,
      isCopy: (await alone.check(text)).kind === 'passed',
      score: isForm ? -20 : await scoreOf(approved, read, stated),
    });
  }
  return { isHonest, part: partOf(of), of, sentences };
}

function partOf(of: cases.ModelCase): Part {
  if (unseen.has(of)) return 'unseen';
  return isPassageHeldOut(of) ? 'held' : 'trained';
}

const unseen = new Set<cases.ModelCase>([...cases.unseenHonestCases, ...cases.unseenHostileCases]);
/** A reader that agrees with everything. */
const agreeing: ReadPassages = async ({ passages }) =>
  passages.map(() => ({ answer: 4, said: 4, evidence: [] }));
/** Refusals because of the form of a sentence, before its content is checked. */
export const forms: ReadonlySet<Drift> = new Set<Drift>([
  'characters',
  'markup',
  'length',
  'instruction',
  'question',
  'language',
]);
