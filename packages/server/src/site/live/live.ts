/** Opens the live sessions of a site: who may have one, for how long, and with which dependencies. */
import {
  cutCharacters,
  type Language,
  type LiveServerMessage,
  liveLimits,
  siteLimits,
} from '@baraza/contract';
import type { CallOrigin } from '../../access/origins.ts';
import { pick } from '../../kernel/language/bilingual.ts';
import { absentSite, asProblem, movingSite, Problem } from '../../kernel/problem.ts';
import { planOf } from '../../limits/plans.ts';
import {
  clearLive,
  countLive,
  deleteLive,
  insertLive,
  liveIdsOf,
  renewLive,
} from '../../store/site/live.ts';
import { findSite, type SiteRow, sitesTalking } from '../../store/site/sites.ts';
import type { LiveQuestion } from '../../voice/answering.ts';
import {
  closeCodeOf,
  createSession,
  errorFields,
  type Session,
  type Wire,
} from '../../voice/session.ts';
import type { AskDone } from '../../voice/turn-events.ts';
import { admitVisitor } from '../admission.ts';
import { askAsVisitor } from '../asks/ask.ts';
import type { AskContext } from '../asks/ask-once.ts';
import { type Asked, questionLanguage } from '../asks/ask-outcome.ts';
import type { Assistant } from '../assistant.ts';
import { assertOffered } from '../features.ts';
import { guessLanguage } from '../knowledge/text-language.ts';
import { handoffOf } from '../profile/contact-links.ts';
import type { ProfileHead } from '../profile/stored-profile.ts';
import { assertNotFrozen, requireHere } from '../sites/site-here.ts';
import { lockOwnSite } from '../sites/sites.ts';
import { limitRefusal, type VisitorInfo, visitorIdentity, visitorLanguage } from '../visits.ts';
import { takeVoice } from '../voice/allowance.ts';
import { busy, greetingOf } from '../words.ts';
import { countSeconds, type LiveSeconds } from './seconds.ts';
import type { OpenSession } from './session-registry.ts';

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
      const current = await requireHere(assistant.store, site.id, false);
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
  const { site, network, acceptLanguage } = visitorInfo;
  return {
    time: live.time,
    engines: voice,
    site: site.id,
    network,
    turnBytes: live.turnBytes,
    language: visitorLanguage(undefined, acceptLanguage, languages),
    spokenIn: languages.length === 1 ? languages[0] : undefined,
    greeting: (language: Language) => greetingIn(profile, language),
    handoff: handoffOf(assistant, site.id, profile),
    ask: (question: LiveQuestion, onToken: (text: string) => void, signal: AbortSignal) =>
      askInSession(assistant, visitorInfo, question, onToken, signal),
    takeVoice: async () => {
      const giveBack = await takeVoice(assistant, site);
      return giveBack && (() => awaitBeforeStop(assistant, giveBack()));
    },
    languageOf: guessLanguage,
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
    assertNotFrozen(await lockOwnSite(tx, undefined, site.id));
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

const renewMs = 5_000;

type WatchContext = Pick<Assistant, 'live' | 'store' | 'clock' | 'log'>;

/**
 * Checks the open sessions against the store, for changes by any process: a rotated key, a site that was deleted or
 * does not admit the visitor any more, a newer session of the same visitor.
 */
function watchSessions(assistant: WatchContext): void {
  const { live, store, clock, log } = assistant;
  let renewedMs = live.time.nowMs();
  const check = async (): Promise<void> => {
    if (live.time.nowMs() - renewedMs >= renewMs) {
      renewedMs = live.time.nowMs();
      await store.write((tx) => renewLive(tx, live.process, clock()));
    }
    // Sessions that open meanwhile are checked the next time: their rows may be newer than what is read here.
    const sessions = [...live.sessions];
    await readSites(assistant, sessions);
    const known = await liveIdsOf(store, live.process);
    for (const [id, { session }] of sessions) if (!known.has(id)) session.stop('replaced');
  };
  live.watch(() =>
    check().catch((cause: unknown) => log.warn('live sessions were not checked', { cause })),
  );
}

// One query for all sites.
async function readSites(
  assistant: WatchContext,
  sessions: readonly (readonly [string, OpenSession])[],
): Promise<void> {
  const { store, live } = assistant;
  const rows = await sitesTalking(store, live.process);
  const sites = new Map(rows.map((site) => [site.id, site]));
  for (const [id, open] of sessions) {
    const site = sites.get(open.site.id) ?? (await findSite(store, open.site.id));
    if (site === undefined) open.session.stop(absentSite());
    else if (site.status === 'frozen') open.session.stop(movingSite());
    else if (isChanged(open.site, site)) await recheckSession(assistant, id, open, site);
  }
}

function isChanged(before: SiteRow, now: SiteRow): boolean {
  return before.version !== now.version || before.key !== now.key || before.gate !== now.gate;
}

async function recheckSession(
  { live }: WatchContext,
  id: string,
  open: OpenSession,
  site: SiteRow,
): Promise<void> {
  try {
    await open.assertAllowed();
    if (live.sessions.has(id)) live.sessions.set(id, { ...open, site });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    open.session.stop(error);
  }
}

/** The visitor as the socket was opened; admission is checked again with each question. */
interface LiveVisitorInfo extends VisitorInfo {
  readonly callOrigin: CallOrigin;
}

/** A question of a live session is an ask like any other: it is admitted, counted, stored, and has one `done`. */
async function askInSession(
  assistant: AskContext,
  talker: LiveVisitorInfo,
  { spoken, question, history, ...rest }: LiveQuestion,
  onToken: (text: string) => void,
  signal: AbortSignal,
): Promise<AskDone> {
  const asked: Asked = {
    ...rest,
    question: cutCharacters(question, siteLimits.questionCharactersMax),
    history: [...history],
    mode: spoken ? 'voice' : undefined,
  };
  try {
    const site = await requireHere(assistant.store, talker.site.id, false);
    admitVisitor(assistant, site, talker.callOrigin);
    const visitorInfo = { ...talker, site };
    for await (const event of await askAsVisitor(assistant, visitorInfo, asked, signal)) {
      if (event.type === 'done') {
        // Suggestions are buttons, which a listener cannot press.
        const { suggestions: _, ...done } = event.done;
        return done;
      }
      for (const token of event.tokens) onToken(token);
    }
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'busy') throw error;
    // The visitor gets this sentence, whatever part of the server was busy.
    throw await limitRefusal(assistant, talker, error, busy, questionLanguage(asked));
  }
  throw new Error('an ask ended without its done');
}
