/** The rules of a resource (`config.rules`), and the fields that its users do not see or set (`config.fields`). */
import { isId, type JsonObject } from '@baraza/contract';
import { LRUCache } from 'lru-cache';
import { isObject } from '../../kernel/json/is-object.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import { parsedConfig } from '../parsed-config.ts';
import { type RecordPath, readPath } from '../records/query/record-path.ts';
import { parseRule } from './parse-rule.ts';
import { assertOneReference, referenceIn } from './reference-paths.ts';
import { operandsOf, type Rule } from './rule.ts';

export const ruleNames = ['list', 'view', 'create', 'update', 'delete'] as const;
export type RuleName = (typeof ruleNames)[number];

interface AccessRules {
  /** Null: for keys only. */
  readonly rules: { readonly [name in RuleName]: Rule | null };
  readonly hidden: readonly RecordPath[];
  readonly readonly: readonly RecordPath[];
  /** The Users resources whose users the rules know as `user`; undefined: all of the owner. */
  readonly users: readonly string[] | undefined;
}

type Ruled = Pick<ResourceRow, 'service' | 'config'>;

// Configs are at most 20 KB, and what is kept of them is about as large.
const parsed = new LRUCache<string, AccessRules>({ max: 500 });

/** What cannot be read counts as null: it is older than the check of configs. */
export function rulesOf(row: Ruled): AccessRules {
  if (!canHaveRules(row) || !/"(?:rules|fields)"/.test(row.config)) return closed;
  const found = parsed.get(row.config);
  if (found !== undefined) return found;
  const read = readOrClosed(JSON.parse(row.config) as JsonObject);
  parsed.set(row.config, read);
  return read;
}

/** Refuses rules that do not parse, when they are made. */
export function assertRules(row: Ruled): void {
  if (canHaveRules(row)) readRules(JSON.parse(row.config) as JsonObject);
}

/** Whether a caller without a key can be let in by one of these rules. */
export function isOpen(row: Ruled, names: readonly RuleName[]): boolean {
  const { rules } = rulesOf(row);
  return names.some((name) => rules[name] !== null);
}

const noRules = { list: null, view: null, create: null, update: null, delete: null };
const closed: AccessRules = { rules: noRules, hidden: [], readonly: [], users: undefined };

function canHaveRules({ service }: Ruled): boolean {
  return service === 'data' || service === 'storage' || service === 'connect';
}

function readOrClosed(config: JsonObject): AccessRules {
  try {
    return readRules(config);
  } catch (error) {
    if (error instanceof Problem) return closed;
    throw error;
  }
}

function readRules({ rules, fields, users }: JsonObject): AccessRules {
  const given = givenRules(rules);
  const unknown = Object.keys(given).find((name) => !ruleNames.some((known) => known === name));
  if (unknown !== undefined)
    throw invalid(`config.rules has list, view, create, update and delete, not ${unknown}.`);
  // Applications that have no users may keep anything else under this name.
  const { hidden, readonly } = isObject(fields) ? fields : {};
  const entries = ruleNames.map((name) => [name, readRule(name, given[name])] as const);
  return {
    rules: Object.fromEntries(entries) as AccessRules['rules'],
    hidden: readPaths(hidden, 'hidden'),
    readonly: readPaths(readonly, 'readonly'),
    users: readUsers(users),
  };
}

function givenRules(rules: unknown): JsonObject {
  if (rules === undefined || rules === null) return {};
  if (isObject(rules)) return rules;
  throw invalid('config.rules must be a JSON object.');
}

function readRule(name: RuleName, text: unknown): Rule | null {
  if (text === undefined || text === null) return null;
  if (typeof text !== 'string') throw invalid(`config.rules.${name} must be null or a text.`);
  if (text === '') return true;
  return inRule(name, () => {
    const rule = parseRule(text);
    if (name !== 'create' && name !== 'update') assertNoBody(rule, text);
    return rule;
  });
}

function assertNoBody(rule: Rule, text: string): void {
  if (!operandsOf(rule).some((operand) => 'body' in operand)) return;
  // Not inside a text in quotes.
  const position = text
    .replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, (quoted) => '"'.repeat(quoted.length))
    .search(/(?<![\p{L}\p{N}_.-])body\./u);
  throw invalid(`body is only in create and update (position ${position + 1}).`, {
    fields: { position: position + 1 },
  });
}

const usersMax = 10;

function readUsers(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined;
  const ids: readonly unknown[] = Array.isArray(value) ? value : [value];
  const areIds = ids.every((id) => typeof id === 'string' && isId('resource', id));
  if (ids.length > 0 && ids.length <= usersMax && areIds) return ids as readonly string[];
  throw invalid(
    `config.users must be the id of a Users resource, or a list of at most ${usersMax} of them.`,
  );
}

const pathsMax = 100;

function readPaths(value: unknown, name: string): readonly RecordPath[] {
  if (value === undefined || value === null) return [];
  const isList =
    Array.isArray(value) &&
    value.length <= pathsMax &&
    value.every((path) => typeof path === 'string');
  if (!isList) throw invalid(`config.fields.${name} must be a list of at most ${pathsMax} fields.`);
  return (value as readonly string[]).map((path) => readPath(path, `config.fields.${name}`));
}

/** Refuses rules that go through more than one reference. */
export async function assertRuleReferences(
  row: Ruled,
  find: (id: string) => Promise<ResourceRow | undefined>,
): Promise<void> {
  const { rules } = rulesOf(row);
  for (const name of ruleNames)
    for (const operand of operandsOf(rules[name] ?? true)) {
      const through = 'path' in operand ? referenceIn(row, operand.path) : undefined;
      const target = through && (await find(through.resourceId));
      if (through === undefined || target === undefined) continue;
      const texts = parsedConfig(row.config).rules as { readonly [name: string]: unknown };
      inRule(name, () => assertOneReference(target, through, String(texts[name])));
    }
}

/** Says which rule a refusal is about. */
function inRule<Result>(name: RuleName, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw invalid(`config.rules.${name}: ${error.message}`, {
      fields: { ...error.fields, rule: name },
    });
  }
}
