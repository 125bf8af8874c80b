/** A webhook: where it sends to, what it sent and how that went, and its secret. */

import type { Delivery, DeliveryStatus, Resource } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { client } from '../../../api/client.ts';
import { useResource } from '../../../api/resource.ts';
import { useCommands } from '../../../app/commands.ts';
import { into, put } from '../../../design/base/bind.ts';
import { Icon } from '../../../design/base/icon.tsx';
import { Button } from '../../../design/controls/button.tsx';
import { Select } from '../../../design/controls/select.tsx';
import { VirtualList } from '../../../design/lists/virtual-list.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { EmptyState } from '../../../design/notes/empty-state.tsx';
import { Facts } from '../../../design/notes/facts.tsx';
import { Loaded } from '../../../design/notes/loaded.tsx';
import { ago, count } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import type { ContentProps } from '../resource/content-props.ts';
import { DeliverySheet } from './delivery-sheet.tsx';
import { deliveryStatuses, StatusBadge } from './status-badge.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import { words } from './words.ts';
import '../../../design/parts/parts.css';
import './connect.css';

const lookAgainMs = 3_000;

export function Webhook({ resource, isWritable }: ContentProps) {
  return (
    <>
      <Target resource={resource} />
      <Deliveries resource={resource} isWritable={isWritable} />
      {isWritable && <WebhookSecret id={resource.id} />}
    </>
  );
}

function Target({ resource }: { readonly resource: Resource }) {
  const t = speak(words);
  const { url, events } = resource.config;
  const trouble =
    typeof url !== 'string' || url === ''
      ? t.noAddress
      : resource.suspended === undefined
        ? undefined
        : t.suspended;
  return (
    <>
      {trouble !== undefined && (
        <p class="care-note row" role="status">
          <Icon name="warning" />
          <span class="grow">{trouble}</span>
        </p>
      )}
      {typeof url === 'string' && url !== '' && (
        <Card>
          <Facts
            facts={[
              [t.sendsTo, url],
              [
                t.events,
                Array.isArray(events) && events.length > 0 ? events.join(', ') : t.allEvents,
              ],
            ]}
          />
        </Card>
      )}
    </>
  );
}

function Deliveries({
  resource,
  isWritable,
}: {
  readonly resource: Resource;
  readonly isWritable: boolean;
}) {
  const t = speak(words);
  const status = useSignal<DeliveryStatus | ''>('');
  const opened = useSignal<string | undefined>(undefined);
  const list = useResource(`deliveries/${resource.id}/${status.value}`, (signal) =>
    client.platform.webhooks.deliveries(resource.id, {
      status: status.value === '' ? undefined : status.value,
      signal,
    }),
  );
  const found = list.data.value?.deliveries;
  const isMoving = found?.some(({ status }) => status === 'pending' || status === 'sending');
  useEffect(() => {
    if (!isMoving) return;
    const timer = setTimeout(() => void list.refresh(), lookAgainMs);
    return () => clearTimeout(timer);
  }, [found, isMoving]);
  useCommands(() => [
    {
      id: 'refresh-deliveries',
      title: `${t.deliveries}: ${t.refresh}`,
      icon: 'again',
      run: () => void list.refresh(),
    },
  ]);
  return (
    <Card
      title={t.deliveries}
      lead={t.deliveriesLead}
      actions={
        <Button kind="quiet" icon="again" isIconOnly onClick={() => void list.refresh()}>
          {t.refresh}
        </Button>
      }
    >
      {(status.value !== '' || (found?.length ?? 0) > 0) && (
        <Select
          label={t.status}
          value={status.value}
          options={[
            { value: '', label: t.anyStatus },
            ...deliveryStatuses.map((value) => ({ value, label: t.statuses[value] })),
          ]}
          onChange={into(status)}
        />
      )}
      <Loaded resource={list} lines={4} />
      {found?.length === 0 && (
        <EmptyState
          icon="connect"
          title={status.value === '' ? t.emptyTitle : t.emptyStatus}
          text={status.value === '' ? t.emptyText : ''}
        />
      )}
      {found !== undefined && found.length > 0 && (
        <VirtualList
          label={t.deliveries}
          rowCount={found.length}
          rowHeight={76}
          rowAt={(index) => found[index]}
        >
          {(delivery) => (
            <button type="button" onClick={put(opened, delivery.id)}>
              <span class="grow stack delivery-row">
                <b class="clip">{delivery.event}</b>
                <span class="quiet small clip">{lineOf(delivery)}</span>
              </span>
              <StatusBadge status={delivery.status} />
            </button>
          )}
        </VirtualList>
      )}
      {opened.value !== undefined && (
        <DeliverySheet
          resourceId={resource.id}
          deliveryId={opened.value}
          mayRedeliver={isWritable}
          onSent={() => void list.refresh()}
          onClose={put(opened, undefined)}
        />
      )}
    </Card>
  );
}

function lineOf(delivery: Delivery): string {
  const t = speak(words);
  const { at, tries, responseStatus, error, nextTryAt, status } = delivery;
  return [
    ago(at),
    ...(tries > 1 ? [t.tries(count(tries))] : []),
    ...(responseStatus === null
      ? error === null
        ? []
        : [error]
      : [t.answered(String(responseStatus))]),
    ...(status === 'pending' && nextTryAt !== null && Date.parse(nextTryAt) > Date.now()
      ? [t.next(ago(nextTryAt))]
      : []),
  ].join(' · ');
}
