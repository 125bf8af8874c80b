import { weekdays } from '@baraza/contract/plain';
import { useSignal } from '@preact/signals';
import { call } from '../../../api/call.ts';
import { Choices } from '../../../design/controls/choices.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { Switch } from '../../../design/controls/switch.tsx';
import { speak } from '../../../words/language.ts';
import { Step, type StepProps } from './step.tsx';
import { words } from './words.ts';

type Day = (typeof weekdays)[number];
type Times = { readonly open: string; readonly close: string };

const weekend = ['sat', 'sun'] as const;

export function HoursStep(props: StepProps) {
  const t = speak(words);
  const { hours } = props.profile;
  const [known] = hours;
  const isOwn = ({ days: [only, ...more] }: (typeof hours)[number], day: Day) =>
    only === day && more.length === 0;
  const ownOf = (day: Day) => hours.slice(1).find((one) => isOwn(one, day));
  const special = useSignal<Readonly<Partial<Record<Day, Times>>>>(
    Object.fromEntries(
      weekend.flatMap((day) => {
        const own = ownOf(day);
        return own === undefined ? [] : [[day, { open: own.open, close: own.close }]];
      }),
    ),
  );
  const days = useSignal<readonly Day[]>(
    known === undefined
      ? weekdays.slice(0, 6)
      : weekdays.filter((day) => known.days.includes(day) || special.peek()[day] !== undefined),
  );
  const times = useSignal<Times>({ open: known?.open ?? '08:00', close: known?.close ?? '18:00' });
  // Other times of other days that are there already stay.
  const others = hours.slice(1).filter((one) => !weekend.some((day) => ownOf(day) === one));
  const save = async () => {
    const own = weekend.flatMap((day) => {
      const at = special.value[day];
      return at === undefined || !days.value.includes(day) ? [] : [{ days: [day], ...at }];
    });
    const usual = days.value.filter((day) => !own.some((one) => one.days[0] === day));
    const first = usual.length === 0 ? [] : [{ days: usual, ...times.value }];
    await call('PATCH', `${props.path}/profile`, {
      body: { hours: [...first, ...own, ...others] },
    });
    return true;
  };
  return (
    <Step {...props} title={t.hoursTitle} save={save}>
      <Choices
        label={t.daysLabel}
        options={weekdays.map((day) => ({ value: day, label: t.days[day] }))}
        chosen={days.value}
        onChange={(chosen) => {
          days.value = chosen;
        }}
      />
      <TimesFields
        value={times.value}
        onChange={(value) => {
          times.value = value;
        }}
      />
      {weekend
        .filter((day) => days.value.includes(day))
        .map((day) => {
          const own = special.value[day];
          const write = (value: Times | undefined) => {
            const { [day]: _, ...rest } = special.value;
            special.value = value === undefined ? rest : { ...rest, [day]: value };
          };
          return (
            <div key={day} class="stack tight">
              <Switch
                label={t.otherTimes[day]}
                isOn={own !== undefined}
                onChange={(isOn) => write(isOn ? times.peek() : undefined)}
              />
              {own !== undefined && <TimesFields value={own} onChange={write} />}
            </div>
          );
        })}
    </Step>
  );
}

function TimesFields(props: { readonly value: Times; readonly onChange: (value: Times) => void }) {
  const t = speak(words);
  const { value, onChange } = props;
  return (
    <div class="start-times">
      <Field
        label={t.openLabel}
        type="time"
        value={value.open}
        onInput={(open) => onChange({ ...value, open })}
      />
      <Field
        label={t.closeLabel}
        type="time"
        value={value.close}
        onInput={(close) => onChange({ ...value, close })}
      />
    </div>
  );
}
