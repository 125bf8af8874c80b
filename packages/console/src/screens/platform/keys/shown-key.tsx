import type { IssuedKey } from '@baraza/contract';
import { CodeSnippet } from '../../../design/figures/code-snippet.tsx';
import { ShownOnce } from '../../../design/layers/shown-once.tsx';
import { speak } from '../../../words/language.ts';
import { callSnippets } from '../snippets.ts';
import { words } from './words.ts';

/** The text of a key, this once; it closes only by saying that it was kept. */
export function ShownKey({
  issued,
  onClose,
}: {
  readonly issued: IssuedKey;
  readonly onClose: () => void;
}) {
  const t = speak(words);
  return (
    <ShownOnce
      title={t.shownTitle}
      text={t.shownText}
      label={t.key}
      secret={issued.key}
      onClose={onClose}
    >
      {issued.type === 'platform' && (
        <CodeSnippet
          label={t.tryIt}
          snippets={callSnippets({
            method: 'GET',
            path: '/resources',
            client: 'const { resources } = await baraza.resources.list();',
          })}
        />
      )}
    </ShownOnce>
  );
}
