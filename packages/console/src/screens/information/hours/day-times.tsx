import { type Weekday, weekdays } from '@baraza/contract/plain';
import { Icon } from '../../../design/base/icon.tsx';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { Select } from '../../../design/controls/select.tsx';
import { Menu } from '../../../design/layers/menu.tsx';
import { speak } from '../../../words/language.ts';
import { words as profileWords } from '../profile/words.ts';
import type { Clock } from './clock.ts';
import { minutesOf, type Span, swahiliTime, timeOf } from './week.ts';
import { words } from './words.ts';

export function DayTimes(props: {
  readonly day: Weekday;
  readonly spans: readonly Span[];
  readonly clock: Clock;
  readonly onChange: (spans: readonly Span[]) => void;
  readonly onCopy: (days: readonly Weekday[]) => void;
}) {
  const t = speak(words);
  const { spans, clock, onChange, day } = props;
  const name = speak(profileWords).days[day];
  const last = spans.at(-1);
  const add = () => {
    const open = last === undefined ? 480 : Math.min(last.close + 60, 1_380);
    onChange([...spans, { open, close: last === undefined ? 1_080 : Math.min(open + 180, 1_440) }]);
  };
  const others = weekdays.filter((one) => one !== day);
  return (
    <li class="day">
      <div class="day-name">
        <h3>{name}</h3>
        {spans.length === 0 && <span class="quiet small">{t.closed}</span>}
      </div>
      <div class="day-spans">
        {spans.map((span, at) => (
          <div key={at} class="day-span">
            <TimeField
              label={`${name}: ${t.opens}`}
              clock={clock}
              minutes={span.open}
              onChange={(open) => onChange(spans.with(at, spanOf(open, span.close)))}
            />
            <span aria-hidden="true">–</span>
            <TimeField
              label={`${name}: ${t.closes}`}
              clock={clock}
              minutes={span.close}
              onChange={(close) => onChange(spans.with(at, spanOf(span.open, close)))}
            />
            <Button
              kind="quiet"
              icon="close"
              isIconOnly
              onClick={() => onChange(spans.filter((_, one) => one !== at))}
            >
              {t.removeSpan(name)}
            </Button>
          </div>
        ))}
      </div>
      <div class="day-actions">
        {spans.length < 2 && (
          <Button kind="quiet" icon="plus" isIconOnly={spans.length > 0} onClick={add}>
            {spans.length === 0 ? t.openDay : t.addSpan}
            <span class="unseen"> {name}</span>
          </Button>
        )}
        <Menu
          label={t.copy(name)}
          button={<Icon name="copy" />}
          items={[
            { label: t.copyAll, onSelect: () => props.onCopy(others) },
            { label: t.copyWeekdays, onSelect: () => props.onCopy(weekdays.slice(0, 5)) },
            ...others.map((one) => ({
              label: speak(profileWords).days[one],
              onSelect: () => props.onCopy([one]),
            })),
          ]}
        />
      </div>
    </li>
  );
}

// A day that closes at or before it opens goes on over midnight.
function spanOf(open: number, close: number): Span {
  const inDay = close % 1_440;
  return { open: open % 1_440, close: inDay > open % 1_440 ? inDay : inDay + 1_440 };
}

const quarters = Array.from({ length: 96 }, (_, at) => at * 15);

function TimeField(props: {
  readonly label: string;
  readonly clock: Clock;
  readonly minutes: number;
  readonly onChange: (minutes: number) => void;
}) {
  const inDay = props.minutes % 1_440;
  if (props.clock === 'day')
    return (
      <Field
        label={props.label}
        type="time"
        value={timeOf(inDay)}
        onInput={(value) => {
          if (value !== '') props.onChange(minutesOf(value));
        }}
      />
    );
  const all = quarters.includes(inDay) ? quarters : [...quarters, inDay].toSorted((a, b) => a - b);
  return (
    <Select
      label={props.label}
      value={String(inDay)}
      options={all.map((minutes) => ({
        value: String(minutes),
        // The word for hour would leave no room for the hour on a phone.
        label: swahiliTime(timeOf(minutes)).slice('saa '.length),
      }))}
      onChange={(value) => props.onChange(Number(value))}
    />
  );
}
