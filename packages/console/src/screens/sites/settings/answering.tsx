import type { KnownProfile } from '@baraza/contract';
import { Choices } from '../../../design/controls/choices.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { Select } from '../../../design/controls/select.tsx';
import { Switch } from '../../../design/controls/switch.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { speak } from '../../../words/language.ts';
import type { ProfileForm } from '../site/profile-form.ts';
import { words } from './words.ts';

export function Speaking({ form }: { readonly form: ProfileForm }) {
  const t = speak(words);
  const { languages, voice, feedback } = form.values.value;
  const [main = 'sw'] = languages;
  const options = [
    { value: 'sw', label: t.swahili },
    { value: 'en', label: t.english },
  ] as const;
  return (
    <Card title={t.speakTitle}>
      <Choices
        label={t.languagesLabel}
        options={options}
        chosen={languages}
        onChange={(chosen) => {
          if (chosen.length > 0) form.change({ languages: mainFirst(chosen, main) });
        }}
      />
      {languages.length > 1 && (
        <Choices
          label={t.mainLabel}
          isSingle
          options={options}
          chosen={[main]}
          onChange={([first = main]) => form.change({ languages: mainFirst(languages, first) })}
        />
      )}
      <Switch
        label={t.voice}
        hint={t.voiceHint}
        isOn={voice}
        onChange={(isOn) => form.change({ voice: isOn })}
      />
      <Switch
        label={t.feedback}
        isOn={feedback}
        onChange={(isOn) => form.change({ feedback: isOn })}
      />
    </Card>
  );
}

export function Answering({ form }: { readonly form: ProfileForm }) {
  const t = speak(words);
  const values = form.values.value;
  return (
    <Card title={t.answersTitle}>
      <Select
        label={t.strictnessLabel}
        hint={t.strictnessHint}
        value={values.strictness}
        options={(['low', 'normal', 'high'] as const).map((value) => ({
          value,
          label: t[value],
        }))}
        onChange={(strictness) => form.change({ strictness })}
      />
      <Select
        label={t.sourcesLabel}
        value={values.sources}
        options={[
          { value: 'full', label: t.sourcesFull },
          { value: 'titles', label: t.sourcesTitles },
          { value: 'none', label: t.sourcesNone },
        ]}
        onChange={(sources) => form.change({ sources })}
      />
      <Field
        label={t.retentionLabel}
        hint={t.retentionHint}
        type="number"
        value={String(values.retention_days)}
        onInput={(text) => form.change({ retention_days: text === '' ? 0 : Number(text) })}
        more={{ min: 1, inputmode: 'numeric' }}
      />
      <Switch
        label={t.apps}
        hint={t.appsHint}
        isOn={values.allow_apps}
        onChange={(isOn) => form.change({ allow_apps: isOn })}
      />
    </Card>
  );
}

function mainFirst(
  languages: KnownProfile['languages'],
  main: 'sw' | 'en',
): KnownProfile['languages'] {
  return languages.toSorted((one, other) => Number(other === main) - Number(one === main));
}
