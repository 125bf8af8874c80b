import { Button } from '../../../design/controls/button.tsx';
import { CopyText } from '../../../design/controls/copy-text.tsx';
import { CodeSnippet } from '../../../design/figures/code-snippet.tsx';
import { Dialog } from '../../../design/layers/dialog.tsx';
import { speak } from '../../../words/language.ts';
import { callSnippets } from '../snippets.ts';
import type { IssuedKey } from './key-api.ts';
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
    <Dialog
      title={t.shownTitle}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t.kept}
        </Button>
      }
    >
      <div class="stack">
        <p>{t.shownText}</p>
        <CopyText label={t.key} text={issued.key} />
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
      </div>
    </Dialog>
  );
}
