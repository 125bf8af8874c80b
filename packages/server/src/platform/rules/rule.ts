import type { Condition, Operand } from '../../store/platform/record-condition.ts';

/** A parsed rule: a condition whose caller, body and time are not known yet. */
export type Rule = Condition<RuleOperand>;

export type RuleOperand =
  | Operand
  | { readonly user: readonly string[] }
  | { readonly body: readonly string[] }
  | { readonly now: true };

/** The operands of a rule, in the order of its text. */
export function* operandsOf(rule: Rule): Generator<RuleOperand> {
  if (typeof rule === 'boolean') return;
  if ('every' in rule) for (const one of rule.every) yield* operandsOf(one);
  else if ('some' in rule) for (const one of rule.some) yield* operandsOf(one);
  else if ('not' in rule) yield* operandsOf(rule.not);
  else {
    yield rule.left;
    yield rule.right;
  }
}
