/** What a 404 says about a path or a method that does not exist: what exists instead. */
import type { IncomingMessage } from 'node:http';
import { listed } from '@baraza/contract';
import { lettersOff } from '../kernel/language/near-word.ts';
import { absent, Problem } from '../kernel/problem.ts';

/** The paths of a service as callers know them. */
export interface KnownPaths {
  /** Before every path of its API. */
  readonly prefix: string;
  /** What the other services answer. */
  readonly elsewhere: readonly { readonly prefix: string; readonly sentence: string }[];
}

const pathCharactersMax = 300;

/** `answered` are the methods that the very path answers, `paths` all paths of the service. */
export function unknownPath(
  { method = '', url = '' }: Pick<IncomingMessage, 'method' | 'url'>,
  answered: readonly string[],
  paths: readonly string[],
  known: KnownPaths | undefined,
): Problem {
  const [path = ''] = url.split('?', 1);
  if (answered.length > 0)
    return new Problem('not_found', `This path answers ${listed(answered)}, not ${method}.`);
  if (known === undefined || path.length > pathCharactersMax) return absent('path');
  const other = known.elsewhere.find(
    ({ prefix }) => path === prefix || path.startsWith(`${prefix}/`),
  );
  if (other !== undefined) return new Problem('not_found', other.sentence);
  const near = nearestPath(path, paths, known.prefix);
  if (near === undefined) return absent('path');
  const shown = near.replaceAll(/:(\w+)/g, '{$1}');
  return new Problem('not_found', `There is no such path. Did you mean ${shown}?`);
}

/** The path with the fewest letters of difference, with or without the prefix. */
function nearestPath(path: string, paths: readonly string[], prefix: string): string | undefined {
  const given = stepsOf(path);
  const found = paths
    .flatMap((known) => {
      const steps = stepsOf(known);
      const isBelow = known.startsWith(`${prefix}/`);
      return [
        { known, off: stepsOff(given, steps) },
        { known, off: isBelow ? stepsOff(given, steps.slice(stepsOf(prefix).length)) : undefined },
      ];
    })
    .filter(({ off }) => off !== undefined)
    .sort((one, other) => Number(one.off) - Number(other.off));
  return found[0]?.known;
}

function stepsOf(path: string): readonly string[] {
  return path.split('/').filter((step) => step !== '');
}

/** The letters by which the fixed steps differ; undefined if one of them is another word. */
function stepsOff(given: readonly string[], known: readonly string[]): number | undefined {
  if (given.length !== known.length || known.every(isParameter)) return undefined;
  const offs = known.map((step, at) => (isParameter(step) ? 0 : lettersOff(given[at] ?? '', step)));
  return offs.reduce<number | undefined>(
    (sum, off) => (sum === undefined || off === undefined ? undefined : sum + off),
    0,
  );
}

function isParameter(step: string): boolean {
  return step.startsWith(':') || step.includes('*');
}
