/** The fields of one line of what was found. */
import type { Bilingual, ProfileHours } from '@baraza/contract';
import { Button } from '../../../design/buttons.tsx';
import { Field } from '../../../design/fields.tsx';
import { language, localized } from '../../../words/language.ts';
import { fieldLabel } from '../profile/readable.ts';
import type { Proposal } from './chosen.ts';
import type { Reading } from './reading.ts';
import { t } from './words.ts';

const editable =
  'business about phone whatsapp email address item question title price currency unit answer text note'.split(
    ' ',
  );
const long = ['answer', 'text', 'about'];

export function LineForm(props: {
  readonly proposal: Proposal;
  readonly reading: Reading;
  readonly onDone: () => void;
}) {
  const { proposal, reading, onDone } = props;
  const entry = proposal.entry as Readonly<Record<string, unknown>>;
  const write = (part: object) => {
    const next = { ...proposal, entry: { ...entry, ...part } } as Proposal;
    reading.edited.value = new Map([...reading.edited.value, [proposal.id, next]]);
  };
  return (
    <div class="stack proposal-form">
      {proposal.list === 'hours' ? (
        <HoursFields hours={proposal.entry} onWrite={write} />
      ) : (
        editable
          .filter((name) => entry[name] !== undefined)
          .map((name) => (
            <Field
              key={name}
              label={fieldLabel(name)}
              lines={long.includes(name) ? 4 : 1}
              value={textOf(entry[name])}
              onInput={(text) => write({ [name]: editedValue(name, entry[name], text) })}
            />
          ))
      )}
      <div>
        <Button icon="check" onClick={onDone} label={t.ready} />
      </div>
    </div>
  );
}

function HoursFields(props: {
  readonly hours: Pick<ProfileHours, 'open' | 'close'>;
  readonly onWrite: (part: object) => void;
}) {
  const { open, close } = props.hours;
  const write = (hours: typeof props.hours) => {
    if (hours.open === '' || hours.close === '') return;
    // Hours that end before they begin end on the next day.
    props.onWrite({ ...hours, nextDay: hours.close <= hours.open ? true : undefined });
  };
  return (
    <div class="row">
      <Field
        label={t.opens}
        type="time"
        value={open}
        onInput={(typed) => write({ open: typed, close })}
      />
      <Field
        label={t.closes}
        type="time"
        value={close}
        onInput={(typed) => write({ open, close: typed })}
      />
    </div>
  );
}

export function textOf(value: unknown): string {
  return typeof value === 'number' ? String(value) : localized(value as Bilingual | undefined);
}

function editedValue(name: string, before: unknown, text: string): unknown {
  if (name === 'price') return /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  return typeof before === 'object' ? { ...before, [language.value]: text } : text;
}
