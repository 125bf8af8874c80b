import { weekdays } from '@baraza/contract/plain';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../../design/controls/button.tsx';
import { day } from '../../../words/figures.ts';
import { language, speak } from '../../../words/language.ts';
import { words as profileWords } from '../profile/words.ts';
import { dayAfter, isoDay, weeksOf } from './month.ts';
import { words } from './words.ts';

export function Calendar(props: {
  readonly isChosen: (date: string) => boolean;
  readonly today: string;
  readonly onTurn: (date: string) => void;
}) {
  const t = speak(words);
  const { days, shortDays } = speak(profileWords);
  const { today, isChosen } = props;
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
    active.value = isoDay(new Date(year, month - 1 + by, 1));
  };
  const turn = (date: string) => {
    active.value = date;
    props.onTurn(date);
  };
  const move = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key];
    if (event.key === ' ' || event.key === 'Enter') turn(active.value);
    else if (by !== undefined) {
      isMoved.current = true;
      active.value = dayAfter(active.value, by);
    } else return;
    event.preventDefault();
  };
  const title = new Intl.DateTimeFormat(language.value === 'sw' ? 'sw-KE' : 'en-KE', {
    month: 'long',
    year: 'numeric',
  }).format(new Date(year, month - 1, 1));
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
            <span key={name} role="columnheader" class="calendar-head" aria-label={days[name]}>
              {shortDays[name]}
            </span>
          ))}
        </div>
        {weeksOf(year, month - 1).map((week, at) => (
          <div key={at} role="row" class="calendar-row">
            {week.map((date, column) =>
              date === undefined ? (
                <span key={column} role="gridcell" />
              ) : (
                <span
                  key={column}
                  role="gridcell"
                  class={`calendar-day ${date === today ? 'today' : date < today ? 'past' : ''}`}
                  data-date={date}
                  aria-selected={isChosen(date)}
                  aria-label={day(date)}
                  tabIndex={date === active.value ? 0 : -1}
                  onClick={() => turn(date)}
                >
                  {Number(date.slice(8))}
                </span>
              ),
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
