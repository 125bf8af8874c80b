import { readFileSync } from 'node:fs';
import { CheckFailed } from './check.ts';
import {
  checkIds,
  examine,
  type Finding,
  printable,
  type Report,
  sectionTitles,
  Unfinished,
} from './conformance.ts';
import type { Target } from './site/bench.ts';

/** What was given on the command line. */
interface Given {
  readonly json: boolean;
  readonly option: (name: string) => string | undefined;
  /** Empty if it is missing. */
  readonly positional: (index: number) => string;
}

/** A value for `--json`, and the lines for people that were not printed before. */
interface Outcome {
  readonly value: object;
  readonly lines: readonly string[];
  /** 0 when every check that could run has passed, 1 when one has failed, 2 when nothing could be tested. */
  readonly exitCode: 0 | 1 | 2;
}

/** What was given cannot be used; the message is for the one who gave it. */
export class WrongUse extends Error {}

const marks = { kept: '✓', broken: '✗', 'not checked': '–' } as const;
const timeLimitMs = 10 * 60_000;

export async function runConformance(
  given: Given,
  print: (line: string) => void,
): Promise<Outcome> {
  const target = targetOf(given);
  const only = sectionsOf(given.option('only'));
  let section = '';
  const printFinding = (finding: Finding) => {
    if (finding.section !== section) print(`\n${finding.section}`);
    section = finding.section;
    print(lineOf(finding));
  };
  const stopping = new AbortController();
  const timeout = AbortSignal.timeout(timeLimitMs);
  // On Ctrl-C the test site is still removed.
  const stop = () => stopping.abort();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, stop);
  try {
    const signal = AbortSignal.any([timeout, stopping.signal]);
    const onFinding = given.json ? () => {} : printFinding;
    return resultOf(await examine(target, { signal, onFinding, only }));
  } catch (error) {
    if (error instanceof Unfinished)
      return untested(
        target,
        timeout.aborted ? 'it took more than ten minutes' : 'it was stopped',
        error.left,
      );
    if (error instanceof CheckFailed) return untested(target, printable(error.message), []);
    throw error;
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, stop);
  }
}

function untested({ url }: Target, why: string, left: readonly string[]): Outcome {
  const error = `The server could not be tested: ${why}.`;
  return { value: { url, error, left }, lines: [...left, error], exitCode: 2 };
}

function resultOf(report: Report): Outcome {
  const count = (verdict: Finding['verdict']) =>
    report.findings.filter((finding) => finding.verdict === verdict).length;
  const [kept, broken, notChecked] = [count('kept'), count('broken'), count('not checked')];
  return {
    value: { ...report, kept, broken, notChecked },
    lines: [
      '',
      ...report.left,
      `${kept} kept, ${broken} broken, ${notChecked} not checked: ${report.url}`,
    ],
    exitCode: broken > 0 ? 1 : 0,
  };
}

/** Keys come from a file, so that the process list does not show them, or from options. */
function targetOf(given: Given): Target {
  const url = addressOf(given.positional(0), 'URL');
  const file = given.option('bootstrap');
  const known = file === undefined ? undefined : readBootstrap(file);
  const platformUrl = given.option('platform-url') ?? known?.platform?.url;
  return {
    url,
    site: given.option('site') ?? known?.site?.site ?? 'demo',
    siteKey: given.option('site-key') ?? known?.site?.site_key,
    ownerKey: given.option('owner-key') ?? known?.site?.owner_key,
    platformUrl: platformUrl === undefined ? undefined : addressOf(platformUrl, '--platform-url'),
    platformKey: given.option('platform-key') ?? known?.platform?.key,
  };
}

/** What the checks need of the file of credentials that a first start writes. */
interface BootstrapFile {
  readonly platform?: { readonly url?: string; readonly key?: string };
  readonly site?: {
    readonly site?: string;
    readonly site_key?: string;
    readonly owner_key?: string;
  };
}

function readBootstrap(file: string): BootstrapFile {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as BootstrapFile;
  } catch (cause) {
    throw new WrongUse(`${file} is not a readable file of credentials.`, { cause });
  }
}

function addressOf(text: string, what: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text).origin;
  throw new WrongUse(`${what} must be an address like https://example.com, not "${text}".`);
}

function sectionsOf(text: string | undefined): ReadonlySet<string> {
  if (text === undefined) return new Set(sectionTitles);
  const wanted = text.split(',').map((part) => part.trim());
  for (const title of wanted)
    if (!sectionTitles.includes(title) && !checkIds.includes(title))
      throw new WrongUse(
        `There is no section or check ${title}; there are ${sectionTitles.join(', ')}.`,
      );
  return new Set(wanted);
}

function lineOf({ verdict, holds, saw, id }: Finding): string {
  const line = `  ${marks[verdict]} ${holds}`;
  if (verdict === 'kept') return line;
  return `${line}\n      ${verdict === 'broken' ? `${id}: ` : ''}${saw}`;
}
