import { client } from '../../../api/client.ts';
import { useResource } from '../../../api/resource.ts';
import { useWork } from '../../../api/work.ts';
import { Button } from '../../../design/controls/button.tsx';
import { CodeSnippet } from '../../../design/figures/code-snippet.tsx';
import { Sheet } from '../../../design/layers/dialog.tsx';
import { toast } from '../../../design/layers/toast.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { Skeleton } from '../../../design/notes/skeleton.tsx';
import { count, moment } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import { callSnippets } from '../snippets.ts';
import { StatusBadge } from './status-badge.tsx';
import { words } from './words.ts';

/** One delivery: each attempt with the answer that came, and what is sent. */
export function DeliverySheet(props: {
  readonly resourceId: string;
  readonly deliveryId: string;
  readonly mayRedeliver: boolean;
  readonly onSent: () => void;
  readonly onClose: () => void;
}) {
  const t = speak(words);
  const { resourceId, deliveryId } = props;
  const loaded = useResource(`delivery/${resourceId}/${deliveryId}`, (signal) =>
    client.platform.webhooks.delivery(resourceId, deliveryId, { signal }),
  );
  const { isBusy, problem, run } = useWork();
  const send = async () => {
    await client.platform.webhooks.redeliver(resourceId, deliveryId);
    toast({ text: t.redelivered });
    props.onSent();
    await loaded.refresh();
  };
  const found = loaded.data.value;
  const trouble = problem.value ?? loaded.problem.value;
  return (
    <Sheet
      title={found?.event ?? t.deliveries}
      onClose={props.onClose}
      actions={
        props.mayRedeliver && (
          <Button kind="primary" icon="again" isBusy={isBusy.value} onClick={() => void run(send)}>
            {t.redeliver}
          </Button>
        )
      }
    >
      <div class="stack">
        <ErrorNote problem={trouble} />
        {found === undefined && trouble === undefined && <Skeleton lines={5} />}
        {found !== undefined && (
          <>
            <p class="row">
              <StatusBadge status={found.status} />
              <span class="quiet small">{moment(found.at)}</span>
            </p>
            <h3>{t.attempts}</h3>
            {found.attempts.length === 0 && <p class="quiet">{t.noAttempts}</p>}
            <ol class="attempts">
              {found.attempts.map((attempt) => (
                <li key={attempt.at}>
                  <span>
                    {attempt.responseStatus === null
                      ? attempt.error
                      : t.answered(String(attempt.responseStatus))}
                  </span>
                  <span class="quiet small figures">
                    {moment(attempt.at)} · {t.took(count(attempt.durationMs))}
                  </span>
                </li>
              ))}
            </ol>
            <p class="quiet small">{t.answerKept}</p>
            <h3>{t.payload}</h3>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard. */}
            <pre class="payload" tabIndex={0} role="region" aria-label={t.payload}>
              {JSON.stringify(found.payload, null, 2)}
            </pre>
            <p class="quiet small">
              {t.deliveryId} <code>{found.id}</code>
            </p>
            <CodeSnippet
              label={t.redeliver}
              snippets={callSnippets({
                method: 'POST',
                path: `/resources/${resourceId}/deliveries/${deliveryId}/redeliver`,
                client: `await baraza.webhooks.redeliver('${resourceId}', '${deliveryId}');`,
              })}
            />
          </>
        )}
      </div>
    </Sheet>
  );
}
