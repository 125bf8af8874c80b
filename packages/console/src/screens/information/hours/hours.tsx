import { useSignal } from '@preact/signals';
import { Button } from '../../../design/controls/button.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { language, speak } from '../../../words/language.ts';
import type { EditorProps } from '../frame/editor.tsx';
import { informationScreen } from '../frame/frame.tsx';
import { write } from '../profile/draft.ts';
import { ClockChoice, DayList } from './day-list.tsx';
import { type Clock, hoursOf, usualHours, type Week, weekOf } from './week.ts';
import { WeekGrid } from './week-grid.tsx';
import { words } from './words.ts';

export const Hours = informationScreen('hours', WeekHours);

function WeekHours({ draft, profile }: EditorProps) {
  const t = speak(words);
  const clock = useSignal<Clock>(language.peek() === 'sw' ? 'swahili' : 'day');
  const week = weekOf(profile.hours);
  const change = (next: Week) => write(draft, { field: 'hours' }, hoursOf(next));
  return (
    <>
      <Card>
        <ClockChoice clock={clock} />
        {profile.hours.length === 0 && (
          <div class="row">
            <Button onClick={() => change(weekOf(usualHours))}>{t.usual}</Button>
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
