/** What conditions of rules mean, in plain JavaScript that shares nothing with the server but the tree. */
import type { Condition, Operand } from '../../src/store/platform/record-condition.ts';

type Lookup = (path: readonly string[]) => unknown;

export function modelHolds(condition: Condition, lookup: Lookup): boolean {
  if (typeof condition === 'boolean') return condition;
  if ('every' in condition) return condition.every.every((one) => modelHolds(one, lookup));
  if ('some' in condition) return condition.some.some((one) => modelHolds(one, lookup));
  if ('not' in condition) return !modelHolds(condition.not, lookup);
  if ('where' in condition) throw new Error('only the leaves of rules are known here');
  const { operator, left, right } = condition;
  const [one, other] = [valueIn(left, lookup), valueIn(right, lookup)];
  if (operator === '=') {
    if ('isNull' in left || 'isNull' in right) return one === null && other === null;
    return isSame(one, other);
  }
  if (operator === 'in') return Array.isArray(other) && other.some((item) => isSame(one, item));
  if (operator === '~') return isIn(other, one);
  const order = orderOf(one, other);
  return { '<': order < 0, '<=': order <= 0, '>': order > 0, '>=': order >= 0 }[operator];
}

function valueIn(operand: Operand, lookup: Lookup): unknown {
  if ('isNull' in operand) return null;
  return ('path' in operand ? lookup(operand.path) : operand.value) ?? null;
}

function isSame(one: unknown, other: unknown): boolean {
  return one !== null && typeof one !== 'object' && one === other;
}

/** Not a number if the values have no order. */
function orderOf(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (typeof one !== 'string' || typeof other !== 'string') return Number.NaN;
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

function isIn(part: unknown, whole: unknown): boolean {
  if (Array.isArray(whole)) return whole.some((item) => isSame(item, part));
  if (typeof whole !== 'string' || typeof part !== 'string' || [...part].length > 200) return false;
  return lower(whole).includes(lower(part));
}

function lower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 32));
}
