import { weekdays } from '@baraza/contract/plain';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../../design/controls/button.tsx';
import { day } from '../../../words/figures.ts';
import { language, speak } from '../../../words/language.ts';
import { words as profileWords } from '../profile/words.ts';
import { dayAfter, weeksOf } from './month.ts';
import { words } from './words.ts';

export function Calendar(props: {
  readonly chosen: ReadonlySet<string>;
  readonly today: string;
  readonly onTurn: (date: string) => void;
}) {
  const t = speak(words);
  const { chosen, today } = props;
  const active = useSignal(today);
  const isMoved = useRef(false);
  const box = useRef<HTMLDivElement>(null);
  const [year = 0, month = 1] = active.value.split('-').map(Number);
  useEffect(() => {
    if (isMoved.current)
      box.current?.querySelector<HTMLElement>(`[data-date="${active.value}"]`)?.focus();
    isMoved.current = false;
  }, [active.value]);
  const turnMonth = (by: number) => {
    const next = new Date(year, month - 1 + by, 1);
    active.value = `${next.getFullYear()}-${String(next.getMonth() + 1).padStart(2, '0')}-01`;
  };
  const move = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key];
    if (event.key === ' ' || event.key === 'Enter') props.onTurn(active.value);
    else if (by === undefined) return;
    event.preventDefault();
    if (by === undefined) return;
    isMoved.current = true;
    active.value = dayAfter(active.value, by);
  };
  const title = new Intl.DateTimeFormat(language.value === 'sw' ? 'sw-KE' : 'en-KE', {
    month: 'long',
    year: 'numeric',
  }).format(new Date(year, month - 1, 1));
  const days = speak(profileWords);
  return (
    <div class="calendar" ref={box}>
      <div class="row apart">
        <Button kind="quiet" icon="back" isIconOnly onClick={() => turnMonth(-1)}>
          {t.previous}
        </Button>
        <h2 aria-live="polite">{title}</h2>
        <Button kind="quiet" icon="forward" isIconOnly onClick={() => turnMonth(1)}>
          {t.next}
        </Button>
      </div>
      <div role="grid" aria-label={title} onKeyDown={move}>
        <div role="row" class="calendar-row">
          {weekdays.map((name) => (
            <span key={name} role="columnheader" class="calendar-head" aria-label={days.days[name]}>
              {days.shortDays[name]}
            </span>
          ))}
        </div>
        {weeksOf(year, month - 1).map((week, at) => (
          <div key={at} role="row" class="calendar-row">
            {week.map((date, column) => (
              <CalendarDay
                key={column}
                date={date}
                today={today}
                isChosen={date !== undefined && chosen.has(date)}
                isActive={date === active.value}
                onTurn={(turned) => {
                  active.value = turned;
                  props.onTurn(turned);
                }}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function CalendarDay(props: {
  readonly date: string | undefined;
  readonly today: string;
  readonly isChosen: boolean;
  readonly isActive: boolean;
  readonly onTurn: (date: string) => void;
}) {
  const { date, today } = props;
  if (date === undefined) return <span role="gridcell" />;
  const name = `calendar-day ${date === today ? 'today' : ''} ${date < today ? 'past' : ''}`;
  return (
    <span
      role="gridcell"
      class={name}
      data-date={date}
      aria-selected={props.isChosen}
      aria-label={day(date)}
      tabIndex={props.isActive ? 0 : -1}
      onClick={() => props.onTurn(date)}
    >
      {Number(date.slice(8))}
    </span>
  );
}
