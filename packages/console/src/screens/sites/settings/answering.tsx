import type { KnownProfile, Language } from '@baraza/contract';
import { Choices } from '../../../design/controls/choices.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { Select } from '../../../design/controls/select.tsx';
import { Switch } from '../../../design/controls/switch.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { speak } from '../../../words/language.ts';
import type { EditorProps } from '../../information/frame/editor.tsx';
import { type Draft, mainLanguage, write } from '../../information/profile/draft.ts';
import { words as profileWords } from '../../information/profile/words.ts';
import { words } from './words.ts';

export function Speaking({ draft, profile }: EditorProps) {
  const t = speak(words);
  const { languages, voice, feedback } = profile;
  const main = mainLanguage(profile);
  const options = (['sw', 'en'] as const).map((value) => ({
    value,
    label: speak(profileWords)[value],
  }));
  const change = (chosen: readonly Language[], first: Language) =>
    changeField(
      draft,
      'languages',
    )(chosen.toSorted((one, other) => Number(other === first) - Number(one === first)));
  return (
    <Card title={t.speakTitle}>
      <Choices
        label={t.languagesLabel}
        options={options}
        chosen={languages}
        onChange={(chosen) => chosen.length > 0 && change(chosen, main)}
      />
      {languages.length > 1 && (
        <Choices
          label={t.mainLabel}
          isSingle
          options={options}
          chosen={[main]}
          onChange={([first = main]) => change(languages, first)}
        />
      )}
      <Switch
        label={t.voice}
        hint={t.voiceHint}
        isOn={voice}
        onChange={changeField(draft, 'voice')}
      />
      <Switch label={t.feedback} isOn={feedback} onChange={changeField(draft, 'feedback')} />
    </Card>
  );
}

export function Answering({ draft, profile }: EditorProps) {
  const t = speak(words);
  return (
    <Card title={t.answersTitle}>
      <Select
        label={t.strictnessLabel}
        hint={t.strictnessHint}
        value={profile.strictness}
        options={(['low', 'normal', 'high'] as const).map((value) => ({ value, label: t[value] }))}
        onChange={changeField(draft, 'strictness')}
      />
      <Select
        label={t.sourcesLabel}
        value={profile.sources}
        options={[
          { value: 'full', label: t.sourcesFull },
          { value: 'titles', label: t.sourcesTitles },
          { value: 'none', label: t.sourcesNone },
        ]}
        onChange={changeField(draft, 'sources')}
      />
      <Field
        label={t.retentionLabel}
        hint={t.retentionHint}
        type="number"
        value={String(profile.retention_days)}
        onInput={(text) => changeField(draft, 'retention_days')(text === '' ? 0 : Number(text))}
        more={{ min: 1, inputmode: 'numeric' }}
      />
      <Switch
        label={t.apps}
        hint={t.appsHint}
        isOn={profile.allow_apps}
        onChange={changeField(draft, 'allow_apps')}
      />
    </Card>
  );
}

function changeField<Field extends keyof KnownProfile>(draft: Draft, field: Field) {
  return (value: KnownProfile[Field]) => write(draft, { field }, value);
}
