/** The measurements of a scenario with their limits. */
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
  /** A limit of time or memory for the long form only, because the short form must not depend on other load. */
  readonly atMostWhenLong: (name: string, value: number, limit: number, unit?: string) => void;
  /** A figure with the limit 0: the number of findings. Each finding is logged. */
  readonly none: (name: string, found: readonly string[]) => void;
  /** Prints a line during the run. */
  readonly log: (line: string) => void;
  /** Throws if a figure exceeds its limit. */
  readonly settle: () => void;
}

/** The scenario ran, but figures exceed their limits. */
export class LimitsMissed extends Error {}

export function createFigures(isLong: boolean, log: (line: string) => void): Figures {
  const byName = new Map<string, Figure>();
  const add = (figure: Figure) => {
    log(textOf(figure));
    const before = byName.get(figure.name);
    // If a figure is recorded repeatedly, the worst value counts.
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
    log,
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
      for (const line of found) log(line);
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

function textOf({ name, value, unit, limit, isMet }: Figure): string {
  const held = limit === undefined ? '' : ` (${limit.kind} ${measureOf(limit.value, unit)})`;
  return `${name}: ${measureOf(value, unit)}${held}${isMet ? '' : ' NOT MET'}`;
}

/** A number with its unit. */
export function measureOf(value: number, unit: string): string {
  const rounded = (Math.round(value * 10) / 10).toLocaleString('en-GB');
  return unit === '' ? rounded : `${rounded} ${unit}`;
}
