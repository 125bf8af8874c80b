/** How the assistant looks, beside the assistant itself. */
import type { Profile } from '@baraza/contract';
import { Choices } from '../../../design/controls/choices.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { speak } from '../../../words/language.ts';
import { Suggestions } from '../../information/business/suggestions.tsx';
import { type EditorProps, editorScreen } from '../../information/frame/editor.tsx';
import { SaveBar } from '../../information/frame/save-bar.tsx';
import { TextFields } from '../../information/frame/text-fields.tsx';
import { write } from '../../information/profile/draft.ts';
import { fieldLabel } from '../../information/profile/readable.ts';
import { ColourField } from './colour-field.tsx';
import { WidgetPreview } from './widget-preview.tsx';
import { words } from './words.ts';
import './appearance.css';

export const Appearance = editorScreen(words, Look);

function Look(about: EditorProps) {
  const t = speak(words);
  const { draft, profile } = about;
  const change = (field: keyof Profile & string) => (value: unknown) =>
    write(draft, { field }, value);
  const text = (field: 'name' | 'greeting' | 'privacy', hint: string, lines = 1) => (
    <TextFields
      profile={profile}
      label={fieldLabel(field)}
      hint={hint}
      lines={lines}
      value={profile[field]}
      onInput={change(field)}
    />
  );
  return (
    <div class="look">
      <div class="stack">
        <Card title={t.lookTitle}>
          {text('name', t.nameHint)}
          {text('greeting', t.greetingHint, 2)}
          <ColourField value={profile.colour} onInput={change('colour')} />
          <Choices
            label={t.positionLabel}
            isSingle
            chosen={[profile.position]}
            options={[
              { value: 'left', label: t.left },
              { value: 'right', label: t.right },
            ]}
            onChange={([position = 'right']) => change('position')(position)}
          />
        </Card>
        <Card title={t.suggestionsTitle} lead={t.suggestionsLead}>
          <Suggestions {...about} />
        </Card>
        <Card title={fieldLabel('privacy')}>{text('privacy', t.privacyHint, 2)}</Card>
        <SaveBar draft={draft} />
      </div>
      <aside class="look-preview">
        <Card title={t.previewTitle} lead={t.previewLead}>
          <WidgetPreview site={draft.site} values={profile} />
        </Card>
      </aside>
    </div>
  );
}
