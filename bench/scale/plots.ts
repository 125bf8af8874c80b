/** Line charts as SVG, readable on light and on dark pages. */
export interface LineChart {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly lines: readonly Line[];
  /** Shaded spans of the x axis, such as the time of a fault. */
  readonly spans?: readonly Span[];
}

interface Axis {
  readonly label: string;
  /** By default the largest value. */
  readonly max?: number;
}

interface Line {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
}

interface Span {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const size = { width: 640, height: 280 };
const frame = { left: 62, right: 16, top: 58, bottom: 44 };
const inner = {
  width: size.width - frame.left - frame.right,
  height: size.height - frame.top - frame.bottom,
};

const style = `
  svg { --ink: #1f2328; --faint: #59636e; --grid: #d8dee4; --span: #fff1c9; background: #ffffff;
    --a: #0b62c4; --b: #b5480b; --c: #1a7f4b; }
  @media (prefers-color-scheme: dark) {
    svg { --ink: #e6edf3; --faint: #9aa4af; --grid: #333b45; --span: #3a3013; background: #0d1117;
      --a: #6cb2ff; --b: #ff9d5c; --c: #57d08b; }
  }
  text { font: 12px system-ui, sans-serif; fill: var(--faint); }
  .title { font-size: 14px; font-weight: 600; fill: var(--ink); }
  .name { fill: var(--ink); }
  .grid { stroke: var(--grid); stroke-width: 1; }
  .span { fill: var(--span); }
  .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
  .l0 { stroke: var(--a); } .l1 { stroke: var(--b); stroke-dasharray: 7 3; }
  .l2 { stroke: var(--c); stroke-dasharray: 2 3; }`;

export function lineChart({ title, x, y, lines, spans = [] }: LineChart): string {
  const all = lines.flatMap(({ points }) => points);
  const xTicks = ticks(Math.min(...all.map(([at]) => at)), x.max ?? largest(all, 0));
  const yTicks = ticks(0, y.max ?? largest(all, 1));
  const xAt = scaleOf(xTicks, frame.left, inner.width);
  const yAt = scaleOf(yTicks, frame.top + inner.height, -inner.height);
  const bottom = frame.top + inner.height;
  const parts = [
    ...spans.map(
      ({ from, to }) =>
        `<rect class="span" x="${px(xAt(from))}" y="${frame.top}" ` +
        `width="${px(xAt(to) - xAt(from))}" height="${inner.height}"/>`,
    ),
    ...yTicks.map(
      (tick) =>
        `<line class="grid" x1="${frame.left}" x2="${frame.left + inner.width}" y1="${px(yAt(tick))}" ` +
        `y2="${px(yAt(tick))}"/><text x="${frame.left - 8}" y="${px(yAt(tick) + 4)}" ` +
        `text-anchor="end">${number(tick)}</text>`,
    ),
    ...xTicks.map(
      (tick) =>
        `<text x="${px(xAt(tick))}" y="${bottom + 18}" text-anchor="middle">${number(tick)}</text>`,
    ),
    ...spans.map(
      ({ name, from }) =>
        `<text x="${px(xAt(from) + 5)}" y="${frame.top + 14}">${escaped(name)}</text>`,
    ),
    `<text x="${frame.left + inner.width / 2}" y="${size.height - 8}" text-anchor="middle">` +
      `${escaped(x.label)}</text>`,
    `<text class="title" x="12" y="20">${escaped(title)}</text>`,
    `<text x="12" y="${frame.top - 10}">${escaped(y.label)}</text>`,
    ...lines.map(({ points }, at) => path(points, at, xAt, yAt)),
    ...legend(lines.map(({ name }) => name)),
  ];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" ` +
    `width="${size.width}" height="${size.height}" role="img" aria-label="${escaped(title)}">` +
    `<style>${style}\n</style>\n${parts.join('\n')}\n</svg>\n`
  );
}

function path(
  points: Line['points'],
  at: number,
  xAt: (value: number) => number,
  yAt: (value: number) => number,
): string {
  // Values beyond the axis are drawn at its edge.
  const inside = (y: number) => Math.max(frame.top, yAt(y));
  const steps = points.map(
    ([x, y], step) => `${step === 0 ? 'M' : 'L'}${px(xAt(x))} ${px(inside(y))}`,
  );
  return `<path class="line l${at}" d="${steps.join('')}"/>`;
}

/** To the right of the title of the y axis, in one row. */
function legend(names: readonly string[]): readonly string[] {
  let right = size.width - frame.right;
  return names
    .map((name, at) => ({ name, at }))
    .toReversed()
    .flatMap(({ name, at }) => {
      const width = 7 * name.length + 40;
      right -= width;
      const y = frame.top - 14;
      return [
        `<path class="line l${at}" d="M${right} ${y}L${right + 24} ${y}"/>`,
        `<text class="name" x="${right + 30}" y="${y + 4}">${escaped(name)}</text>`,
      ];
    });
}

/** Round numbers from at most `from` to at least `to`. */
export function ticks(from: number, to: number): readonly number[] {
  const end = to > from ? to : from + 1;
  const rough = (end - from) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5, 10].find((times) => times * power >= rough) ?? 10);
  const first = Math.floor(from / step + 1e-9);
  const last = Math.ceil(end / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
}

function scaleOf(all: readonly number[], start: number, length: number) {
  const first = all[0] ?? 0;
  const last = all.at(-1) ?? 1;
  return (value: number) => start + ((value - first) / (last - first)) * length;
}

function largest(points: Line['points'], at: 0 | 1): number {
  return Math.max(...points.map((point) => point[at]));
}

function px(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function number(value: number): string {
  return Number(value.toPrecision(6)).toLocaleString('en');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
