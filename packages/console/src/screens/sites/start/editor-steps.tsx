import type { ProfilePrice } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { language, speak } from '../../../words/language.ts';
import { ClockChoice, DayList } from '../../information/hours/day-list.tsx';
import { type Clock, hoursOf, usualHours, weekOf } from '../../information/hours/week.ts';
import { PriceEditor } from '../../information/prices/prices.tsx';
import { write } from '../../information/profile/draft.ts';
import { isEmptyText } from '../../information/profile/profile.ts';
import { Step, type StepProps } from './step.tsx';
import { words } from './words.ts';

export function HoursStep(props: StepProps) {
  const t = speak(words);
  const { draft, profile } = props;
  const clock = useSignal<Clock>(language.peek() === 'sw' ? 'swahili' : 'day');
  const hours = profile.hours.length === 0 ? usualHours : profile.hours;
  const change = (next: typeof hours) => write(draft, { field: 'hours' }, next);
  const complete = () => {
    change(hours);
    return true;
  };
  return (
    <Step {...props} title={t.hoursTitle} isEditor complete={complete}>
      <ClockChoice clock={clock} />
      <DayList
        week={weekOf(hours)}
        clock={clock.value}
        onChange={(week) => change(hoursOf(week))}
      />
    </Step>
  );
}

export function PricesStep(props: StepProps) {
  const t = speak(words);
  const { draft, profile } = props;
  const isIncomplete = useSignal(false);
  const complete = () => {
    const blanks = (price: ProfilePrice) =>
      [price.item, String(price.price)].filter(isEmptyText).length;
    isIncomplete.value = profile.prices.some((price) => blanks(price) === 1);
    for (const price of profile.prices)
      if (blanks(price) === 2) write(draft, { list: 'prices', id: price.id }, undefined);
    return !isIncomplete.value;
  };
  return (
    <Step {...props} title={t.pricesTitle} lead={t.pricesLead} isEditor complete={complete}>
      <PriceEditor {...props} />
      {isIncomplete.value && (
        <p class="complaint" role="alert">
          {t.priceNeeded}
        </p>
      )}
    </Step>
  );
}
