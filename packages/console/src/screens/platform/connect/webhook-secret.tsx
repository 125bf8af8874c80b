import { useSignal } from '@preact/signals';
import { useWork } from '../../../api/work.ts';
import { Button } from '../../../design/controls/button.tsx';
import { CopyText } from '../../../design/controls/copy-text.tsx';
import { CodeSnippet } from '../../../design/figures/code-snippet.tsx';
import { Dialog } from '../../../design/layers/dialog.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { moment } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import { clientImport } from '../snippets.ts';
import { rotateSecret } from './delivery-api.ts';
import { words } from './words.ts';

const verifying = [
  clientImport('verifyWebhook'),
  'const event = await verifyWebhook(process.env.WEBHOOK_SECRET, request.headers, rawBody);',
].join('\n');

/** The secret is replaced here and shown this once; nothing of the page has it afterwards. */
export function WebhookSecret({ id }: { readonly id: string }) {
  const t = speak(words);
  const isAsking = useSignal(false);
  const made = useSignal<{ readonly secret: string; readonly until: string } | undefined>(
    undefined,
  );
  const { isBusy, problem, run } = useWork();
  const rotate = async () => {
    const { secret, previousValidUntil } = await rotateSecret(id);
    isAsking.value = false;
    made.value = { secret, until: previousValidUntil };
  };
  return (
    <Card
      title={t.secret}
      lead={t.secretLead}
      actions={
        <Button
          onClick={() => {
            isAsking.value = true;
          }}
        >
          {t.rotate}
        </Button>
      }
    >
      <CodeSnippet
        label={t.verify}
        snippets={[{ id: 'client', label: '@baraza/client', code: verifying }]}
      />
      {isAsking.value && (
        <Dialog
          title={t.rotate}
          onClose={() => {
            isAsking.value = false;
          }}
          actions={
            <Button kind="primary" isBusy={isBusy.value} onClick={() => void run(rotate)}>
              {t.rotate}
            </Button>
          }
        >
          <div class="stack">
            <p>{t.rotateText}</p>
            {problem.value !== undefined && <ErrorNote problem={problem.value} />}
          </div>
        </Dialog>
      )}
      {made.value !== undefined && (
        <Dialog
          title={t.secretTitle}
          actions={
            <Button
              kind="primary"
              onClick={() => {
                made.value = undefined;
              }}
            >
              {t.kept}
            </Button>
          }
        >
          <div class="stack">
            <p>{t.secretText(moment(made.value.until))}</p>
            <CopyText label={t.secret} text={made.value.secret} />
          </div>
        </Dialog>
      )}
    </Card>
  );
}
