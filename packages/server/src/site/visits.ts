/** Counts the calls of visitors before anything of their bodies is read. */

import { minuteMs } from '@baraza/contract';
import { clientNetwork } from '../http/client-address.ts';
import { readQuery } from '../http/query.ts';
import type { Arrival } from '../http/route.ts';
import { Problem } from '../kernel/problem.ts';
import { type PlanRates, planOf } from '../limits/plans.ts';
import { assertWithinRate, type Rate } from '../limits/rate.ts';
import { handoffOf } from './asks/handoff.ts';
import type { Assistant, Visitor } from './site.ts';
import { visitorLanguage } from './visitor-language.ts';
import { type Sentence, tooFast } from './words.ts';

type Visit = 'ask' | 'feedback' | 'transcribe' | 'speak' | 'leads' | 'live';

// A network is many people behind one address, and one person with as many names as wanted.
const visitorsPerNetwork = 6;

export function limitVisits(
  assistant: Assistant,
  visit: Visit,
): (arrival: Arrival<Visitor>) => Promise<void> {
  return async (arrival) => {
    const rates = ratesOf(assistant, visit, arrival);
    if (rates.length === 0) return;
    const nowMs = assistant.clock();
    try {
      await assistant.store.write(async (tx) => {
        for (const rate of rates) await assertWithinRate(tx, rate, nowMs);
      });
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'rate') throw error;
      throw await toldToVisitor(assistant, arrival, error, tooFast);
    }
  };
}

/** The refusal of a limit in the visitor's language, with a way to reach a person. */
export async function toldToVisitor(
  assistant: Assistant,
  { caller, raw, header }: Pick<Arrival<Visitor>, 'caller' | 'raw' | 'header'>,
  problem: Problem,
  sentence: Sentence,
  wanted: string | undefined = readQuery(raw.url ?? '').language,
): Promise<Problem> {
  const { site } = caller;
  const profile = await assistant.library.profileOf(site);
  const language = visitorLanguage(wanted, header('accept-language'), profile.languages);
  return new Problem(problem.code, sentence[language], {
    ...(problem.retryAfterSeconds === undefined
      ? {}
      : { retryAfterSeconds: problem.retryAfterSeconds }),
    ...(problem.headers === undefined ? {} : { headers: problem.headers }),
    fields: { handoff: handoffOf(assistant, site.id, profile) },
  });
}

// Always in this order: two calls that count the same rows never wait for each other.
function ratesOf(
  assistant: Assistant,
  visit: Visit,
  { caller, raw, header }: Arrival<Visitor>,
): readonly Rate[] {
  const { rates } = planOf(assistant.plans, caller.site.plan);
  const windowMs = visit === 'leads' ? 10 * minuteMs : minuteMs;
  const { network, visitor: code } = whoVisits(assistant, { raw, header });
  const bucket = (kind: string, who: string) => `${visit} ${caller.site.id} ${kind} ${who}`;
  const { perVisitor, perNetwork } = numbersOf(visit, rates);
  return [
    ...(perVisitor === null
      ? []
      : [{ policy: 'visitor', bucket: bucket('visitor', code), max: perVisitor, windowMs }]),
    ...(perNetwork === null
      ? []
      : [{ policy: 'network', bucket: bucket('network', network), max: perNetwork, windowMs }]),
  ];
}

/** Who calls, hidden: a visitor that names itself, else its network stands for it. */
export function whoVisits(
  assistant: Pick<Assistant, 'clock' | 'codeOfDay' | 'proxyHops'>,
  { raw, header }: Pick<Arrival<Visitor>, 'raw' | 'header'>,
): { readonly network: string; readonly visitor: string } {
  const nowMs = assistant.clock();
  const network = assistant.codeOfDay(clientNetwork(raw, assistant.proxyHops), nowMs);
  const visitor = visitorName(header('x-visitor') ?? readQuery(raw.url ?? '').visitor);
  return {
    network,
    visitor: visitor === undefined ? network : assistant.codeOfDay(visitor, nowMs),
  };
}

function numbersOf(visit: Visit, rates: PlanRates) {
  if (visit === 'ask' || visit === 'feedback' || visit === 'live')
    return { perVisitor: rates.ask_visitor, perNetwork: rates.ask_network };
  const perVisitor = rates[visit];
  return { perVisitor, perNetwork: perVisitor === null ? null : perVisitor * visitorsPerNetwork };
}

// Anything else is no name that a widget made: the network stands for whoever sends it.
function visitorName(text: string | undefined): string | undefined {
  return text !== undefined && /^[A-Za-z0-9_-]{22}$/.test(text) ? text : undefined;
}
