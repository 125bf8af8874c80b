import type { Bilingual, Profile } from '@baraza/contract';
import { weekdays } from '@baraza/contract/plain';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Button, IconButton } from '../../../design/buttons.tsx';
import { Select } from '../../../design/fields.tsx';
import { Badge, Card } from '../../../design/notes.tsx';
import { useFlag } from '../../../design/signals.ts';
import { day, monthOf } from '../../../words/figures.ts';
import { localized } from '../../../words/language.ts';
import type { EditorProps } from '../frame/editor.tsx';
import { informationScreen } from '../frame/frame.tsx';
import { TextFields } from '../frame/text-fields.tsx';
import { write } from '../profile/draft.ts';
import { t as profileWords } from '../profile/words.ts';
import { type Country, countryOf, type Holiday, holidaysFrom } from './holidays.ts';
import { dayAfter, isoDay, weeksOf } from './month.ts';
import { t } from './words.ts';
import './closed.css';

export const Closed = informationScreen('closed', ClosedDays);

function ClosedDays({ draft, profile: { closed }, profile }: EditorProps) {
  const past = useFlag();
  const today = isoDay(new Date());
  const change = (next: Profile['closed']) =>
    write(
      draft,
      { field: 'closed' },
      next.toSorted((one, other) => (one.date < other.date ? -1 : 1)),
    );
  const isClosed = (date: string) => closed.some((one) => one.date === date);
  const toggle = (date: string) =>
    change(isClosed(date) ? closed.filter((one) => one.date !== date) : [...closed, { date }]);
  /** An empty value removes the field. */
  const set = (date: string, field: 'from' | 'note', value: Bilingual) =>
    change(
      closed.map((one) => {
        if (one.date !== date) return one;
        const { [field]: _, ...rest } = one;
        return value === '' ? rest : { ...rest, [field]: value };
      }),
    );
  const shown = closed.filter(({ date }) => past.isOn || date >= today);
  const pastCount = closed.filter(({ date }) => date < today).length;
  return (
    <>
      <Card>
        <Calendar isChosen={isClosed} today={today} onToggle={toggle} />
      </Card>
      <HolidayList closed={closed} timezone={profile.timezone} today={today} onChange={change} />
      {shown.length === 0 && <p class="quiet">{t.none}</p>}
      {shown.map(({ date, from = '', note: text }) => (
        <section key={date} class="card stack">
          <div class="row apart">
            <h2>{day(date)}</h2>
            <IconButton icon="trash" onClick={() => toggle(date)} label={t.remove(day(date))} />
          </div>
          <Select
            label={t.closedFor}
            value={from}
            options={[
              ['', t.wholeDay],
              ...halfDays(from).map((time) => [time, t.from(time)] as const),
            ]}
            onChange={(time) => set(date, 'from', time)}
          />
          <TextFields
            profile={profile}
            label={t.note}
            hint={t.noteHint}
            value={text}
            onInput={(value) => set(date, 'note', value)}
          />
        </section>
      ))}
      {pastCount > 0 && (
        <Button
          kind="quiet"
          onClick={past.toggle}
          label={past.isOn ? t.hidePast : t.showPast(pastCount)}
        />
      )}
    </>
  );
}

/** The times from which a half day can be closed, and the current one even if it is none of these. */
function halfDays(from: string): readonly string[] {
  const usual = ['12:00', '12:30', '13:00', '14:00', '15:00', '16:00'];
  return from === '' || usual.includes(from) ? usual : [...usual, from].toSorted();
}

function Calendar(props: {
  readonly isChosen: (date: string) => boolean;
  readonly today: string;
  readonly onToggle: (date: string) => void;
}) {
  const { days, shortDays } = profileWords;
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
  const toggle = (date: string) => {
    active.value = date;
    props.onToggle(date);
  };
  const move = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key];
    if (event.key === ' ' || event.key === 'Enter') toggle(active.value);
    else if (by !== undefined) {
      isMoved.current = true;
      active.value = dayAfter(active.value, by);
    } else return;
    event.preventDefault();
  };
  const title = monthOf(new Date(year, month - 1, 1));
  return (
    <div class="calendar stack tight" ref={box}>
      <div class="row apart">
        <IconButton icon="back" onClick={() => turnMonth(-1)} label={t.previous} />
        <h2 aria-live="polite">{title}</h2>
        <IconButton icon="forward" onClick={() => turnMonth(1)} label={t.next} />
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
                  onClick={() => toggle(date)}
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

/** The public holidays of the coming year, each with a checkbox. */
function HolidayList(props: {
  readonly closed: Profile['closed'];
  readonly timezone: string;
  readonly today: string;
  readonly onChange: (closed: Profile['closed']) => void;
}) {
  const { closed, today } = props;
  const country = useSignal<Country>(countryOf(props.timezone));
  const holidays = holidaysFrom(country.value, today);
  const isTicked = ({ date }: Holiday) => closed.some((one) => one.date === date);
  const missing = holidays.filter((one) => !isTicked(one));
  const add = (added: readonly Holiday[]) =>
    props.onChange([...closed, ...added.map(({ date, name }) => ({ date, note: name }))]);
  const toggle = (one: Holiday) =>
    isTicked(one) ? props.onChange(closed.filter(({ date }) => date !== one.date)) : add([one]);
  return (
    <Card title={t.holidays} lead={t.holidaysLead}>
      <Select label={t.country} value={country} options={t.countries} />
      <div class="holidays">
        {holidays.map((one) => (
          <label key={`${one.date} ${one.name.en}`} class="tick">
            <input type="checkbox" checked={isTicked(one)} onChange={() => toggle(one)} />
            <span class="grow">
              {localized(one.name)} <span class="quiet small">{day(one.date)}</span>
            </span>
            {one.isExpected && <Badge>{t.expected}</Badge>}
          </label>
        ))}
      </div>
      {missing.length > 0 && (
        <div class="row">
          <Button icon="check" onClick={() => add(missing)} label={t.tickAll} />
        </div>
      )}
      <p class="hint">{t.expectedHint}</p>
    </Card>
  );
}
