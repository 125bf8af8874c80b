/** Metrics, as defined in `shared/evals`. */
export interface Outcome {
  /** Whether the information answers the question. */
  readonly answerable: boolean;
  readonly answered: boolean;
  readonly confidence: number;
  /** Whether the first result, or one of the first five, is the gold information. */
  readonly first: boolean;
  readonly firstFive: boolean;
}

export interface Measures {
  readonly questions: number;
  readonly hitFirst: number;
  readonly hitFive: number;
  /** This and the next two are undefined for a set without unanswerable questions. */
  readonly auroc: number | undefined;
  readonly falseAnswers: number | undefined;
  /** Answered from the gold information, or correctly refused. */
  readonly decision: number | undefined;
}

export function measure(outcomes: readonly Outcome[]): Measures {
  const answerable = outcomes.filter((outcome) => outcome.answerable);
  const others = outcomes.filter((outcome) => !outcome.answerable);
  const hasBoth = others.length > 0 && answerable.length > 0;
  return {
    questions: outcomes.length,
    hitFirst: share(answerable, ({ first }) => first),
    hitFive: share(answerable, ({ firstFive }) => firstFive),
    auroc: hasBoth ? auroc(answerable, others) : undefined,
    falseAnswers: hasBoth ? share(others, ({ answered }) => answered) : undefined,
    decision: hasBoth
      ? share(outcomes, (each) => (each.answerable ? each.answered && each.first : !each.answered))
      : undefined,
  };
}

/** The probability that an answerable question has a higher confidence than an unanswerable one; ties count half. */
function auroc(answerable: readonly Outcome[], others: readonly Outcome[]): number {
  const all = [...answerable, ...others].toSorted(
    (one, other) => one.confidence - other.confidence,
  );
  let rankSum = 0;
  for (let from = 0; from < all.length; ) {
    let to = from;
    while (to < all.length && all[to]?.confidence === all[from]?.confidence) to += 1;
    const tied = all.slice(from, to).filter((outcome) => outcome.answerable).length;
    rankSum += tied * ((from + 1 + to) / 2);
    from = to;
  }
  const count = answerable.length;
  return (rankSum - (count * (count + 1)) / 2) / (count * others.length);
}

function share(outcomes: readonly Outcome[], test: (outcome: Outcome) => boolean): number {
  return outcomes.length === 0 ? 0 : outcomes.filter(test).length / outcomes.length;
}

const heads = ['hit@1', 'hit@5', 'AUROC', 'FA', 'decision'];

/** One row for each set; the caller provides the last column. */
export function table(
  lines: readonly { readonly name: string; readonly measures: Measures; readonly last: string }[],
  lastHead: string,
): string {
  const rows = lines.map(({ name, measures, last }) => {
    const { questions, hitFirst, hitFive, auroc: area, falseAnswers, decision } = measures;
    return [
      name,
      String(questions),
      ...[hitFirst, hitFive, area, falseAnswers, decision].map(cell),
      last,
    ];
  });
  return aligned([['set', 'questions', ...heads, lastHead], ...rows]);
}

/** Aligns columns: names left, figures right. */
export function aligned(all: readonly (readonly string[])[]): string {
  const widths = all[0]?.map((_, column) =>
    Math.max(...all.map((row) => row[column]?.length ?? 0)),
  );
  return all
    .map((row) => row.map((text, column) => pad(text, widths?.[column] ?? 0, column)).join('  '))
    .join('\n');
}

function pad(text: string, width: number, column: number): string {
  return column === 0 ? text.padEnd(width) : text.padStart(width);
}

function cell(value: number | undefined): string {
  return value === undefined ? '–' : value.toFixed(3);
}
