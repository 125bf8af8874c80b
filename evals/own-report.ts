/** Asks the engine the questions of `evals/own`, with profiles as the site API stores them. */

import { type AnswerModels, answer, prepare } from '../packages/server/src/answers/answers.ts';
import type { Prepared } from '../packages/server/src/answers/find/prepared.ts';
import type { Ask } from '../packages/server/src/answers/knowledge.ts';
import { knowledgeOf } from '../packages/server/src/engine/profile-knowledge.ts';
import { readProfileInput } from '../packages/server/src/site/profile/profile.ts';
import {
  defaultNow,
  faults,
  type Question,
  readProfile,
  readQuestions,
  type Site,
} from './own/own.ts';
import type { Vectors } from './vectors.ts';

export interface OwnResult {
  readonly question: Question;
  /** What is wrong with the reply; empty if it is right. */
  readonly faults: readonly string[];
  readonly text: string;
}

export async function askOwn(vectors?: Vectors, read?: AnswerModels['read']): Promise<OwnResult[]> {
  const prepared = new Map<Site, Prepared>();
  const results: OwnResult[] = [];
  for (const question of readQuestions()) {
    const site = prepared.get(question.site) ?? (await prepareSite(question.site, vectors));
    prepared.set(question.site, site);
    const ask = askOf(question);
    const reply = await answer(site, ask, { encode: vectors?.encode, read });
    const found: string[] = [];
    if (reply.answered !== question.answered)
      found.push(question.answered ? 'was not answered' : 'was answered');
    // A mixed question has no defined language.
    if (reply.language !== question.language && question.kind !== 'mixed')
      found.push(`is in ${reply.language}`);
    if (found.length === 0) found.push(...faults(reply.text, question));
    const ids = reply.sources.map(({ id }) => id);
    const isPleasantry = question.kind === 'greeting' && ids.length === 0;
    if (
      found.length === 0 &&
      !isPleasantry &&
      question.gold.length > 0 &&
      !question.gold.some((id) => ids.includes(id))
    )
      found.push(`is from ${ids.join(', ')}`);
    results.push({ question, faults: found, text: reply.text });
  }
  return results;
}

/** A summary, then one line for each kind of question. */
export async function ownReport(vectors?: Vectors, read?: AnswerModels['read']): Promise<string> {
  const results = await askOwn(vectors, read);
  const right = results.filter((result) => result.faults.length === 0);
  const refused = results.filter(({ question }) => !question.answered);
  const wrongly = refused.filter(({ faults: found }) => found.includes('was answered'));
  const kinds = Map.groupBy(results, ({ question }) => question.kind);
  return [
    `Our own questions: ${right.length} of ${results.length} right, ${wrongly.length} of ${refused.length} ` +
      'unanswerable ones answered',
    ...[...kinds].map(([kind, each]) => {
      const good = each.filter((result) => result.faults.length === 0).length;
      return `${kind.padEnd(20)} ${String(good).padStart(4)} of ${each.length}`;
    }),
  ].join('\n');
}

async function prepareSite(site: Site, vectors: Vectors | undefined): Promise<Prepared> {
  const prepared = await prepare(knowledgeOf(readProfileInput(readProfile(site)).profile));
  return vectors ? vectors.joined(prepared) : prepared;
}

function askOf(question: Question): Ask {
  return {
    question: question.question,
    history: question.history ?? [],
    language: undefined,
    mode: question.mode ?? 'text',
    nowMs: Date.parse(question.now ?? defaultNow),
  };
}
