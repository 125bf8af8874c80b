/** What a scenario measured, each figure beside the limit it is held to. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly limit?: { readonly kind: 'at most' | 'at least'; readonly value: number };
  readonly isMet: boolean;
}

export interface Figures {
  readonly list: () => readonly Figure[];
  readonly note: (name: string, value: number, unit?: string) => void;
  readonly atMost: (name: string, value: number, limit: number, unit?: string) => void;
  readonly atLeast: (name: string, value: number, limit: number, unit?: string) => void;
  /**
   * A limit of time, or of memory, which a small size does not show: only the long form is held to it,
   * since the short one must not depend on what else the machine does.
   */
  readonly atMostWhenLong: (name: string, value: number, limit: number, unit?: string) => void;
  /** Nothing of this kind may exist; what does is printed line by line beside its count. */
  readonly none: (name: string, found: readonly string[]) => void;
  /** Prints a line. */
  readonly tell: (line: string) => void;
  /** Throws with every figure that is beyond its limit. */
  readonly settle: () => void;
}

/** Nothing failed but what was measured. */
export class LimitsMissed extends Error {}

export function createFigures(isLong: boolean, tell: (line: string) => void): Figures {
  const byName = new Map<string, Figure>();
  const add = (figure: Figure) => {
    tell(textOf(figure));
    const before = byName.get(figure.name);
    // Of a figure that comes again, round after round, the worst counts.
    if (before === undefined || isWorse(figure, before)) byName.set(figure.name, figure);
  };
  const atMost: Figures['atMost'] = (name, value, limit, unit = '') =>
    add({
      name,
      value,
      unit,
      limit: { kind: 'at most', value: limit },
      isMet: value <= limit,
    });
  const note: Figures['note'] = (name, value, unit = '') => add({ name, value, unit, isMet: true });
  return {
    list: () => [...byName.values()],
    tell,
    note,
    atMost,
    atLeast: (name, value, limit, unit = '') =>
      add({
        name,
        value,
        unit,
        limit: { kind: 'at least', value: limit },
        isMet: value >= limit,
      }),
    atMostWhenLong: (name, value, limit, unit) =>
      isLong ? atMost(name, value, limit, unit) : note(name, value, unit),
    none: (name, found) => {
      for (const line of found) tell(line);
      atMost(name, found.length, 0);
    },
    settle: () => {
      const missed = [...byName.values()].filter(({ isMet }) => !isMet);
      if (missed.length > 0) throw new LimitsMissed(missed.map(textOf).join('; '));
    },
  };
}

function isWorse(one: Figure, other: Figure): boolean {
  return one.limit?.kind === 'at least' ? one.value < other.value : one.value > other.value;
}

export function textOf({ name, value, unit, limit, isMet }: Figure): string {
  const held = limit === undefined ? '' : ` (${limit.kind} ${measureOf(limit.value, unit)})`;
  return `${name}: ${measureOf(value, unit)}${held}${isMet ? '' : ' NOT MET'}`;
}

/** A number with its unit, as people read it. */
export function measureOf(value: number, unit: string): string {
  const rounded = (Math.round(value * 10) / 10).toLocaleString('en-GB');
  return unit === '' ? rounded : `${rounded} ${unit}`;
}
