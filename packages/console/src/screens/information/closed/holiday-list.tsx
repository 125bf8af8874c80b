/** The public holidays of the coming year, to tick. */
import type { Profile } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { Button } from '../../../design/buttons.tsx';
import { Select } from '../../../design/fields.tsx';
import { Badge, Card } from '../../../design/notes.tsx';
import { day } from '../../../words/figures.ts';
import { localized } from '../../../words/language.ts';
import { type Country, countryOf, type Holiday, holidaysFrom } from './holidays.ts';
import { t } from './words.ts';

export function HolidayList(props: {
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
  const turn = (one: Holiday) =>
    isTicked(one) ? props.onChange(closed.filter(({ date }) => date !== one.date)) : add([one]);
  return (
    <Card title={t.holidays} lead={t.holidaysLead}>
      <Select
        label={t.country}
        value={country.value}
        options={(['KE', 'TZ', 'UG', 'RW'] as const).map((one) => [one, t.countries[one]])}
        onChange={(chosen) => {
          country.value = chosen;
        }}
      />
      <div class="holidays">
        {holidays.map((one) => (
          <label key={`${one.date} ${one.name.en}`}>
            <input type="checkbox" checked={isTicked(one)} onChange={() => turn(one)} />
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
