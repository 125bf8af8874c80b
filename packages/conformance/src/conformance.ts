import { CheckFailed, CheckSkipped, expect, type Section } from './check.ts';
import { type Leak, leaksOf, type OwnText } from './leaks.ts';
import { assistantSection } from './platform/assistant-checks.ts';
import { type PlatformBench, preparePlatform } from './platform/bench.ts';
import { platformErrorSection } from './platform/error-checks.ts';
import { eventSection } from './platform/event-checks.ts';
import { objectSection } from './platform/object-checks.ts';
import { recordSection } from './platform/record-checks.ts';
import { resourceSection } from './platform/resource-checks.ts';
import { stateSection } from './platform/state-checks.ts';
import { toolSection } from './platform/tool-checks.ts';
import { webhookSection } from './platform/webhook-checks.ts';
import { findAssistant, findPlatform } from './reach.ts';
import { agentSection } from './site/agent-checks.ts';
import { askSection } from './site/ask-checks.ts';
import { prepareBench, type SiteBench, type Target } from './site/bench.ts';
import { configSection } from './site/config-checks.ts';
import { conversationSection } from './site/conversation-checks.ts';
import { errorSection } from './site/error-checks.ts';
import { keySection } from './site/key-checks.ts';
import { leadSection } from './site/lead-checks.ts';
import { liveSection } from './site/live-checks.ts';
import { missingSection } from './site/missing-checks.ts';
import { operatorSection } from './site/operator-checks.ts';
import { originSection } from './site/origin-checks.ts';
import { ownerSection } from './site/owner-checks.ts';
import { profileSection } from './site/profile-checks.ts';
import { profileKeepingSection } from './site/profile-keeping-checks.ts';
import { questionAndLeadSection } from './site/question-and-lead-checks.ts';
import { voiceSection } from './site/voice-checks.ts';
import { createWire, network, type Transport } from './wire.ts';

export interface Finding {
  readonly section: string;
  readonly id: string;
  readonly holds: string;
  readonly verdict: 'kept' | 'broken' | 'not checked';
  /** What was seen instead, or why nothing could be seen. */
  readonly saw: string;
}

/** The examination was given up; what is left behind on the server, as sentences. */
export class Unfinished extends Error {
  readonly left: readonly string[];
  constructor(left: readonly string[], cause: unknown) {
    super('the examination was given up', { cause });
    this.left = left;
  }
}

export type Report = Awaited<ReturnType<typeof examine>>;

const engineDetails = 'engine details';

const siteSections: readonly Section<SiteBench>[] = [
  configSection,
  askSection,
  leadSection,
  conversationSection,
  voiceSection,
  liveSection,
  originSection,
  keySection,
  ownerSection,
  profileSection,
  profileKeepingSection,
  questionAndLeadSection,
  missingSection,
  agentSection,
  operatorSection,
  errorSection,
];

/** The other document: what a key of the platform shows. */
const platformSections: readonly Section<PlatformBench>[] = [
  resourceSection,
  stateSection,
  recordSection,
  objectSection,
  assistantSection,
  eventSection,
  webhookSection,
  toolSection,
  platformErrorSection,
];

/** The ids of all checks. */
export const checkIds: readonly string[] = [...siteSections, ...platformSections].flatMap(
  ({ checks }) => checks.map(({ id }) => id),
);

/** The titles of all sections, in the order in which they are examined. */
export const sectionTitles: readonly string[] = [
  ...siteSections.map(({ title }) => title),
  engineDetails,
  ...platformSections.map(({ title }) => title),
];

export interface Examination {
  readonly signal: AbortSignal;
  readonly onFinding?: (finding: Finding) => void;
  /** Titles of sections and ids of checks; all unless given. */
  readonly only?: ReadonlySet<string>;
  readonly transport?: Transport;
}

/**
 * Examines a server from outside: over HTTP alone, with the keys it was given. Throws `CheckFailed` when there
 * is nothing to examine, and `Unfinished` when the signal aborts it, after what was created is removed.
 */
