import { t } from '../words.ts';
import './figures.css';

interface ChartPoint {
  readonly label: string;
  readonly value: number;
}

const width = 320;
const height = 96;

/** A few figures over time, as a picture and as a table. */
export function Chart(props: {
  readonly title: string;
  readonly kind?: 'bars' | 'line';
  readonly points: readonly ChartPoint[];
  readonly valueLabel: string;
  readonly format: (value: number) => string;
}) {
  const { points, kind = 'bars', format } = props;
  const top = Math.max(1, ...points.map(({ value }) => value));
  return (
    <figure class="chart stack tight">
      <figcaption class="row apart">
        <span class="label">{props.title}</span>
        <span class="quiet small figures">
          {t.top} {format(top)}
        </span>
      </figcaption>
      <svg
        class="chart-picture"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        {kind === 'bars' ? <Bars points={points} top={top} /> : <Line points={points} top={top} />}
      </svg>
      <div class="row apart quiet small">
        <span>{points[0]?.label}</span>
        <span>{points.at(-1)?.label}</span>
      </div>
      <details class="small disclosure">
        <summary>{t.asTable}</summary>
        <table class="table">
          <caption class="unseen">{props.title}</caption>
          <thead>
            <tr>
              <th scope="col">{props.title}</th>
              <th scope="col" class="number">
                {props.valueLabel}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ label, value }) => (
              <tr key={label}>
                <td data-label={props.title}>{label}</td>
                <td data-label={props.valueLabel} class="number figures">
                  {format(value)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

interface Drawn {
  readonly points: readonly ChartPoint[];
  readonly top: number;
}

function Bars({ points, top }: Drawn) {
  const step = width / Math.max(1, points.length);
  return (
    <>
      {points.map(({ label, value }, at) => {
        const size = value === 0 ? 1.5 : Math.max(3, (value / top) * (height - 4));
        return (
          <rect
            key={label}
            class={value === 0 ? 'chart-none' : 'chart-bar'}
            x={at * step + step * 0.15}
            y={height - size}
            width={step * 0.7}
            height={size}
            rx={Math.min(2, step * 0.2)}
          />
        );
      })}
    </>
  );
}

function Line({ points, top }: Drawn) {
  const step = width / Math.max(1, points.length - 1);
  const places = points.map(
    ({ value }, at) =>
      `${(at * step).toFixed(1)},${(height - 4 - (value / top) * (height - 10)).toFixed(1)}`,
  );
  return (
    <>
      <polygon class="chart-area" points={`0,${height} ${places.join(' ')} ${width},${height}`} />
      <polyline class="chart-line" points={places.join(' ')} vector-effect="non-scaling-stroke" />
    </>
  );
}
