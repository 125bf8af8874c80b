import type { RotatedSecret } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client } from '../../../api/client.ts';
import { useWork } from '../../../api/work.ts';
import { put } from '../../../design/base/bind.ts';
import { Button } from '../../../design/controls/button.tsx';
import { CodeSnippet } from '../../../design/figures/code-snippet.tsx';
import { Dialog } from '../../../design/layers/dialog.tsx';
import { ShownOnce } from '../../../design/layers/shown-once.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { moment } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import { clientImport } from '../snippets.ts';
import { words } from './words.ts';

const verifying = [
  clientImport('verifyWebhook'),
  'const event = await verifyWebhook(process.env.WEBHOOK_SECRET, request.headers, rawBody);',
].join('\n');

/** The secret is replaced here and shown this once; nothing of the page has it afterwards. */
export function WebhookSecret({ id }: { readonly id: string }) {
  const t = speak(words);
  const isAsking = useSignal(false);
  const made = useSignal<RotatedSecret | undefined>(undefined);
  const { isBusy, problem, run } = useWork();
  const rotate = async () => {
    made.value = await client.platform.webhooks.rotateSecret(id);
    isAsking.value = false;
  };
  return (
    <Card
      title={t.secret}
      lead={t.secretLead}
      actions={<Button onClick={put(isAsking, true)}>{t.rotate}</Button>}
    >
      <CodeSnippet
        label={t.verify}
        snippets={[{ id: 'client', label: '@baraza/client', code: verifying }]}
      />
      {isAsking.value && (
        <Dialog
          title={t.rotate}
          onClose={put(isAsking, false)}
          actions={
            <Button kind="primary" isBusy={isBusy.value} onClick={() => void run(rotate)}>
              {t.rotate}
            </Button>
          }
        >
          <div class="stack">
            <p>{t.rotateText}</p>
            <ErrorNote problem={problem.value} />
          </div>
        </Dialog>
      )}
      {made.value?.secret !== undefined && (
        <ShownOnce
          title={t.secretTitle}
          text={t.secretText(moment(made.value.previousValidUntil))}
          label={t.secret}
          secret={made.value.secret}
          onClose={put(made, undefined)}
        />
      )}
    </Card>
  );
}
