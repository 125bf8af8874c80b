/** A time on the 24-hour clock, as every browser shows it alike: the browser's own field follows its own language. */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { Field } from '../../../design/fields.tsx';
import { unread } from '../profile/refusal.ts';
import { minutesIn, timeOf } from './week.ts';
import { t } from './words.ts';

export function ClockField(props: {
  readonly label: string;
  readonly minutes: number;
  readonly onChange: (minutes: number) => void;
}) {
  /** What is being typed; undefined if it is the time that is set. */
  const typed = useSignal<string>();
  const isWrong = useSignal(false);
  const self = useMemo(() => ({}), []);
  const judge = (isTime: boolean) => {
    isWrong.value = !isTime;
    if (isTime) unread.delete(self);
    else unread.set(self, 'hours must be a time like 08:00.');
  };
  useEffect(() => () => void unread.delete(self), []);
  const take = (text: string) => {
    typed.value = text;
    judge(true);
    const minutes = wholeTime.test(text.trim()) ? minutesIn(text) : undefined;
    if (minutes !== undefined) props.onChange(minutes);
  };
  const finish = () => {
    if (typed.value === undefined) return;
    const minutes = minutesIn(typed.value);
    judge(minutes !== undefined);
    if (minutes === undefined) return;
    typed.value = undefined;
    props.onChange(minutes);
  };
  return (
    <Field
      label={props.label}
      value={typed.value ?? timeOf(props.minutes)}
      onInput={take}
      onBlur={finish}
      error={isWrong.value ? t.timeWrong : undefined}
      inputmode="numeric"
      autocomplete="off"
      maxlength={7}
    />
  );
}

const wholeTime = /^\d{1,2}[:.]\d\d$|^\d{4}$/;
