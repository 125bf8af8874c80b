import { LineList } from '../../../design/parts.tsx';
import type { EditorProps } from '../frame/editor.tsx';
import { TextFields } from '../frame/text-fields.tsx';
import { t } from './words.ts';

const suggestionsMax = 6;

/** Questions that visitors can tap instead of typing. */
export function Suggestions({ profile, set }: EditorProps) {
  return (
    <LineList
      lines={profile.suggestions}
      blank=""
      linesMax={suggestionsMax}
      addLabel={t.addSuggestion}
      removeLabel={t.removeSuggestion}
      onChange={set('suggestions')}
    >
      {(suggestion, at, onInput) => (
        <TextFields
          profile={profile}
          label={t.suggestion(at + 1)}
          value={suggestion}
          onInput={onInput}
        />
      )}
    </LineList>
  );
}
