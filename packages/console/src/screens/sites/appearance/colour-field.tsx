import { Field } from '../../../design/controls/field.tsx';
import { speak } from '../../../words/language.ts';
import { fieldLabel } from '../../information/profile/readable.ts';
import { judgeColour, readColour } from './contrast.ts';
import { words } from './words.ts';
import '../../../design/parts/parts.css';

/** A colour, typed or picked, with a warning when the button would be hard to see. */
export function ColourField(props: {
  readonly value: string;
  readonly onInput: (value: string) => void;
}) {
  const t = speak(words);
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
          more={{ spellcheck: false, autocomplete: 'off', maxlength: 7 }}
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
        <p class="care-note small" role="status">
          {verdict === 'pale' ? t.colourPale : t.colourDark}
        </p>
      )}
    </div>
  );
}
