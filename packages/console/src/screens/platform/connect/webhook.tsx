/** A webhook: its target, its deliveries with their attempts, and its secret. */
import type { Delivery, DeliveryDetails, DeliveryStatus, RotatedSecret } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { client, refreshResources, useResource, useWork } from '../../../api/client.ts';
import { useCommands } from '../../../app/commands.ts';
import { Button, IconButton } from '../../../design/buttons.tsx';
import { Confirm, Sheet, ShownOnce } from '../../../design/dialogs.tsx';
import { Select } from '../../../design/fields.tsx';
import { CodeSnippet } from '../../../design/figures/code-snippet.tsx';
import { Icon } from '../../../design/icon.tsx';
import { VirtualList } from '../../../design/lists/virtual-list.tsx';
import { Badge, Card, EmptyState, ErrorNote, Facts, Loaded } from '../../../design/notes.tsx';
import { setTo, useFlag } from '../../../design/signals.ts';
import { toast } from '../../../design/toast.tsx';
import { ago, count, moment } from '../../../words/figures.ts';
import { actionLabel } from '../activity/words.ts';
import { chosenEvents } from '../config/event-groups.ts';
import type { ContentProps } from '../resource/content-props.ts';
import { CallCode, clientImport } from '../snippets.tsx';
import { t } from './words.ts';
import './connect.css';

const pollMs = 3_000;

export function Webhook(about: ContentProps) {
  const { resource, isWritable } = about;
  return (
    <>
      <Target {...about} />
      <Deliveries id={resource.id} isWritable={isWritable} />
      {isWritable && <WebhookSecret id={resource.id} />}
    </>
  );
}

function Target({ resource, isWritable, onChanged }: ContentProps) {
  const { url, events, resource: only } = resource.config;
  const hasUrl = typeof url === 'string' && url !== '';
  const warning = hasUrl ? resource.suspended && t.suspended : t.noAddress;
  const sent = chosenEvents(events)?.map(actionLabel).join(', ') ?? t.allEvents;
  const from = only === undefined || only === null ? t.allResources : [only].flat().join(', ');
  return (
    <>
      {warning !== undefined && (
        <p class="caution-note row" role="status">
          <Icon name="warning" />
          <span class="grow">{warning}</span>
        </p>
      )}
      {hasUrl && resource.suspended && isWritable && (
        <Resume resource={resource} onChanged={onChanged} />
      )}
      {hasUrl && (
        <Card>
          <Facts
            facts={[
              [t.sendsTo, url],
              [t.events, sent],
              [t.from, from],
            ]}
          />
          {isWritable && !resource.suspended && <SendTest id={resource.id} />}
        </Card>
      )}
    </>
  );
}

/** The same config, saved by this session, belongs to it instead of to the key that has ended. */
function Resume({ resource, onChanged }: Omit<ContentProps, 'isWritable'>) {
  const work = useWork();
  const resume = async () => {
    const { id, config, version } = resource;
    onChanged(await client.platform.resources.configure(id, config, { ifMatch: version }));
    toast({ text: t.resumed });
    await refreshResources(`deliveries/${id}/`);
  };
  return (
    <div class="stack tight">
      <div class="row">
        <Button kind="primary" icon="again" label={t.resume} work={work} onClick={resume} />
      </div>
      <ErrorNote problem={work.problem.value} />
    </div>
  );
}

function Deliveries({ id, isWritable }: { readonly id: string; readonly isWritable: boolean }) {
  const status = useSignal<DeliveryStatus | ''>('');
  const opened = useSignal<string>();
  const list = useResource(`deliveries/${id}/${status.value}`, (signal) =>
    client.platform.webhooks.deliveries(id, { status: status.value || undefined, signal }),
  );
  const refresh = () => void list.refresh();
  const found = list.data.value?.deliveries;
  const isWaiting = found?.some(({ status }) => isMoving(status));
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(refresh, pollMs);
    return () => clearTimeout(timer);
  }, [found, isWaiting]);
  useCommands(() => [
    {
      id: 'refresh-deliveries',
      title: `${t.deliveries}: ${t.refresh}`,
      icon: 'again',
      run: refresh,
    },
  ]);
  return (
    <Card
      title={t.deliveries}
      lead={t.deliveriesLead}
      actions={<IconButton icon="again" label={t.refresh} onClick={refresh} />}
    >
      {(status.value !== '' || (found?.length ?? 0) > 0) && (
        <Select label={t.status} value={status} none={t.all} options={t.statuses} />
      )}
      <Loaded resource={list} lines={4}>
        {({ deliveries }) =>
          deliveries.length === 0 ? (
            <EmptyState
              icon="connect"
              title={status.value === '' ? t.emptyTitle : t.emptyStatus}
              text={status.value === '' ? t.emptyText : ''}
            />
          ) : (
            <VirtualList label={t.deliveries} rowHeight={76} rows={deliveries}>
              {(delivery) => (
                <button type="button" onClick={setTo(opened, delivery.id)}>
                  <span class="grow stack close">
                    <b class="clip">{delivery.event}</b>
                    <span class="quiet small clip">{lineOf(delivery)}</span>
                  </span>
                  <StatusBadge status={delivery.status} />
                </button>
              )}
            </VirtualList>
          )
        }
      </Loaded>
      {opened.value !== undefined && (
        <DeliverySheet
          resourceId={id}
          deliveryId={opened.value}
          mayRedeliver={isWritable}
          onSent={refresh}
          onClose={setTo(opened, undefined)}
        />
      )}
    </Card>
  );
}

