import { type Weekday, weekdays } from '@baraza/contract/plain';
import { useSignal } from '@preact/signals';
import type { ScreenProps } from '../../../app/router.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Choices } from '../../../design/controls/choices.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { language, speak } from '../../../words/language.ts';
import { InformationFrame, type PartProps } from '../frame/frame.tsx';
import { write } from '../profile/draft.ts';
import type { Clock } from './clock.ts';
import { DayTimes } from './day-times.tsx';
import { hoursOf, type Span, type Week, weekOf } from './week.ts';
import { WeekGrid } from './week-grid.tsx';
import { words } from './words.ts';
import './hours.css';

export function Hours({ params }: ScreenProps) {
  return (
    <InformationFrame site={params.site ?? ''} part="hours">
      {(about) => <WeekHours {...about} />}
    </InformationFrame>
  );
}

function WeekHours({ draft, profile }: PartProps) {
  const t = speak(words);
  const clock = useSignal<Clock>(language.peek() === 'sw' ? 'swahili' : 'day');
  const week = weekOf(profile.hours);
  const change = (next: Week) => write(draft, { field: 'hours' }, hoursOf(next));
  const changeDays = (days: readonly Weekday[], spans: readonly Span[]) =>
    change({ ...week, ...Object.fromEntries(days.map((day) => [day, spans])) });
  const isEmpty = profile.hours.length === 0;
  return (
    <>
      <Card>
        <Choices
          label={t.clock}
          isSingle
          options={[
            { value: 'day', label: t.dayClock },
            { value: 'swahili', label: t.swahiliClock },
          ]}
          chosen={[clock.value]}
          onChange={([chosen]) => {
            if (chosen !== undefined) clock.value = chosen;
          }}
        />
        {isEmpty && (
          <div class="row">
            <Button onClick={() => changeDays(weekdays.slice(0, 6), [{ open: 480, close: 1_080 }])}>
              {t.usual}
            </Button>
          </div>
        )}
        <WeekGrid week={week} clock={clock.value} onChange={change} />
        <p class="quiet small">{t.gridHint}</p>
      </Card>
      <Card title={t.exact}>
        <ul class="day-list">
          {weekdays.map((day) => (
            <DayTimes
              key={day}
              day={day}
              spans={week[day]}
              clock={clock.value}
              onChange={(spans) => changeDays([day], spans)}
              onCopy={(days) => changeDays(days, week[day])}
            />
          ))}
        </ul>
      </Card>
    </>
  );
}
