/** Sends one test event to a webhook and shows how its server responded. */
import type { DeliveryDetails, DeliveryStatus } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { client, refreshResources, useWork } from '../../../api/client.ts';
import { Button } from '../../../design/buttons.tsx';
import { Badge, ErrorNote } from '../../../design/notes.tsx';
import { count } from '../../../words/figures.ts';
import { t } from './words.ts';

// A receiver has 10 seconds; the rest is for the queue.
const waitMs = 20_000;
const pollMs = 400;

export function SendTest({ id }: { readonly id: string }) {
  const work = useWork();
  const shown = useSignal<DeliveryDetails>();
  const leaving = useRef(new AbortController());
  useEffect(() => () => leaving.current.abort(), []);
  const send = async () => {
    const { signal } = leaving.current;
    shown.value = undefined;
    const made = await client.platform.webhooks.test(id);
    const endMs = Date.now() + waitMs;
    do {
      await new Promise((done) => setTimeout(done, pollMs));
      if (signal.aborted) return;
      shown.value = await client.platform.webhooks.delivery(id, made.id);
    } while (isMoving(shown.value.status) && Date.now() < endMs);
    await refreshResources(`deliveries/${id}/`);
  };
  return (
    <div class="stack tight">
      <div class="row">
        <Button icon="connect" label={t.sendTest} work={work} onClick={send} />
        <span class="row" role="status">
          {shown.value !== undefined && (
            <>
              <StatusBadge status={shown.value.status} />
              <span class="quiet small figures">{resultOf(shown.value)}</span>
            </>
          )}
        </span>
      </div>
      <p class="hint">{t.testAbout}</p>
      <ErrorNote problem={work.problem.value} />
    </div>
  );
}

export function isMoving(status: DeliveryStatus): boolean {
  return status === 'pending' || status === 'sending';
}

function resultOf({ attempts }: DeliveryDetails): string {
  const last = attempts.at(-1);
  if (last === undefined) return '';
  const { responseStatus, error, durationMs } = last;
  const answer = responseStatus === null ? error : t.answered(String(responseStatus));
  return `${answer} · ${t.took(count(durationMs))}`;
}

const badges = {
  pending: 'care',
  sending: 'care',
  held: 'care',
  delivered: 'good',
  failed: 'alarm',
} as const;

export function StatusBadge({ status }: { readonly status: DeliveryStatus }) {
  return <Badge kind={badges[status]}>{t.statuses[status]}</Badge>;
}
