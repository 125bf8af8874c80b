/** Changes by entry and field, with the words that were added and removed. */
import type { Profile } from '@baraza/contract';
import { Badge } from '../../../design/notes/badge.tsx';
import { speak } from '../../../words/language.ts';
import { type Change, type Entry, isSame, spotKey } from '../profile/profile.ts';
import { fieldLabel, linesOf, spotLabel } from '../profile/readable.ts';
import { wordDifference } from '../profile/word-difference.ts';
import { words } from './words.ts';

const shownMax = 60;

export function Difference(props: {
  readonly changes: readonly Change[];
  readonly before: Profile;
  readonly after: Profile;
}) {
  const t = speak(words);
  const { changes } = props;
  if (changes.length === 0) return <p class="quiet">{t.nothing}</p>;
  return (
    <ul class="difference ruled-list">
      {changes.slice(0, shownMax).map((change) => (
        <li key={spotKey(change.spot)} class="stack tight">
          <span class="row">
            <b>{spotLabel(change.spot, props.after, props.before)}</b>
            {change.before === undefined && <Badge kind="good">{t.new}</Badge>}
            {change.after === undefined && <Badge kind="alarm">{t.gone}</Badge>}
          </span>
          {partsOf(change).map(({ label, before, after }) => (
            <div key={label}>
              {label !== '' && <span class="quiet small">{label}</span>}
              <WordChanges before={before} after={after} />
            </div>
          ))}
        </li>
      ))}
      {changes.length > shownMax && <li class="quiet">{t.more(changes.length - shownMax)}</li>}
    </ul>
  );
}

function WordChanges({ before, after }: { readonly before: string; readonly after: string }) {
  const pieces = wordDifference(before, after);
  return (
    <p class="difference-text">
      {pieces.map(({ kind, text }, at) => {
        if (kind === 'same') return text;
        if (kind === 'gone') return <del key={at}>{text}</del>;
        const isReplacement = pieces[at - 1]?.kind === 'gone';
        return [isReplacement && ' → ', <ins key={at}>{text}</ins>];
      })}
    </p>
  );
}

function partsOf({ spot, before, after }: Change) {
  if ('field' in spot) return [{ label: '', before: textOf(before), after: textOf(after) }];
  const [old, now] = [before, after] as (Entry | undefined)[];
  const names = [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])];
  return names
    .filter((name) => name !== 'id' && name !== 'taught' && !isSame(old?.[name], now?.[name]))
    .map((name) => ({
      label: fieldLabel(name),
      before: textOf(old?.[name]),
      after: textOf(now?.[name]),
    }));
}

function textOf(value: unknown): string {
  return linesOf(value).join('\n');
}
