/** Rate limits of visitors, who are identified by hashes. */
import { type Language, languages, minuteMs, preferredLanguage } from '@baraza/contract';
import { Problem } from '../kernel/problem.ts';
import { type PlanRates, planOf } from '../limits/plans.ts';
import type { Rate } from '../limits/rate.ts';
import type { SiteRow } from '../store/site/sites.ts';
import { together, type Writer } from '../store/store.ts';
import type { Assistant } from './assistant.ts';
import { handoffOf } from './profile/contact-links.ts';
import { type Sentence, tooFast } from './words.ts';

export type Visit = 'ask' | 'feedback' | 'transcribe' | 'speak' | 'leads' | 'live';

/** What a request says about its visitor. */
export interface VisitorInfo {
  /** The site, read for this call. */
  readonly site: SiteRow;
  readonly network: string;
  /** The id that the page gave its visitor. */
  readonly visitor?: string | undefined;
  /** The secret of the visitor's conversation. */
  readonly secret?: string | undefined;
  /** The language that the page requests. */
  readonly language?: string | undefined;
  readonly acceptLanguage?: string | undefined;
}

// Many people share the address of a network, and one person can use any number of ids.
const visitorsPerNetwork = 6;

/** The dependencies of counting visits. */
export type VisitCounter = Pick<
  Assistant,
  'store' | 'clock' | 'plans' | 'codeOfDay' | 'profiles' | 'publicUrl' | 'fullRates'
>;

/** Throws the refusal, in the visitor's language, if there were too many. An ask is counted later, when it begins. */
export async function countVisit(
  assistant: VisitCounter,
  visit: Visit,
  visitorInfo: VisitorInfo,
): Promise<void> {
  const rates = ratesOf(assistant, visit, visitorInfo);
  const nowMs = assistant.clock();
  try {
    for (const rate of rates) assistant.fullRates.assertLeft(rate, nowMs);
    if (rates.length > 0 && visit !== 'ask')
      await assistant.store.write((tx) => spendVisit(assistant, tx, rates, nowMs), {
        mayBeLost: true,
      });
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'rate') throw error;
    throw await limitRefusal(assistant, visitorInfo, error, tooFast);
  }
}

/** Refuses with `rate` if one of the limits is reached. */
export async function spendVisit(
  { fullRates }: Pick<Assistant, 'fullRates'>,
  tx: Writer,
  rates: readonly Rate[],
  nowMs: number,
): Promise<void> {
  await together(...rates.map((rate) => fullRates.spend(tx, rate, nowMs)));
}

/** The refusal of a limit in the visitor's language, with a way to reach a person. */
export async function limitRefusal(
  assistant: Pick<Assistant, 'profiles' | 'publicUrl'>,
  {
    site,
    language: asked,
    acceptLanguage,
  }: Pick<VisitorInfo, 'site' | 'language' | 'acceptLanguage'>,
  problem: Problem,
  sentence: Sentence,
  wanted: string | undefined = asked,
): Promise<Problem> {
  const profile = await assistant.profiles.headOf(site);
  const language = visitorLanguage(wanted, acceptLanguage, profile.languages);
  return new Problem(problem.code, sentence[language], {
    ...(problem.retryAfterSeconds === undefined
      ? {}
      : { retryAfterSeconds: problem.retryAfterSeconds }),
    ...(problem.headers === undefined ? {} : { headers: problem.headers }),
    fields: { handoff: handoffOf(assistant, site.id, profile) },
  });
}

/** Always in the same order, so that two calls that count the same rows cannot deadlock. */
export function ratesOf(
  assistant: VisitCounter,
  visit: Visit,
  visitorInfo: VisitorInfo,
): readonly Rate[] {
  const { site } = visitorInfo;
  const { rates } = planOf(assistant.plans, site.plan);
  const windowMs = visit === 'leads' ? 10 * minuteMs : minuteMs;
  const { perVisitor, perNetwork } = limitsOf(visit, rates);
  if (perVisitor === null && perNetwork === null) return [];
  const { network, visitor: code } = visitorIdentity(assistant, visitorInfo);
  return [
    { policy: 'visitor', who: code, max: perVisitor },
    { policy: 'network', who: network, max: perNetwork },
  ].flatMap(({ policy, who, max }) =>
    max === null ? [] : { policy, bucket: `${visit} ${site.id} ${policy} ${who}`, max, windowMs },
  );
}

/** The hashes of the network and of the visitor; without a visitor id, both are of the network. */
export function visitorIdentity(
  assistant: Pick<Assistant, 'clock' | 'codeOfDay'>,
  visitorInfo: Pick<VisitorInfo, 'network' | 'visitor'>,
) {
  const nowMs = assistant.clock();
  const network = assistant.codeOfDay(visitorInfo.network, nowMs);
  const visitor = visitorName(visitorInfo.visitor);
  return {
    network,
    visitor: visitor === undefined ? network : assistant.codeOfDay(visitor, nowMs),
  };
}

function limitsOf(visit: Visit, rates: PlanRates) {
  if (visit === 'ask' || visit === 'feedback' || visit === 'live')
    return { perVisitor: rates.ask_visitor, perNetwork: rates.ask_network };
  const perVisitor = rates[visit];
  return { perVisitor, perNetwork: perVisitor === null ? null : perVisitor * visitorsPerNetwork };
}

/** The id of a visitor. Anything else was not made by a widget: such visitors are known by their network. */
export function visitorName(text: string | undefined): string | undefined {
  return text !== undefined && /^[A-Za-z0-9_-]{22}$/.test(text) ? text : undefined;
}

/**
 * The language of a visitor by the request alone: that of the query, else the browser's preference, else the first
 * language of the site.
 */
export function visitorLanguage(
  wanted: string | undefined,
  acceptLanguage: string | undefined,
  siteLanguages: readonly Language[],
): Language {
  const asked = languages.find((language) => language === wanted);
  return asked ?? preferredLanguage(acceptLanguage) ?? siteLanguages[0] ?? 'en';
}
