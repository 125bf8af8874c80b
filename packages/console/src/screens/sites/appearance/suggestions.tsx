import type { Bilingual } from '@baraza/contract';
import { Button } from '../../../design/controls/button.tsx';
import { BilingualField } from '../../../design/controls/field.tsx';
import { speak } from '../../../words/language.ts';
import { words } from './words.ts';

const suggestionsMax = 6;

export function Suggestions(props: {
  readonly values: readonly Bilingual[];
  readonly onChange: (values: readonly Bilingual[]) => void;
}) {
  const t = speak(words);
  const { values, onChange } = props;
  return (
    <div class="stack">
      {values.map((value, at) => (
        <div class="suggestion" key={at}>
          <BilingualField
            label={t.suggestion(at + 1)}
            value={value}
            onInput={(pair) => onChange(values.with(at, pair))}
          />
          <Button
            kind="quiet"
            icon="trash"
            isIconOnly
            onClick={() => onChange(values.toSpliced(at, 1))}
          >
            {t.removeSuggestion(at + 1)}
          </Button>
        </div>
      ))}
      {values.length < suggestionsMax && (
        <div>
          <Button icon="plus" onClick={() => onChange([...values, { sw: '', en: '' }])}>
            {t.addSuggestion}
          </Button>
        </div>
      )}
    </div>
  );
}
