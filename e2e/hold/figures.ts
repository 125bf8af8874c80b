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
  /** A line for whoever watches it run. */
  readonly tell: (line: string) => void;
  /** Throws with every figure that is beyond its limit. */
  readonly settle: () => void;
}

export function createFigures(isLong: boolean, tell: (line: string) => void): Figures {
  const list: Figure[] = [];
  const add = (figure: Figure) => {
    list.push(figure);
    tell(textOf(figure));
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
    list: () => list,
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
    settle: () => {
      const missed = list.filter(({ isMet }) => !isMet);
      if (missed.length > 0) throw new Error(missed.map(textOf).join('; '));
    },
  };
}

export function textOf({ name, value, unit, limit, isMet }: Figure): string {
  const spaced = unit === '' ? '' : ` ${unit}`;
  const held = limit === undefined ? '' : ` (${limit.kind} ${told(limit.value)}${spaced})`;
  return `${name}: ${told(value)}${spaced}${held}${isMet ? '' : ' NOT MET'}`;
}

function told(value: number): string {
  return (Math.round(value * 10) / 10).toLocaleString('en-GB');
}