export async function examine(
  target: Target,
  { signal, onFinding, only = new Set(sectionTitles), transport = network }: Examination,
) {
  const findings: Finding[] = [];
  const left: string[] = [];
  const report = (finding: Finding) => {
    const shown = { ...finding, saw: printable(finding.saw) };
    findings.push(shown);
    onFinding?.(shown);
  };
  const ofSite = selectChecks(siteSections, only);
  const ofPlatform = selectChecks(platformSections, only);
  const searchesLeaks = only.has(engineDetails);
  const platformWire = createWire(target.platformUrl ?? target.url, signal, transport);
  try {
    const asksSite = ofSite.length > 0 || searchesLeaks;
    const hasNamedSite =
      asksSite && (await findAssistant(createWire(target.url, signal, transport), target.site));
    if (ofPlatform.length > 0 && target.platformUrl !== undefined)
      await findPlatform(platformWire, target.platformKey);
    if (asksSite) {
      const leaks: Leak[] = [];
      let ownText: OwnText = 'unknown';
      const wire = createWire(target.url, signal, transport, (method, path, reply) => {
        if (isPublic(path))
          leaks.push(...leaksOf(`${method} ${path.split('?')[0]}`, reply, ownText));
      });
      const { bench, clear } = await prepareBench(target, wire);
      if (bench.site === target.site)
        expect(
          hasNamedSite,
          `there is no site ${target.site} at ${target.url}; --site names another`,
        );
      else ownText = 'ours';
      try {
        await runSections(ofSite, bench, signal, report, bench.restore);
      } finally {
        const note = await clear();
        if (note !== undefined) left.push(printable(note));
      }
      if (searchesLeaks) report(leakFinding(leaks));
    }
    if (ofPlatform.length > 0) {
      const { bench, clear } = preparePlatform(target, platformWire);
      try {
        await runSections(ofPlatform, bench, signal, report);
      } finally {
        left.push(...(await clear()).map(printable));
      }
    }
  } catch (error) {
    if (signal.aborted) throw new Unfinished(left, error);
    throw error;
  }
  return {
    url: target.url,
    findings,
    /** What is left behind on the server, as a sentence. */
    left,
  };
}

/** A text of the server without control characters, which could act on the terminal. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '�');
}

async function runSections<Bench>(
  sections: readonly Section<Bench>[],
  bench: Bench,
  signal: AbortSignal,
  report: (finding: Finding) => void,
  restore: () => Promise<void> = async () => {},
): Promise<void> {
  for (const { title, checks } of sections)
    for (const { id, holds, see } of checks) {
      signal.throwIfAborted();
      const seen = await verdictOf(() => see(bench).finally(restore), signal);
      report({ section: title, id, holds, ...seen });
    }
}

function selectChecks<Bench>(
  sections: readonly Section<Bench>[],
  only: ReadonlySet<string>,
): readonly Section<Bench>[] {
  return sections
    .map(({ title, checks }) => ({
      title,
      checks: checks.filter(({ id }) => only.has(title) || only.has(id)),
    }))
    .filter(({ checks }) => checks.length > 0);
}

async function verdictOf(
  run: () => Promise<void>,
  signal: AbortSignal,
): Promise<Pick<Finding, 'verdict' | 'saw'>> {
  try {
    await run();
    return { verdict: 'kept', saw: '' };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof CheckSkipped) return { verdict: 'not checked', saw: error.message };
    if (error instanceof CheckFailed) return { verdict: 'broken', saw: error.message };
    // An answer without the members that a check reads is a broken promise, not a fault of ours.
    if (error instanceof TypeError)
      return { verdict: 'broken', saw: `the answer has another shape: ${error.message}` };
    throw error;
  }
}

function leakFinding(leaks: readonly Leak[]): Finding {
  const seen = [...new Set(leaks.map(({ call, found }) => `${call} says “${found}”`))];
  return {
    section: engineDetails,
    id: 'engine-hidden',
    holds: 'No public answer or header names a model, provider, library, prompt, score or file',
    verdict: seen.length === 0 ? 'kept' : 'broken',
    saw: seen.slice(0, 3).join('; '),
  };
}

function isPublic(path: string): boolean {
  return !path.startsWith('/v1/admin');
}