function lineOf(delivery: Delivery): string {
  const { at, tries, responseStatus, error, nextTryAt, status } = delivery;
  const isWaiting =
    status === 'pending' && nextTryAt !== null && Date.parse(nextTryAt) > Date.now();
  return [
    ago(at),
    tries > 1 && t.tries(count(tries)),
    responseStatus === null ? error : t.answered(String(responseStatus)),
    isWaiting && t.next(ago(nextTryAt)),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** One delivery: each attempt with its response, and what is sent. */
function DeliverySheet(props: {
  readonly resourceId: string;
  readonly deliveryId: string;
  readonly mayRedeliver: boolean;
  readonly onSent: () => void;
  readonly onClose: () => void;
}) {
  const { resourceId, deliveryId } = props;
  const loaded = useResource(`delivery/${resourceId}/${deliveryId}`, (signal) =>
    client.platform.webhooks.delivery(resourceId, deliveryId, { signal }),
  );
  const work = useWork();
  const send = async () => {
    await client.platform.webhooks.redeliver(resourceId, deliveryId);
    toast({ text: t.redelivered });
    props.onSent();
    await loaded.refresh();
  };
  return (
    <Sheet
      title={loaded.data.value?.event ?? t.deliveries}
      onClose={props.onClose}
      actions={
        props.mayRedeliver && (
          <Button kind="primary" icon="again" label={t.redeliver} work={work} onClick={send} />
        )
      }
    >
      <Loaded resource={loaded} work={work}>
        {({ id, at, status, attempts, payload }) => (
          <>
            <p class="row">
              <StatusBadge status={status} />
              <span class="quiet small">{moment(at)}</span>
            </p>
            <h3>{t.attempts}</h3>
            {attempts.length === 0 && <p class="quiet">{t.noAttempts}</p>}
            <ol class="attempts ruled-list">
              {attempts.map((attempt) => (
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
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
            <pre class="payload" tabIndex={0} role="region" aria-label={t.payload}>
              {JSON.stringify(payload, null, 2)}
            </pre>
            <p class="quiet small">
              {t.deliveryId} <code>{id}</code>
            </p>
            <CallCode
              label={t.redeliver}
              method="POST"
              path={`/resources/${resourceId}/deliveries/${deliveryId}/redeliver`}
              client={`await baraza.webhooks.redeliver('${resourceId}', '${deliveryId}');`}
            />
          </>
        )}
      </Loaded>
    </Sheet>
  );
}

const verifyCode = [
  clientImport('verifyWebhook'),
  'const event = await verifyWebhook(process.env.WEBHOOK_SECRET, request.headers, rawBody);',
].join('\n');

/** The secret is replaced here and shown once; the page does not keep it. */
function WebhookSecret({ id }: { readonly id: string }) {
  const asking = useFlag();
  const rotated = useSignal<RotatedSecret>();
  const rotate = async () => {
    rotated.value = await client.platform.webhooks.rotateSecret(id);
    asking.off();
  };
  return (
    <Card
      title={t.secret}
      lead={t.secretLead}
      actions={<Button label={t.rotate} onClick={asking.on} />}
    >
      <CodeSnippet
        label={t.verify}
        snippets={[{ id: 'client', label: '@baraza/client', code: verifyCode }]}
      />
      {asking.isOn && (
        <Confirm
          title={t.rotate}
          action={t.rotate}
          kind="primary"
          onConfirm={rotate}
          onClose={asking.off}
          text={t.rotateText}
        />
      )}
      {rotated.value?.secret !== undefined && (
        <ShownOnce
          title={t.secretTitle}
          text={t.secretText(moment(rotated.value.previousValidUntil))}
          label={t.secret}
          secret={rotated.value.secret}
          onClose={setTo(rotated, undefined)}
        />
      )}
    </Card>
  );
}

// A receiver has 10 seconds to respond; the rest is time in the queue.
const waitMs = 20_000;
const testPollMs = 400;

/** Sends one test event to a webhook and shows how its server responded. */
function SendTest({ id }: { readonly id: string }) {
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
      await new Promise((done) => setTimeout(done, testPollMs));
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

function isMoving(status: DeliveryStatus): boolean {
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
  pending: 'caution',
  sending: 'caution',
  held: 'caution',
  delivered: 'good',
  failed: 'alarm',
} as const;

function StatusBadge({ status }: { readonly status: DeliveryStatus }) {
  return <Badge kind={badges[status]}>{t.statuses[status]}</Badge>;
}
