/** What filters and sorts mean, in plain JavaScript that shares nothing with the server. */

export interface Entry {
  readonly recordId: string;
  readonly record: object;
}

export interface ModelQuery {
  readonly wheres: readonly (readonly [path: string, operator: string, operand: string])[];
  readonly sort: string | undefined;
}

/** The ids of all that match, in their order; `entries` are oldest first. */
export function modelOf(entries: readonly Entry[], { wheres, sort }: ModelQuery): string[] {
  const found = entries.filter(({ record }) =>
    wheres.every(([path, operator, operand]) => holds(at(record, path), operator, operand)),
  );
  if (sort === undefined) return found.map(({ recordId }) => recordId);
  const isDown = sort.startsWith('-');
  const path = isDown ? sort.slice(1) : sort;
  return found
    .map(({ recordId, record }) => ({ recordId, value: at(record, path) }))
    .sort((one, other) => {
      const order = compare(cut(one.value), cut(other.value));
      if (order !== 0) return isDown ? -order : order;
      return one.recordId < other.recordId ? -1 : 1;
    })
    .map(({ recordId }) => recordId);
}

/** The part of a text that counts in an order. */
function cut(value: unknown): unknown {
  return typeof value === 'string' ? [...value].slice(0, 256).join('') : value;
}

function at(record: unknown, path: string): unknown {
  let value = record;
  for (const step of path.split('.')) {
    if (Array.isArray(value)) value = /^\d+$/.test(step) ? value[Number(step)] : undefined;
    else if (typeof value === 'object' && value !== null)
      value = new Map(Object.entries(value)).get(step);
    else return undefined;
  }
  return value;
}

function holds(value: unknown, operator: string, operand: string): boolean {
  const text = isScalar(value) ? String(value) : undefined;
  switch (operator) {
    case 'eq':
      return text === operand;
    case 'ne':
      return text !== operand;
    case 'in':
      return text !== undefined && operand.split(',').includes(text);
    case 'exists':
      return (value !== undefined) === (operand === 'true');
  }
  const wanted = operandOf(operand);
  if (rank(value) !== rank(wanted)) return false;
  const order = compare(value, wanted);
  return { gt: order > 0, gte: order >= 0, lt: order < 0, lte: order <= 0 }[operator] === true;
}

function operandOf(operand: string): string | number {
  if (/^".*"$/s.test(operand)) return JSON.parse(operand) as string;
  if (operand.trim() === operand && operand !== '' && isJsonNumber(operand)) return Number(operand);
  return operand;
}

function isJsonNumber(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'number' && Number.isFinite(Number(text));
  } catch {
    return false;
  }
}

function isScalar(value: unknown): boolean {
  return value === null || (value !== undefined && typeof value !== 'object');
}

function rank(value: unknown): number {
  if (value === undefined) return 0;
  if (value === null) return 1;
  if (value === false) return 2;
  if (value === true) return 3;
  if (typeof value === 'number') return 4;
  if (typeof value === 'string') return instant(value) === undefined ? 6 : 5;
  return 7;
}

function compare(one: unknown, other: unknown): number {
  const kinds = rank(one) - rank(other);
  if (kinds !== 0) return kinds;
  if (typeof one === 'number') return one - (other as number);
  if (typeof one !== 'string') return 0;
  const first = instant(one);
  const second = instant(other as string);
  if (first !== undefined && second !== undefined)
    return first < second ? -1 : first > second ? 1 : 0;
  return Buffer.compare(Buffer.from(one), Buffer.from(other as string));
}

/** Nanoseconds of an ISO time; undefined for any other text. */
function instant(text: string): bigint | undefined {
  const parts =
    /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(:\d\d)?(?:(?<=:\d\d:\d\d)\.(\d{1,9}))?([Zz]|([+-])(\d\d):(\d\d))?)?$/.exec(
      text,
    );
  if (parts === null) return undefined;
  const [, date = '', time = '00:00', seconds = ':00', fraction = '', , sign, hours, minutes] =
    parts;
  const atMs = new Date(`${date}T${time}${seconds}.000Z`).getTime();
  if (Number.isNaN(atMs) || !new Date(atMs).toISOString().startsWith(`${date}T${time}${seconds}`))
    return undefined;
  if (Number(hours ?? 0) > 23 || Number(minutes ?? 0) > 59) return undefined;
  const offsetMs = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  const utcMs = atMs + (sign === '-' ? offsetMs : -offsetMs);
  return BigInt(utcMs) * 1_000_000n + BigInt(fraction.padEnd(9, '0'));
}
