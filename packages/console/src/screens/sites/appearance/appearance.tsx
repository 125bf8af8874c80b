/** The look of the assistant, with a live preview. */
import type { Profile } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Choice, Field } from '../../../design/fields.tsx';
import { Card } from '../../../design/notes.tsx';
import { language, localized } from '../../../words/language.ts';
import { Suggestions } from '../../information/business/suggestions.tsx';
import { type EditorProps, editorScreen } from '../../information/frame/editor.tsx';
import { SaveBar } from '../../information/frame/save-bar.tsx';
import { ProfileText } from '../../information/frame/text-fields.tsx';
import { fieldLabel } from '../../information/profile/readable.ts';
import { hostedPage } from '../site/site.ts';
import { judgeColour, readColour } from './contrast.ts';
import { t } from './words.ts';
import './appearance.css';

export const Appearance = editorScreen(t, Look);

function Look(about: EditorProps) {
  const { draft, profile, set } = about;
  return (
    <div class="look">
      <div class="stack">
        <Card title={t.lookTitle}>
          <ProfileText {...about} field="name" hint={t.nameHint} />
          <ProfileText {...about} field="greeting" hint={t.greetingHint} lines={2} />
          <ColourField value={profile.colour} onInput={set('colour')} />
          <Choice
            label={t.positionLabel}
            options={t.positions}
            value={profile.position}
            onChange={set('position')}
          />
        </Card>
        <Card title={t.suggestionsTitle} lead={t.suggestionsLead}>
          <Suggestions {...about} />
        </Card>
        <Card title={fieldLabel('privacy')}>
          <ProfileText {...about} field="privacy" hint={t.privacyHint} lines={2} />
        </Card>
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

/** A colour, typed or picked, with a warning when the button would be hard to see. */
function ColourField(props: { readonly value: string; readonly onInput: (value: string) => void }) {
  const verdict = props.value === '' ? 'good' : judgeColour(props.value);
  const picked = readColour(props.value) ?? [10, 125, 90];
  const digits = picked.map((part) => part.toString(16).padStart(2, '0')).join('');
  return (
    <div class="stack tight">
      <div class="line">
        <Field
          label={fieldLabel('colour')}
          hint={t.colourHint}
          value={props.value}
          error={verdict === 'unreadable' ? t.colourUnreadable : undefined}
          onInput={props.onInput}
          isCode
          maxlength={7}
        />
        <input
          type="color"
          class="colour-pick"
          aria-label={t.colourPick}
          value={`#${digits}`}
          onInput={(event) => props.onInput(event.currentTarget.value)}
        />
      </div>
      {(verdict === 'pale' || verdict === 'dark') && (
        <p class="caution-note small" role="status">
          {verdict === 'pale' ? t.colourPale : t.colourDark}
        </p>
      )}
    </div>
  );
}

const delayMs = 350;

/** The real widget on a page of the site service; unsaved values are in the hash, which is not sent to the server. */
function WidgetPreview(props: { readonly site: string; readonly values: Profile }) {
  const state = useSignal<'open' | 'closed'>('open');
  const frame = useRef<HTMLIFrameElement>(null);
  const first = useRef<string>(undefined);
  const shown = useRef<string>(undefined);
  const spoken = language.value;
  const { values } = props;
  const address = `${hostedPage(props.site)}?preview=true&language=${spoken}`;
  const unsaved = JSON.stringify({
    isOpen: state.value === 'open',
    name: localized(values.name),
    greeting: localized(values.greeting),
    colour: values.colour,
    position: values.position,
    suggestions: values.suggestions.map((one) => localized(one)).filter(Boolean),
    privacy: localized(values.privacy),
  });
  const wanted = `${address}#${encodeURIComponent(unsaved)}`;
  first.current ??= wanted;
  shown.current ??= wanted;
  useEffect(() => {
    if (wanted === shown.current) return;
    // `replace` adds no history entry, so Back does not lead to an earlier preview.
    const timer = setTimeout(() => {
      shown.current = wanted;
      frame.current?.contentWindow?.location.replace(wanted);
    }, delayMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  return (
    <div class="stack">
      <Choice label={t.previewShow} options={t.previews} value={state} />
      <iframe ref={frame} class="widget-preview" title={t.previewTitle} src={first.current} />
    </div>
  );
}
