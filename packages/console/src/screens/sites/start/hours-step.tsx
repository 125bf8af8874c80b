import { weekdays } from '@baraza/contract/plain';
import { useSignal } from '@preact/signals';
import { call } from '../../../api/call.ts';
import { Choices } from '../../../design/controls/choices.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { speak } from '../../../words/language.ts';
import { Step, type StepProps } from './step.tsx';
import { words } from './words.ts';

export function HoursStep(props: StepProps) {
  const said = speak(words);
  const [known] = props.profile.hours;
  const days = useSignal<readonly (typeof weekdays)[number][]>(known?.days ?? weekdays.slice(0, 6));
  const open = useSignal(known?.open ?? '08:00');
  const close = useSignal(known?.close ?? '18:00');
  // Other times of other days that are there already stay.
  const others = props.profile.hours.slice(1);
  const save = async () => {
    const first = { days: days.value, open: open.value, close: close.value };
    const hours = [...(days.value.length > 0 ? [first] : []), ...others];
    await call('PATCH', `${props.path}/profile`, { body: { hours } });
    return true;
  };
  return (
    <Step {...props} title={said.hoursTitle} save={save}>
      <Choices
        label={said.daysLabel}
        options={weekdays.map((day) => ({ value: day, label: said.days[day] }))}
        chosen={days.value}
        onChange={(chosen) => {
          days.value = chosen;
        }}
      />
      <div class="start-times">
        <Field
          label={said.openLabel}
          type="time"
          value={open.value}
          onInput={(value) => {
            open.value = value;
          }}
        />
        <Field
          label={said.closeLabel}
          type="time"
          value={close.value}
          onInput={(value) => {
            close.value = value;
          }}
        />
      </div>
    </Step>
  );
}
