import { weekdays } from '@baraza/contract/plain';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../../design/buttons.tsx';
import { Card } from '../../../design/notes.tsx';
import { setTo } from '../../../design/signals.ts';
import { language } from '../../../words/language.ts';
import type { EditorProps } from '../frame/editor.tsx';
import { informationScreen } from '../frame/frame.tsx';
import { write } from '../profile/draft.ts';
import { t as profileWords } from '../profile/words.ts';
import { ClockChoice, DayList } from './day-list.tsx';
import {
  type Clock,
  hoursOf,
  openPart,
  painted,
  swahiliTime,
  timeOf,
  usualHours,
  type Week,
  weekOf,
} from './week.ts';
import { t } from './words.ts';
import './hours.css';

export const Hours = informationScreen('hours', WeekHours);

function WeekHours({ draft, profile }: EditorProps) {
  const clock = useSignal<Clock>(language.peek() === 'sw' ? 'swahili' : 'day');
  const week = weekOf(profile.hours);
  const change = (next: Week) => write(draft, { field: 'hours' }, hoursOf(next));
  return (
    <>
      <Card>
        <ClockChoice clock={clock} />
        {profile.hours.length === 0 && (
          <div class="row">
            <Button onClick={() => change(weekOf(usualHours))} label={t.usual} />
          </div>
        )}
        <WeekGrid week={week} clock={clock.value} onChange={change} />
        <p class="quiet small">{t.gridHint}</p>
      </Card>
      <Card title={t.exact}>
        <DayList week={week} clock={clock.value} onChange={change} />
      </Card>
    </>
  );
}

// How long a touch must be held before it paints.
const holdMs = 180;

interface Cell {
  readonly day: number;
  readonly hour: number;
}

interface Drag {
  readonly start: Cell;
  readonly isOpen: boolean;
  readonly before: Week;
  isPainting: boolean;
}

/** A week grid: a tap opens or closes an hour, a drag all hours that it covers. */
function WeekGrid(props: {
  readonly week: Week;
  readonly clock: Clock;
  readonly onChange: (week: Week) => void;
}) {
  const { week } = props;
  const { days, shortDays } = profileWords;
  const box = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag>(undefined);
  const active = useSignal<Cell>({ day: 0, hour: 8 });
  const hours = shownHours(week);
  // A touch that moves at once scrolls the page; a touch that is held first paints.
  useEffect(() => {
    const keep = (event: TouchEvent) => {
      if (drag.current?.isPainting) event.preventDefault();
    };
    const end = () => {
      drag.current = undefined;
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
  const toggle = (cell: Cell) => props.onChange(covered(week, cell, cell, !isOpenAt(week, cell)));
  const begin = (event: PointerEvent, start: Cell) => {
    const mine: Drag = {
      start,
      isOpen: !isOpenAt(week, start),
      before: week,
      isPainting: event.pointerType !== 'touch',
    };
    drag.current = mine;
    (event.target as Element).releasePointerCapture?.(event.pointerId);
    setTimeout(() => {
      mine.isPainting = true;
    }, holdMs);
  };
  const follow = (event: PointerEvent) => {
    const mine = drag.current;
    if (!mine?.isPainting) return;
    const element = document.elementFromPoint(event.clientX, event.clientY);
    const { day, hour } = element instanceof HTMLElement ? element.dataset : {};
    if (day === undefined || hour === undefined) return;
    const cell = { day: Number(day), hour: Number(hour) };
    if (cell.day !== mine.start.day || cell.hour !== mine.start.hour)
      props.onChange(covered(mine.before, mine.start, cell, mine.isOpen));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const by = arrows[event.key as keyof typeof arrows];
    if (event.key === ' ' || event.key === 'Enter') toggle(active.value);
    else if (by === undefined) return;
    event.preventDefault();
    const [right = 0, down = 0] = by ?? [];
    const day = Math.min(6, Math.max(0, active.value.day + right));
    const hour = Math.min(hours.at(-1) ?? 23, Math.max(hours[0] ?? 0, active.value.hour + down));
    active.value = { day, hour };
    box.current?.querySelector<HTMLElement>(`[data-day="${day}"][data-hour="${hour}"]`)?.focus();
  };
  return (
    <div
      ref={box}
      class={`week stack close${props.clock === 'swahili' ? ' swahili' : ''}`}
      role="grid"
      aria-label={t.grid}
      onKeyDown={onKeyDown}
      onPointerMove={follow}
    >
      <div class="week-row" role="row">
        <span role="presentation" />
        {weekdays.map((day) => (
          <span key={day} role="columnheader" class="week-day" aria-label={days[day]}>
            {shortDays[day]}
          </span>
        ))}
      </div>
      {hours.map((hour) => (
        <div key={hour} class="week-row" role="row">
          <span role="rowheader" class="week-hour figures">
            {hourLabel(hour, props.clock)}
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
                aria-label={`${days[name]} ${timeOf(hour * 60)}`}
                tabIndex={active.value.day === day && active.value.hour === hour ? 0 : -1}
                style={{
                  '--from': `${(part?.from ?? 0) * 100}%`,
                  '--to': `${(part?.to ?? 0) * 100}%`,
                }}
                onFocus={setTo(active, { day, hour })}
                onPointerDown={(event) => begin(event, { day, hour })}
                onClick={() => toggle({ day, hour })}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

function hourLabel(hour: number, clock: Clock): string {
  const time = timeOf(hour * 60);
  return clock === 'day' ? time : swahiliTime(time).replace('saa ', '');
}

function isOpenAt(week: Week, { day, hour }: Cell): boolean {
  const part = openPart(week[weekdays[day] ?? 'mon'], hour);
  return part !== undefined && part.from === 0 && part.to === 1;
}

/** The week with all hours between two corners opened or closed. */
function covered(week: Week, one: Cell, other: Cell, isOpen: boolean): Week {
  const from = Math.min(one.hour, other.hour) * 60;
  const to = (Math.max(one.hour, other.hour) + 1) * 60;
  const days = weekdays.slice(Math.min(one.day, other.day), Math.max(one.day, other.day) + 1);
  return {
    ...week,
    ...Object.fromEntries(days.map((day) => [day, painted(week[day], from, to, isOpen)])),
  };
}

/** From 6:00 to 22:00, or as far as there are opening hours. */
function shownHours(week: Week): readonly number[] {
  const spans = Object.values(week).flat();
  const first = Math.min(6, ...spans.map(({ open }) => Math.floor(open / 60)));
  const last = Math.max(22, ...spans.map(({ close }) => Math.min(24, Math.ceil(close / 60))));
  return Array.from({ length: last - first }, (_, at) => first + at);
}
