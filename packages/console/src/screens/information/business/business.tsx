import type { Bilingual } from '@baraza/contract';
import type { ScreenProps } from '../../../app/router.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { speak } from '../../../words/language.ts';
import { InformationFrame, type PartProps } from '../frame/frame.tsx';
import { TextFields } from '../frame/text-fields.tsx';
import { write } from '../profile/draft.ts';
import { fieldLabel } from '../profile/readable.ts';
import { words } from './words.ts';
import './business.css';

export function Business({ params }: ScreenProps) {
  return (
    <InformationFrame site={params.site ?? ''} part="business">
      {(about) => <BusinessFields {...about} />}
    </InformationFrame>
  );
}

function BusinessFields({ draft, profile }: PartProps) {
  const t = speak(words);
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
        <Suggestions draft={draft} profile={profile} />
      </Card>
    </>
  );
}

const suggestionsMax = 4;

function Suggestions({ draft, profile }: PartProps) {
  const t = speak(words);
  const { suggestions } = profile;
  const change = (next: readonly Bilingual[]) => write(draft, { field: 'suggestions' }, next);
  return (
    <div class="stack">
      {suggestions.map((suggestion, at) => (
        <div key={at} class="suggestion">
          <div class="grow">
            <TextFields
              profile={profile}
              label={t.suggestion(at + 1)}
              value={suggestion}
              onInput={(value) => change(suggestions.with(at, value))}
            />
          </div>
          <Button
            kind="quiet"
            icon="trash"
            isIconOnly
            onClick={() => change(suggestions.filter((_, one) => one !== at))}
          >
            {t.removeSuggestion(at + 1)}
          </Button>
        </div>
      ))}
      {suggestions.length < suggestionsMax && (
        <div>
          <Button icon="plus" onClick={() => change([...suggestions, ''])}>
            {t.addSuggestion}
          </Button>
        </div>
      )}
    </div>
  );
}
