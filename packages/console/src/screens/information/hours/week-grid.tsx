/** A week to tap on: a tap turns an hour, a drag turns all hours that it passes. */
import { type Weekday, weekdays } from '@baraza/contract/plain';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { speak } from '../../../words/language.ts';
import { words as profileWords } from '../profile/words.ts';
import type { Clock } from './clock.ts';
import { openPart, painted, swahiliTime, timeOf, type Week } from './week.ts';
import { words } from './words.ts';

const holdMs = 180;

interface Stroke {
  readonly start: { readonly day: number; readonly hour: number };
  readonly isOpen: boolean;
  readonly before: Week;
  isPainting: boolean;
}

export function WeekGrid(props: {
  readonly week: Week;
  readonly clock: Clock;
  readonly onChange: (week: Week) => void;
}) {
  const t = speak(words);
  const days = speak(profileWords);
  const { week } = props;
  const box = useRef<HTMLDivElement>(null);
  const stroke = useRef<Stroke>(undefined);
  const active = useSignal({ day: 0, hour: 8 });
  const hours = shownHours(week);
  // A finger that moves at once scrolls the page; one that was held a moment paints.
  useEffect(() => {
    const keep = (event: TouchEvent) => {
      if (stroke.current?.isPainting) event.preventDefault();
    };
    const end = () => {
      stroke.current = undefined;
    };
    const element = box.current;
    element?.addEventListener('touchmove', keep, { passive: false });
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
    return () => {
      element?.removeEventListener('touchmove', keep);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
    };
  }, []);
  const isOpenAt = (day: number, hour: number) => {
    const part = openPart(week[dayAt(day)], hour);
    return part !== undefined && part.from === 0 && part.to === 1;
  };
  const turn = (day: number, hour: number) =>
    props.onChange(covered(week, { day, hour }, { day, hour }, !isOpenAt(day, hour)));
  const begin = (event: PointerEvent, day: number, hour: number) => {
    const mine: Stroke = {
      start: { day, hour },
      isOpen: !isOpenAt(day, hour),
      before: week,
      isPainting: event.pointerType !== 'touch',
    };
    stroke.current = mine;
    (event.target as Element).releasePointerCapture?.(event.pointerId);
    if (!mine.isPainting)
      setTimeout(() => {
        mine.isPainting = true;
      }, holdMs);
  };
  const follow = (event: PointerEvent) => {
    const mine = stroke.current;
    if (!mine?.isPainting) return;
    const cell = document.elementFromPoint(event.clientX, event.clientY);
    const at = cell instanceof HTMLElement ? placeOf(cell) : undefined;
    if (at === undefined || (at.day === mine.start.day && at.hour === mine.start.hour)) return;
    props.onChange(covered(mine.before, mine.start, at, mine.isOpen));
  };
  const move = (event: KeyboardEvent) => {
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      turn(active.value.day, active.value.hour);
    }
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[
      event.key
    ];
    if (by === undefined) return;
    event.preventDefault();
    const [days_ = 0, hours_ = 0] = by;
    const { day, hour } = active.value;
    active.value = {
      day: Math.min(6, Math.max(0, day + days_)),
      hour: Math.min(hours.at(-1) ?? 23, Math.max(hours[0] ?? 0, hour + hours_)),
    };
    const next = `[data-day="${active.value.day}"][data-hour="${active.value.hour}"]`;
    box.current?.querySelector<HTMLElement>(next)?.focus();
  };
  return (
    <div
      ref={box}
      class="week"
      role="grid"
      aria-label={t.grid}
      onKeyDown={move}
      onPointerMove={follow}
    >
      <div class="week-row" role="row">
        <span class="week-corner" role="presentation" />
        {weekdays.map((day) => (
          <span key={day} role="columnheader" class="week-day" aria-label={days.days[day]}>
            {days.shortDays[day]}
          </span>
        ))}
      </div>
      {hours.map((hour) => (
        <div key={hour} class="week-row" role="row">
          <span role="rowheader" class="week-hour figures">
            {told(hour, props.clock)}
          </span>
          {weekdays.map((name, day) => {
            const part = openPart(week[name], hour);
            return (
              <span
                key={name}
                role="gridcell"
                class={`week-cell ${part === undefined ? '' : 'open'}`}
                data-day={day}
                data-hour={hour}
                aria-selected={part !== undefined}
                aria-label={`${days.days[name]} ${timeOf(hour * 60)}`}
                tabIndex={active.value.day === day && active.value.hour === hour ? 0 : -1}
                style={{
                  '--from': `${(part?.from ?? 0) * 100}%`,
                  '--to': `${(part?.to ?? 0) * 100}%`,
                }}
                onFocus={() => {
                  active.value = { day, hour };
                }}
                onPointerDown={(event) => begin(event, day, hour)}
                onClick={() => turn(day, hour)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

function told(hour: number, clock: Clock): string {
  return clock === 'day' ? timeOf(hour * 60) : (swahiliTime(timeOf(hour * 60)).split(' ')[1] ?? '');
}

function dayAt(index: number): Weekday {
  return weekdays[index] ?? 'mon';
}

function placeOf(cell: HTMLElement): { readonly day: number; readonly hour: number } | undefined {
  const { day, hour } = cell.dataset;
  return day === undefined || hour === undefined
    ? undefined
    : { day: Number(day), hour: Number(hour) };
}

/** All between two corners, opened or closed. */
function covered(
  week: Week,
  one: { readonly day: number; readonly hour: number },
  other: { readonly day: number; readonly hour: number },
  isOpen: boolean,
): Week {
  const from = Math.min(one.hour, other.hour) * 60;
  const to = (Math.max(one.hour, other.hour) + 1) * 60;
  const [first, last] = [Math.min(one.day, other.day), Math.max(one.day, other.day)];
  const days = weekdays.slice(first, last + 1);
  return {
    ...week,
    ...Object.fromEntries(days.map((day) => [day, painted(week[day], from, to, isOpen)])),
  };
}

/** From six to ten in the evening, or as far as somebody is open. */
function shownHours(week: Week): readonly number[] {
  const spans = Object.values(week).flat();
  const first = Math.min(6, ...spans.map(({ open }) => Math.floor(open / 60)));
  const last = Math.max(22, ...spans.map(({ close }) => Math.min(24, Math.ceil(close / 60))));
  return Array.from({ length: last - first }, (_, at) => first + at);
}
