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
  const said = speak(words);
  return (
    <Dialog
      title={said.shownTitle}
      actions={
        <Button kind="primary" onClick={onClose}>
          {said.kept}
        </Button>
      }
    >
      <div class="stack">
        <p>{said.shownText}</p>
        <CopyText label={said.key} text={issued.key} />
        {issued.type === 'platform' && (
          <CodeSnippet
            label={said.tryIt}
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
