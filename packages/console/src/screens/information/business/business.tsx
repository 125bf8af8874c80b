import { Field, Select } from '../../../design/fields.tsx';
import { Card } from '../../../design/notes.tsx';
import type { EditorProps } from '../frame/editor.tsx';
import { informationScreen } from '../frame/frame.tsx';
import { ProfileText } from '../frame/text-fields.tsx';
import { fieldLabel } from '../profile/readable.ts';
import { refusalAt } from '../profile/refusal.ts';
import { Suggestions } from './suggestions.tsx';
import { t } from './words.ts';

export const Business = informationScreen('business', BusinessFields);

function BusinessFields(about: EditorProps) {
  const { profile, set } = about;
  const hints: Readonly<Record<string, string>> = t.hints;
  const plain = (field: 'phone' | 'whatsapp' | 'email', type: 'tel' | 'email') => (
    <Field
      label={fieldLabel(field)}
      hint={hints[field]}
      type={type}
      error={refusalAt(undefined, field)}
      value={profile[field].replace('https://wa.me/', '+')}
      onInput={set(field)}
      autocomplete={type}
    />
  );
  return (
    <>
      <Card title={t.who}>
        <ProfileText {...about} field="business" />
        <ProfileText {...about} field="about" hint={t.hints.about} lines={4} />
      </Card>
      <Card title={t.where}>
        <ProfileText {...about} field="address" hint={t.hints.address} lines={2} />
        <Select
          label={fieldLabel('timezone')}
          hint={t.hints.timezone}
          value={profile.timezone}
          options={timezonesWith(profile.timezone)}
          onChange={set('timezone')}
        />
        {plain('phone', 'tel')}
        {plain('whatsapp', 'tel')}
        {plain('email', 'email')}
      </Card>
      <Card title={t.first} lead={t.firstLead}>
        <ProfileText {...about} field="greeting" lines={2} />
        <Suggestions {...about} />
      </Card>
    </>
  );
}

// As the browser names them; the server may know another name of the same one.
function timezonesWith(current: string): readonly (readonly [string, string])[] {
  const all = new Set([current, ...Intl.supportedValuesOf('timeZone')]);
  return [...all].toSorted().map((zone) => [zone, zone.replaceAll('_', ' ')]);
}
