import { type Weekday, weekdays } from '@baraza/contract/plain';
import type { Signal } from '@preact/signals';
import { Button, IconButton } from '../../../design/buttons.tsx';
import { Choice, Select } from '../../../design/fields.tsx';
import { Icon } from '../../../design/icon.tsx';
import { Menu } from '../../../design/menu.tsx';
import { t as profileWords } from '../profile/words.ts';
import { ClockField } from './clock-field.tsx';
import { type Clock, dayMinutes, type Span, swahiliTime, timeOf, type Week } from './week.ts';
import { t } from './words.ts';
import './hours.css';

export function ClockChoice({ clock }: { readonly clock: Signal<Clock> }) {
  return <Choice label={t.clock} options={t.clocks} value={clock} />;
}

/** The exact times of each day. */
export function DayList(props: {
  readonly week: Week;
  readonly clock: Clock;
  readonly onChange: (week: Week) => void;
}) {
  const { week, clock } = props;
  const change = (days: readonly Weekday[], spans: readonly Span[]) =>
    props.onChange({ ...week, ...Object.fromEntries(days.map((day) => [day, spans])) });
  return (
    <ul class="ruled-list">
      {weekdays.map((day) => (
        <DayTimes
          key={day}
          day={day}
          spans={week[day]}
          clock={clock}
          onChange={(spans) => change([day], spans)}
          onCopy={(days) => change(days, week[day])}
        />
      ))}
    </ul>
  );
}

function DayTimes(props: {
  readonly day: Weekday;
  readonly spans: readonly Span[];
  readonly clock: Clock;
  readonly onChange: (spans: readonly Span[]) => void;
  readonly onCopy: (days: readonly Weekday[]) => void;
}) {
  const { days } = profileWords;
  const { spans, clock, onChange, onCopy, day } = props;
  const name = days[day];
  const others = weekdays.filter((one) => one !== day);
  const time = (span: Span, at: number, end: 'open' | 'close') => (
    <TimeField
      label={`${name}: ${t[end]}`}
      clock={clock}
      minutes={span[end]}
      onChange={(minutes) => onChange(spans.with(at, spanOf({ ...span, [end]: minutes })))}
    />
  );
  return (
    <li class="day">
      <div>
        <h3>{name}</h3>
        {spans.length === 0 && <span class="quiet small">{t.closed}</span>}
      </div>
      <div class="day-spans stack tight">
        {spans.map((span, at) => (
          <div key={at} class="stack tight">
            <div class="day-span unlabelled">
              {time(span, at, 'open')}
              <span aria-hidden="true">–</span>
              {time(span, at, 'close')}
              <IconButton
                icon="close"
                onClick={() => onChange(spans.toSpliced(at, 1))}
                label={t.removeSpan(name)}
              />
            </div>
            <NextDay
              name={name}
              span={span}
              clock={clock}
              onConfirm={() => onChange(spans.with(at, { ...span, isNextDay: true }))}
            />
          </div>
        ))}
      </div>
      <div class="day-actions">
        {spans.length < 2 && (
          <Button
            kind="quiet"
            icon="plus"
            isIconOnly={spans.length > 0}
            onClick={() => onChange([...spans, spanAfter(spans.at(-1))])}
            label={spans.length === 0 ? t.openDay : t.addSpan}
            about={` ${name}`}
          />
        )}
        <Menu
          label={t.copy(name)}
          button={<Icon name="copy" />}
          items={[
            { label: t.copyAll, onSelect: () => onCopy(others) },
            { label: t.copyWeekdays, onSelect: () => onCopy(weekdays.slice(0, 5)) },
            ...others.map((one) => ({ label: days[one], onSelect: () => onCopy([one]) })),
          ]}
        />
      </div>
    </li>
  );
}

/** Says that a span ends on the next day; asks first, because it may be a slip. */
function NextDay(props: {
  readonly name: string;
  readonly span: Span;
  readonly clock: Clock;
  readonly onConfirm: () => void;
}) {
  const { open, close, isNextDay } = props.span;
  if (close <= dayMinutes) return null;
  const isAllDay = close - open === dayMinutes;
  const time = props.clock === 'day' ? timeOf(close) : swahiliTime(timeOf(close));
  if (isNextDay) return <p class="quiet small">{isAllDay ? t.allDay : t.nextDay(time)}</p>;
  return (
    <div class="warning" role="status">
      <Icon name="warning" />
      <span class="grow">{isAllDay ? t.asksAllDay : t.asksNextDay(time)}</span>
      <Button onClick={props.onConfirm} label={t.confirm} about={` (${props.name})`} />
    </div>
  );
}

function spanAfter(last: Span | undefined): Span {
  if (last === undefined) return { open: 480, close: 1_080 };
  const open = Math.min(last.close + 60, 1_380);
  return { open, close: Math.min(open + 180, dayMinutes) };
}

// A span that closes at or before it opens ends on the next day.
function spanOf(span: Span): Span {
  const [open, close] = [span.open % dayMinutes, span.close % dayMinutes];
  if (close > open) return { open, close };
  // Midnight is the end of the day.
  return { open, close: close + dayMinutes, isNextDay: false };
}

const quarters = Array.from({ length: 96 }, (_, at) => at * 15);

function TimeField(props: {
  readonly label: string;
  readonly clock: Clock;
  readonly minutes: number;
  readonly onChange: (minutes: number) => void;
}) {
  const minutes = props.minutes % dayMinutes;
  if (props.clock === 'day')
    return <ClockField label={props.label} minutes={minutes} onChange={props.onChange} />;
  const all = [...new Set([...quarters, minutes])].toSorted((one, other) => one - other);
  return (
    <Select
      label={props.label}
      value={String(minutes)}
      // Without the word for hour, which would leave no room for the hour on a phone.
      options={all.map((one) => [String(one), swahiliTime(timeOf(one)).slice('saa '.length)])}
      onChange={(value) => props.onChange(Number(value))}
    />
  );
}
