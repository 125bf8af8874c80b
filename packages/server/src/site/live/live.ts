/** Opens the live sessions of a site: who may have one, for how long, and with which dependencies. */
import { type Language, type LiveServerMessage, liveLimits } from '@baraza/contract';
import { pick } from '../../kernel/language/bilingual.ts';
import { asProblem, Problem } from '../../kernel/problem.ts';
import { planOf } from '../../limits/plans.ts';
import { clearLive, countLive, deleteLive, insertLive } from '../../store/site/live.ts';
import { holdSite, type SiteRow } from '../../store/site/sites.ts';
import type { LiveQuestion } from '../../voice/answering.ts';
import {
  closeCodeOf,
  createSession,
  errorFields,
  type Session,
  type Wire,
} from '../../voice/session.ts';
import { admitVisitor, requireSite } from '../admission.ts';
import type { AskContext } from '../asks/ask-once.ts';
import type { Assistant } from '../assistant.ts';
import { assertOffered } from '../features.ts';
import { type Guess, loadGuess } from '../knowledge/text-language.ts';
import { visitorLanguage } from '../language.ts';
import { whyAbsent } from '../moves/moved-site.ts';
import { handoffOf } from '../profile/contact-links.ts';
import type { ProfileHead } from '../profile/stored-profile.ts';
import { visitorIdentity } from '../visits.ts';
import { takeVoice } from '../voice/allowance.ts';
import { greetingOf } from '../words.ts';
import { askInSession, type LiveVisitorInfo } from './ask.ts';
import { countSeconds, type LiveSeconds } from './seconds.ts';
import { watchSessions } from './watch.ts';

/** What comes over the socket. */
type LiveHandlers = Pick<
  Session,
  'onText' | 'onBinary' | 'onPing' | 'onPong' | 'onTooLarge' | 'onBroken' | 'onClose'
>;

type LiveContext = AskContext & Pick<Assistant, 'live' | 'voice' | 'off'>;

/** Opens a session on a socket; a refusal is sent on it as an error, and it is closed. */
export async function openLive(
  assistant: LiveContext,
  visitorInfo: LiveVisitorInfo,
  wire: Wire,
): Promise<LiveHandlers> {
  try {
    return await awaitBeforeStop(assistant, begin(assistant, visitorInfo, wire));
  } catch (cause) {
    const problem = asProblem(cause);
    if (problem.cause !== undefined)
      assistant.log.error('a live session was not opened', { cause: problem.cause });
    refuseOnWire(assistant, wire, problem);
    return ignoreAll;
  }
}

async function begin(
  assistant: LiveContext,
  visitorInfo: LiveVisitorInfo,
  wire: Wire,
): Promise<LiveHandlers> {
  const { live } = assistant;
  const { site } = visitorInfo;
  const profile = await assistant.profiles.headOf(site);
  assertOffered(assistant, profile, 'live');
  const hints = await assistant.profiles.hintsOf(site);
  if (live.sessions.size >= liveLimits.sessionsMax) throw tooManySessions();
  const id = assistant.makeId('live');
  const { visitor } = visitorIdentity(assistant, visitorInfo);
  await claimSession(assistant, site, id, visitor);
  const seconds = await countSeconds(assistant, site).catch((cause: unknown) => {
    releaseSession(assistant, site, id, undefined);
    throw cause;
  });
  const session = createSession({
    ...conversationParts(assistant, visitorInfo, profile),
    hints,
    id,
    wire,
    onEnd: () => {
      live.sessions.delete(id);
      releaseSession(assistant, site, id, seconds);
    },
  });
  seconds.follow({
    onLast: (leftMs) => session.warnOfEnd('plan', leftMs),
    onUsedUp: session.stop,
  });
  for (const open of live.sessions.values())
    if (open.site.id === site.id && open.visitor === visitor) open.session.stop('replaced');
  live.sessions.set(id, {
    session,
    visitor,
    site,
    assertAllowed: async () => {
      const current = await requireSite(assistant.store, site.id);
      admitVisitor(assistant, current, visitorInfo.callOrigin);
      assertOffered(assistant, await assistant.profiles.headOf(current), 'live');
    },
  });
  watchSessions(assistant);
  if (live.isDraining()) void awaitBeforeStop(assistant, session.drain(0));
  return session;
}

