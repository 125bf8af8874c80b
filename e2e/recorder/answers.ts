/** What visitors read: the questions of the evals, asked over HTTP. */
import { readFileSync } from 'node:fs';
import { heldOutBusinesses } from '../../evals/businesses/held-out.ts';
import { siteOf } from '../../evals/businesses/site.ts';
import { defaultNow, readProfile, readQuestions, sites } from '../../evals/own/own.ts';
import type { Outcome } from './corpus/play.ts';
import { type House, type Json, sendPatiently } from './house.ts';

interface Question {
  readonly case: string;
  readonly site: string;
  /** When it is asked, if that is not the usual time. */
  readonly now?: string | undefined;
  readonly ask: { readonly question: string; readonly history?: unknown; readonly mode?: string };
}

const swaps = new URL('../../evals/own/swaps.jsonl', import.meta.url);
// Of the 14,220 questions about 294 businesses, so many businesses that it takes a minute.
const everyBusiness = 40;
const asksAtOnce = 2;
const triesMax = 60;
const readyTriesMax = 600;

export async function recordAnswers(house: House): Promise<Outcome[]> {
  const questions: Question[] = [];
  const add = async (id: string, given: object) => {
    const profile: Json = { ...given };
    for (;;) {
      const sent = { key: house.credential, body: { id, profile } };
      const { status, json } = await sendPatiently(house.site, 'POST', '/v1/admin/sites', sent);
      if (status === 201) return untilReady(house, id, profile);
      // Some businesses have half a telephone number, which a profile refuses.
      const field = /^\w+/.exec(json.error)?.[0] ?? '';
      if (!(field in profile)) throw new Error(`${id}: ${json.error}`);
      delete profile[field];
    }
  };
  for (const site of sites) await add(`own-${site}`, readProfile(site));
  for (const [at, { site, question, history, mode, now }] of readQuestions().entries())
    questions.push({
      case: `own/${at}`,
      site: `own-${site}`,
      now,
      ask: { question, history, mode } as never,
    });
  for (const line of readFileSync(swaps, 'utf8').trimEnd().split('\n')) {
    const { id, name, info, questions: asked } = JSON.parse(line);
    await add(`swap-${id}`, { business: name, facts: info });
    for (const [at, { question }] of asked.entries())
      questions.push({ case: `swaps/${id}/${at}`, site: `swap-${id}`, ask: { question } });
  }
  const chosen = heldOutBusinesses().filter((_, at) => at % everyBusiness === 0);
  for (const [at, set] of chosen.entries()) {
    const { business, entries } = siteOf(set).knowledge;
    const of = (kind: string) => entries.filter((entry) => entry.kind === kind);
    const faqs = of('faq').map(({ id, title, text }) => ({ id, question: title, answer: text }));
    const profile = { ...business, faqs, facts: of('fact'), documents: of('document') };
    await add(`held-${at}`, JSON.parse(JSON.stringify(profile)));
    for (const [number, { question, before }] of set.questions.entries()) {
      const history = before === undefined ? {} : { history: [{ role: 'user', content: before }] };
      questions.push({
        case: `held/${at}/${number}`,
        site: `held-${at}`,
        ask: { question, ...history },
      });
    }
  }
  return askAll(house, questions);
}

/** Until the vectors of a profile are there, its questions are answered by words only. */
async function untilReady(house: House, id: string, profile: object): Promise<void> {
  const path = `/v1/admin/sites/${id}/profile`;
  for (let tries = 1; ; tries += 1) {
    const sent = { key: house.credential, body: profile };
    const { json } = await sendPatiently(house.site, 'PUT', path, sent);
    if (json.index?.status === 'ready') return;
    if (tries === readyTriesMax) throw new Error(`the vectors of ${id} are not ready`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function askAll(house: House, questions: readonly Question[]): Promise<Outcome[]> {
  const outcomes = new Map<string, Outcome>();
  const usual = questions.filter(({ now }) => now === undefined);
  const next = async (): Promise<void> => {
    const question = usual.shift();
    if (question === undefined) return;
    // The clock runs on, and the minute of the day is part of some answers.
    house.setTime(defaultNow);
    outcomes.set(question.case, await outcomeOf(house, question));
    return next();
  };
  await Promise.all(Array.from({ length: asksAtOnce }, next));
  const timed = questions.filter(({ now }) => now !== undefined);
  for (const question of timed.toSorted((one, other) =>
    String(one.now) < String(other.now) ? -1 : 1,
  )) {
    house.setTime(question.now ?? defaultNow);
    outcomes.set(question.case, await outcomeOf(house, question));
  }
  return questions.flatMap((question) => outcomes.get(question.case) ?? []);
}

async function outcomeOf(house: House, { case: name, site, ask }: Question): Promise<Outcome> {
  for (let tries = 1; ; tries += 1) {
    const { text, status } = await sendPatiently(house.site, 'POST', `/v1/sites/${site}/ask`, {
      body: ask,
    });
    const { said, done } = readAnswer(text);
    if (done?.error !== undefined && tries < triesMax) continue;
    if (done === undefined) return { case: name, saw: [`${status}`, text] };
    const sources = done.sources?.map((source: Json) => source.id).join();
    return {
      case: name,
      saw: [
        `${done.answered ? 'answered' : 'refused'} in ${done.language}`,
        said,
        `sources: ${sources}`,
        ...(done.suggestions === undefined ? [] : [`suggests: ${done.suggestions.join(' | ')}`]),
      ],
    };
  }
}

/** The events of an answer: its whole text, and what is said at the end. */
export function readAnswer(text: string): { readonly said: string; readonly done: Json } {
  const events: Json[] = text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)));
  const tokens = events.filter(({ type }) => type === 'token');
  return { said: tokens.map((event) => event.text).join(''), done: events.at(-1) };
}
