import type { Bilingual, Profile } from '@baraza/contract';
import { useFlag } from '../../../design/base/flag.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { day } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import type { EditorProps } from '../frame/editor.tsx';
import { informationScreen } from '../frame/frame.tsx';
import { TextFields } from '../frame/text-fields.tsx';
import { write } from '../profile/draft.ts';
import { Calendar } from './calendar.tsx';
import { isoDay } from './month.ts';
import { words } from './words.ts';
import './closed.css';

export const Closed = informationScreen('closed', ClosedDays);

function ClosedDays({ draft, profile: { closed }, profile }: EditorProps) {
  const t = speak(words);
  const past = useFlag();
  const today = isoDay(new Date());
  const change = (next: Profile['closed']) =>
    write(
      draft,
      { field: 'closed' },
      next.toSorted((one, other) => (one.date < other.date ? -1 : 1)),
    );
  const isClosed = (date: string) => closed.some((one) => one.date === date);
  const turn = (date: string) =>
    change(isClosed(date) ? closed.filter((one) => one.date !== date) : [...closed, { date }]);
  const note = (date: string, text: Bilingual) =>
    change(
      closed.map((one) =>
        one.date === date ? (text === '' ? { date } : { ...one, note: text }) : one,
      ),
    );
  const shown = closed.filter(({ date }) => past.isOn || date >= today);
  const pastCount = closed.filter(({ date }) => date < today).length;
  return (
    <>
      <Card>
        <Calendar isChosen={isClosed} today={today} onTurn={turn} />
      </Card>
      {shown.length === 0 && <p class="quiet">{t.none}</p>}
      {shown.map(({ date, note: text }) => (
        <section key={date} class="card">
          <div class="row apart">
            <h2>{day(date)}</h2>
            <Button kind="quiet" icon="trash" isIconOnly onClick={() => turn(date)}>
              {t.remove(day(date))}
            </Button>
          </div>
          <TextFields
            profile={profile}
            label={t.note}
            hint={t.noteHint}
            value={text}
            onInput={(value) => note(date, value)}
          />
        </section>
      ))}
      {pastCount > 0 && (
        <div>
          <Button kind="quiet" onClick={past.toggle}>
            {past.isOn ? t.hidePast : t.showPast(pastCount)}
          </Button>
        </div>
      )}
    </>
  );
}