/** The dependencies of a conversation: engines, the site's texts and its allowances. */
function conversationParts(
  assistant: LiveContext,
  visitorInfo: LiveVisitorInfo,
  profile: ProfileHead,
) {
  const { live, voice, log } = assistant;
  const { languages } = profile;
  const { site, acceptLanguage } = visitorInfo;
  let guess: Guess = () => undefined;
  return {
    time: live.time,
    engines: voice,
    site: site.id,
    turnBytes: live.turnBytes,
    language: visitorLanguage(undefined, acceptLanguage, languages),
    spokenIn: languages.length === 1 ? languages[0] : undefined,
    greeting: (language: Language) => greetingIn(profile, language),
    handoff: handoffOf(assistant, site.id, profile),
    ask: async (question: LiveQuestion, onToken: (text: string) => void, signal: AbortSignal) => {
      guess = await loadGuess();
      return askInSession(assistant, visitorInfo, question, onToken, signal);
    },
    takeVoice: async () => {
      const giveBack = await takeVoice(assistant, site);
      return giveBack && (() => awaitBeforeStop(assistant, giveBack()));
    },
    languageOf: (text: string) => guess(text),
    onFault: (cause: unknown) => log.error('a live session failed', { site: site.id, cause }),
  };
}

/** Claims a lease: one session per visitor, a limit per site, in one transaction over all processes. */
async function claimSession(
  { store, plans, clock, live }: LiveContext,
  site: SiteRow,
  id: string,
  visitor: string,
): Promise<void> {
  const max = planOf(plans, site.plan).live_sessions;
  await store.write(async (tx) => {
    if ((await holdSite(tx, site.id)) === undefined) throw await whyAbsent(tx, site.id);
    const nowMs = clock();
    await clearLive(tx, site.id, visitor, nowMs);
    if (max !== null && (await countLive(tx, site.id)) >= max) throw tooManySessions();
    await insertLive(tx, { site_id: site.id, id, visitor, process: live.process }, nowMs);
  });
}

function tooManySessions(): Problem {
  return new Problem('busy', 'Too many people are talking here; try again shortly.');
}

// The visitor does not wait for it.
function releaseSession(
  { store, live, log }: LiveContext,
  site: SiteRow,
  id: string,
  seconds: LiveSeconds | undefined,
): void {
  const left = Promise.all([
    store.write((tx) => deleteLive(tx, site.id, id)),
    seconds?.settle(),
  ]).catch((cause: unknown) =>
    log.warn('a live session was not settled', { site: site.id, cause }),
  );
  void awaitBeforeStop({ live }, left);
}

/** Lets a stopping server wait for this work before it closes the store. */
function awaitBeforeStop<Result>(
  { live }: Pick<Assistant, 'live'>,
  work: Promise<Result>,
): Promise<Result> {
  live.pendingWork.add(work);
  return work.finally(() => live.pendingWork.delete(work));
}

function greetingIn(profile: ProfileHead, language: Language): string {
  const business = pick(profile.business, language);
  return pick(profile.greeting, language) || greetingOf(business)[language];
}

const farewellMs = 2_000;

function refuseOnWire({ live }: LiveContext, wire: Wire, problem: Problem): void {
  const fields = errorFields(problem, true);
  const message: LiveServerMessage = { type: 'error', ...fields, ...problem.fields };
  wire.send(JSON.stringify(message));
  wire.close(closeCodeOf(problem), fields.code);
  live.time.after(farewellMs, wire.cut);
}

const ignoreAll: LiveHandlers = {
  onText: () => {},
  onBinary: () => {},
  onPing: () => {},
  onPong: () => {},
  onTooLarge: () => {},
  onBroken: () => {},
  onClose: () => {},
};
