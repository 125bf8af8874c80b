import { Field } from '../../../design/controls/field.tsx';
import { speak } from '../../../words/language.ts';
import { judgeColour, readColour } from './contrast.ts';
import { words } from './words.ts';

/** Written or picked; how it will stand out is said while it is chosen. */
export function ColourField(props: {
  readonly value: string;
  readonly onInput: (value: string) => void;
}) {
  const t = speak(words);
  const verdict = props.value === '' ? 'good' : judgeColour(props.value);
  const warning = {
    good: undefined,
    pale: t.colourPale,
    dark: t.colourDark,
    unreadable: undefined,
  };
  const picked = readColour(props.value) ?? [10, 125, 90];
  const digits = picked.map((part) => part.toString(16).padStart(2, '0')).join('');
  return (
    <div class="stack tight">
      <div class="colour">
        <Field
          label={t.colourLabel}
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
      {warning[verdict] !== undefined && (
        <p class="colour-warning small" role="status">
          {warning[verdict]}
        </p>
      )}
    </div>
  );
}
