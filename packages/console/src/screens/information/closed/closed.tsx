import type { Bilingual, Profile } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import type { ScreenProps } from '../../../app/router.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { day } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import { InformationFrame, type PartProps } from '../frame/frame.tsx';
import { TextFields } from '../frame/text-fields.tsx';
import { write } from '../profile/draft.ts';
import { Calendar } from './calendar.tsx';
import { isoDay } from './month.ts';
import { words } from './words.ts';
import './closed.css';

export function Closed({ params }: ScreenProps) {
  return (
    <InformationFrame site={params.site ?? ''} part="closed">
      {(about) => <ClosedDays {...about} />}
    </InformationFrame>
  );
}

type ClosedDay = Profile['closed'][number];

function ClosedDays({ draft, profile }: PartProps) {
  const t = speak(words);
  const { closed } = profile;
  const isShowingPast = useSignal(false);
  const today = isoDay(new Date());
  const change = (next: readonly ClosedDay[]) =>
    write(
      draft,
      { field: 'closed' },
      next.toSorted((one, other) => (one.date < other.date ? -1 : 1)),
    );
  const turn = (date: string) =>
    change(
      closed.some((one) => one.date === date)
        ? closed.filter((one) => one.date !== date)
        : [...closed, { date }],
    );
  const past = closed.filter(({ date }) => date < today);
  const shown = isShowingPast.value ? closed : closed.filter(({ date }) => date >= today);
  const note = (date: string, text: Bilingual) =>
    change(
      closed.map((one) =>
        one.date === date ? (text === '' ? { date } : { ...one, note: text }) : one,
      ),
    );
  return (
    <>
      <Card>
        <Calendar chosen={new Set(closed.map(({ date }) => date))} today={today} onTurn={turn} />
      </Card>
      {shown.length === 0 ? (
        <p class="quiet">{t.none}</p>
      ) : (
        <ul class="closed-list">
          {shown.map(({ date, note: text }) => (
            <li key={date} class="card">
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
            </li>
          ))}
        </ul>
      )}
      {past.length > 0 && (
        <div>
          <Button
            kind="quiet"
            onClick={() => {
              isShowingPast.value = !isShowingPast.value;
            }}
          >
            {isShowingPast.value ? t.hidePast : t.showPast(past.length)}
          </Button>
        </div>
      )}
    </>
  );
}
