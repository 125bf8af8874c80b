/** Validation errors of the server in the current language. */
import type { FieldError } from '@baraza/client';
import type { ApiProblem } from '../../../api/problem.ts';
import { cellText } from './record-columns.ts';
import { pointerOf } from './record-draft.ts';
import { t } from './words.ts';

/** The errors by field, including values that are taken, and ids that no record has. */
export function fieldErrors(problem: ApiProblem | undefined): readonly FieldError[] {
  if (problem === undefined) return [];
  const at = (path: string, message: string) => ({ path: pointerOf(path.split('.')), message });
  return [
    ...problem.errors,
    ...problem.taken.map((path) => at(path, notUnique)),
    ...problem.dangling.map((path) => at(path, noRecord)),
  ];
}

const notUnique = 'must be unique';
const noRecord = 'must be the id of a record';

export function errorText({ message, allowed }: FieldError): string {
  if (allowed !== undefined) return t.faults.allowed(allowed.map(cellText).join(', '));
  for (const [pattern, name] of patterns) {
    const [whole, first] = pattern.exec(message) ?? [];
    if (whole === undefined) continue;
    const fault = t.faults[name];
    return typeof fault === 'string' ? fault : fault(first ?? '');
  }
  return t.faults.other(message);
}

const patterns: readonly (readonly [RegExp, keyof typeof t.faults])[] = [
  [/^must be unique/, 'unique'],
  [/^must be the id of a record/, 'reference'],
  [/^must have required property/, 'required'],
  [/^must be string/, 'text'],
  [/^must be number/, 'number'],
  [/^must be integer/, 'integer'],
  [/^must be >= (\S+)/, 'least'],
  [/^must be <= (\S+)/, 'most'],
  [/^must be > (\S+)/, 'above'],
  [/^must be < (\S+)/, 'below'],
  [/^must be multiple of (\S+)/, 'multiple'],
  [/^must NOT have fewer than (\d+) characters/, 'longer'],
  [/^must NOT have more than (\d+) characters/, 'shorter'],
  [/^must NOT have fewer than (\d+) items/, 'moreItems'],
  [/^must NOT have more than (\d+) items/, 'fewerItems'],
  [/^must NOT have duplicate items/, 'duplicates'],
  [/^must match format "(.+)"/, 'format'],
  [/^must match pattern "(.+)"/, 'pattern'],
  [/^must NOT have (?:additional|unevaluated) properties/, 'unknown'],
];
