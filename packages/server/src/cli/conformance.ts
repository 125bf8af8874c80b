import { readFileSync } from 'node:fs';
import type { Target } from '../conformance/bench.ts';
import { Unmet } from '../conformance/check.ts';
import { examine, type Finding, type Report, sectionTitles } from '../conformance/conformance.ts';
import { Problem } from '../kernel/problem.ts';
import type { Command, Given, Outcome } from './command.ts';

const marks = { kept: '✓', broken: '✗', 'not checked': '–' } as const;
const timeLimitMs = 10 * 60_000;

export const conformanceCommand: Command = {
  name: 'conformance',
  summary:
    'Examine a server, any server, against the public contract; it makes and removes a site of its own.',
  usage:
    'URL [--site SLUG] [--site-key KEY] [--bootstrap FILE] [--platform-url URL] [--only SECTION,…]',
  example: 'baraza conformance http://127.0.0.1:4200 --bootstrap data/bootstrap.json',
  options: {
    site: { type: 'string' },
    'site-key': { type: 'string' },
    'owner-key': { type: 'string' },
    'platform-url': { type: 'string' },
    'platform-key': { type: 'string' },
    bootstrap: { type: 'string' },
    only: { type: 'string' },
  },
  positionals: ['URL'],
  run: async (given, { print }) => {
    const target = targetOf(given);
    const only = sectionsOf(given.option('only'));
    let section = '';
    const show = (finding: Finding) => {
      if (finding.section !== section) print(`\n${finding.section}`);
      section = finding.section;
      print(lineOf(finding));
    };
    const signal = AbortSignal.timeout(timeLimitMs);
    try {
      return outcomeOf(await examine(target, signal, given.json ? () => {} : show, only));
    } catch (error) {
      const why = signal.aborted ? 'it was given up after ten minutes' : (error as Error).message;
      const sentence = `The server cannot be examined: ${why}.`;
      if (signal.aborted || error instanceof Unmet)
        return { value: { url: target.url, error: sentence }, lines: [sentence], exitCode: 2 };
      throw error;
    }
  },
};

/** 0 when everything that could be seen is kept, 1 when something is broken. */
function outcomeOf(report: Report): Outcome {
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

/** Keys come from a file, where no list of processes shows them, or from options. */
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

interface BootstrapFile {
  readonly platform?: { readonly url?: string; readonly key?: string };
  readonly site?: {
    readonly site?: string;
    readonly owner_key?: string;
    readonly site_key?: string;
  };
}

function readBootstrap(file: string): BootstrapFile {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as BootstrapFile;
  } catch (cause) {
    throw new Problem('invalid', `${file} is no file of credentials that can be read.`, { cause });
  }
}

function addressOf(text: string, what: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text).origin;
  throw new Problem(
    'invalid',
    `${what} must be an address like https://example.com, not "${text}".`,
  );
}

function sectionsOf(text: string | undefined): ReadonlySet<string> {
  if (text === undefined) return new Set(sectionTitles);
  const wanted = text.split(',').map((part) => part.trim());
  for (const title of wanted)
    if (!sectionTitles.includes(title))
      throw new Problem(
        'invalid',
        `There is no section ${title}; there are ${sectionTitles.join(', ')}.`,
      );
  return new Set(wanted);
}

function lineOf({ verdict, holds, saw, id }: Finding): string {
  const line = `  ${marks[verdict]} ${holds}`;
  if (verdict === 'kept') return line;
  return `${line}\n      ${verdict === 'broken' ? `${id}: ` : ''}${saw}`;
}
