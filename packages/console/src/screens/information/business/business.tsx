import { Field } from '../../../design/fields.tsx';
import { Card } from '../../../design/notes.tsx';
import type { EditorProps } from '../frame/editor.tsx';
import { informationScreen } from '../frame/frame.tsx';
import { TextFields } from '../frame/text-fields.tsx';
import { write } from '../profile/draft.ts';
import { fieldLabel } from '../profile/readable.ts';
import { Suggestions } from './suggestions.tsx';
import { words } from './words.ts';

export const Business = informationScreen('business', BusinessFields);

function BusinessFields(about: EditorProps) {
  const t = words();
  const { draft, profile } = about;
  const text = (field: 'business' | 'about' | 'address' | 'greeting', lines = 1) => (
    <TextFields
      profile={profile}
      label={fieldLabel(field)}
      hint={t.hints[field]}
      lines={lines}
      value={profile[field]}
      onInput={(value) => write(draft, { field }, value)}
    />
  );
  const plain = (field: 'phone' | 'whatsapp' | 'email', type: 'tel' | 'email') => (
    <Field
      label={fieldLabel(field)}
      hint={t.hints[field]}
      type={type}
      value={profile[field].replace('https://wa.me/', '+')}
      onInput={(value) => write(draft, { field }, value)}
      more={{ autocomplete: type }}
    />
  );
  return (
    <>
      <Card title={t.who}>
        {text('business')}
        {text('about', 4)}
      </Card>
      <Card title={t.where}>
        {text('address', 2)}
        {plain('phone', 'tel')}
        {plain('whatsapp', 'tel')}
        {plain('email', 'email')}
      </Card>
      <Card title={t.first} lead={t.firstLead}>
        {text('greeting', 2)}
        <Suggestions {...about} />
      </Card>
    </>
  );
}
