import type { JsonObject } from '@baraza/contract';
import { isoTime } from '../../kernel/clock.ts';
import {
  type Condition,
  comparisonsIn,
  folded,
  type Operand,
} from '../../store/platform/record-condition.ts';
import { valueAt } from '../records/query/record-path.ts';

/** A parsed rule: a condition whose caller, body and time are not known yet. */
export type Rule = Condition<RuleOperand>;

export type RuleOperand =
  | Operand
  | { readonly user: readonly string[] }
  | { readonly body: readonly string[] }
  | { readonly now: true };

/** The operands of a rule, in the order of its text. */
export function operandsOf(rule: Rule): readonly RuleOperand[] {
  return comparisonsIn(rule).flatMap(({ left, right }) => [left, right]);
}

interface RuleScope {
  /** The account with its id; undefined for a caller without a token. */
  readonly user: JsonObject | undefined;
  readonly nowMs: number;
  /** The record as it is after a change. */
  readonly body?: Lookup | undefined;
  /** What a path of the record means that goes through a reference; undefined for any other. */
  readonly through?: ((path: readonly string[]) => Operand | undefined) | undefined;
}

/** Finds the value at a path; undefined if there is none. */
export type Lookup = (path: readonly string[]) => unknown;

/** Binds a rule to a caller and a moment: what is left is a condition on the record. */
export function bindRule(rule: Rule, scope: RuleScope): Condition {
  return folded(bound(rule, scope));
}

function bound(rule: Rule, scope: RuleScope): Condition {
  if (typeof rule === 'boolean' || 'where' in rule) return rule;
  if ('every' in rule) return { every: rule.every.map((one) => bound(one, scope)) };
  if ('some' in rule) return { some: rule.some.map((one) => bound(one, scope)) };
  if ('not' in rule) return { not: bound(rule.not, scope) };
  const { operator, left, right } = rule;
  return { operator, left: boundOperand(left, scope), right: boundOperand(right, scope) };
}

function boundOperand(operand: RuleOperand, { user, nowMs, body, through }: RuleScope): Operand {
  if ('path' in operand) return through?.(operand.path) ?? operand;
  if ('user' in operand) return { value: valueAt(user, operand.user) };
  if ('body' in operand) return { value: body?.(operand.body) };
  if ('now' in operand) return { value: isoTime(nowMs) };
  return operand;
}
