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

/** `paths` are all paths of the service; their steps are split once, since anybody can ask for unknown paths. */
export function createUnknownPath(paths: readonly string[], known: KnownPaths | undefined) {
  const nearest = known && createNearestPath(paths, known.prefix);
  /** `answered` are the methods that the very path answers. */
  return (
    { method = '', url = '' }: Pick<IncomingMessage, 'method' | 'url'>,
    answered: readonly string[],
  ): Problem => {
    const [path = ''] = url.split('?', 1);
    if (answered.length > 0)
      return new Problem('not_found', `This path answers ${listed(answered)}, not ${method}.`);
    if (known === undefined || path.length > pathCharactersMax) return absent('path');
    const other = known.elsewhere.find(
      ({ prefix }) => path === prefix || path.startsWith(`${prefix}/`),
    );
    if (other !== undefined) return new Problem('not_found', other.sentence);
    const near = nearest?.(path);
    if (near === undefined) return absent('path');
    const shown = near.replaceAll(/:(\w+)/g, '{$1}');
    return new Problem('not_found', `There is no such path; perhaps ${shown} was meant.`);
  };
}

/** Finds the path with the fewest letters of difference, with or without the prefix; among equals the first. */
function createNearestPath(paths: readonly string[], prefix: string) {
  const candidates = paths.flatMap((known) => {
    const steps = stepsOf(known);
    const short = known.startsWith(`${prefix}/`) ? [steps.slice(stepsOf(prefix).length)] : [];
    return [steps, ...short].map((one) => ({ known, steps: one }));
  });
  // Only paths of the same length are compared.
  const byLength = Map.groupBy(
    candidates.filter(({ steps }) => !steps.every(isParameter)),
    ({ steps }) => steps.length,
  );
  return (path: string): string | undefined => {
    const given = stepsOf(path);
    let nearest: string | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const { known, steps } of byLength.get(given.length) ?? []) {
      const off = stepsOff(given, steps);
      if (off !== undefined && off < fewest) [nearest, fewest] = [known, off];
    }
    return nearest;
  };
}

function stepsOf(path: string): readonly string[] {
  return path.split('/').filter((step) => step !== '');
}

/** The letters by which the fixed steps differ; undefined if one of them is another word. */
function stepsOff(given: readonly string[], known: readonly string[]): number | undefined {
  let sum = 0;
  for (const [at, step] of known.entries()) {
    if (isParameter(step) || given[at] === step) continue;
    const off = lettersOff(given[at] ?? '', step);
    if (off === undefined) return undefined;
    sum += off;
  }
  return sum;
}

function isParameter(step: string): boolean {
  return step.startsWith(':') || step.includes('*');
}
