/** Creates, rotates and revokes platform keys and owner credentials. The page never stores a key itself. */
import type { IssuedKey, KeyView } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client, useResource } from '../../../api/client.ts';
import { signedIn } from '../../../api/session.ts';
import { Page } from '../../../app/page.tsx';
import { Confirm, ConfirmInput, Dialog, ShownOnce } from '../../../design/dialogs.tsx';
import { Select } from '../../../design/fields.tsx';
import { Menu } from '../../../design/menu.tsx';
import { Badge, Card, Loaded } from '../../../design/notes.tsx';
import { setTo, setterOf, useFlag } from '../../../design/signals.ts';
import { toast } from '../../../design/toast.tsx';
import { ago, count, day } from '../../../words/figures.ts';
import { inCurrent } from '../../../words/language.ts';
import { services } from '../services.ts';
import { CallCode } from '../snippets.tsx';
import { CreateKey } from './create-key.tsx';
import { isEnded, scopeParts } from './scopes.ts';
import { t } from './words.ts';
import './keys.css';

type Asked = { readonly what: 'rotate' | 'revoke'; readonly key: KeyView };

export function Keys() {
  const list = useResource('keys', (signal) => client.keys.list({ signal }));
  const creating = useFlag();
  const asked = useSignal<Asked>();
  // Set only while the dialog is open; the page does not store the key.
  const issued = useSignal<IssuedKey>();
  const close = setTo(asked, undefined);
  const show = (key: IssuedKey) => {
    creating.off();
    close();
    issued.value = key;
    void list.refresh();
  };
  const groups = (['platform', 'owner'] as const).filter(
    (type) => type === 'platform' || signedIn().kind !== 'key',
  );
  return (
    <Page title={t.title} lead={t.lead} primary={{ label: t.create, run: creating.on }}>
      <Loaded resource={list} lines={6}>
        {({ keys }) =>
          groups.map((type) => (
            <KeyGroup
              key={type}
              type={type}
              keys={keys.toReversed().filter((key) => key.type === type)}
              onAsk={setterOf(asked)}
            />
          ))
        }
      </Loaded>
      {creating.isOn && <CreateKey onCreated={show} onClose={creating.off} />}
      {asked.value?.what === 'rotate' && (
        <RotateKey of={asked.value.key} onCreated={show} onClose={close} />
      )}
      {asked.value?.what === 'revoke' && (
        <RevokeKey of={asked.value.key} onRevoked={list.refresh} onClose={close} />
      )}
      {issued.value !== undefined && (
        <ShownOnce
          title={t.shownTitle}
          text={t.shownText}
          label={t.key}
          secret={issued.value.key}
          onClose={setTo(issued, undefined)}
        >
          {issued.value.type === 'platform' && (
            <CallCode
              label={t.tryIt}
              method="GET"
              path="/resources"
              client={'const { resources } = await baraza.resources.list();'}
            />
          )}
        </ShownOnce>
      )}
    </Page>
  );
}

function KeyGroup(props: {
  readonly type: KeyView['type'];
  readonly keys: readonly KeyView[];
  readonly onAsk: (asked: Asked) => void;
}) {
  const isPlatform = props.type === 'platform';
  const now = Date.now();
  const active = props.keys.filter((key) => !isEnded(key, now));
  const ended = props.keys.filter((key) => isEnded(key, now));
  return (
    <Card
      title={isPlatform ? t.platform : t.owner}
      lead={isPlatform ? t.platformLead : t.ownerLead}
    >
      {active.length === 0 && <p>{isPlatform ? t.noPlatform : t.noOwner}</p>}
      {active.length > 0 && (
        <ul class="key-list action-list ruled-list">
          {active.map((key) => (
            <KeyRow key={key.id} of={key} onAsk={props.onAsk} />
          ))}
        </ul>
      )}
      {ended.length > 0 && (
        <details class="disclosure">
          <summary>{t.ended(count(ended.length))}</summary>
          <ul class="key-list action-list ruled-list">
            {ended.map((key) => (
              <KeyRow key={key.id} of={key} />
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}

function KeyRow(props: { readonly of: KeyView; readonly onAsk?: (asked: Asked) => void }) {
  const { of: key, onAsk } = props;
  return (
    <li>
      <div class="grow stack">
        <p class="row">
          <b>{key.name}</b>
          <code class="quiet">{`${key.type === 'owner' ? 'osk' : 'rpk'}_${key.public}…`}</code>
          {key.isOwn && <Badge kind="good">{t.ownSession}</Badge>}
        </p>
        {key.type === 'platform' && (
          <p class="row">
            {key.scopes.map((scope) => (
              <Badge key={scope}>{scopeName(scope)}</Badge>
            ))}
            {key.resources !== null && (
              <Badge kind="caution">{t.ofSome(count(key.resources.length))}</Badge>
            )}
          </p>
        )}
        <p class="quiet small">{lifeOf(key)}</p>
      </div>
      {onAsk !== undefined && (
        <Menu
          label={t.actionsOf(key.name)}
          items={[
            { label: t.rotate, icon: 'again', onSelect: () => onAsk({ what: 'rotate', key }) },
            {
              label: t.revoke,
              icon: 'trash',
              kind: 'danger',
              onSelect: () => onAsk({ what: 'revoke', key }),
            },
          ]}
        />
      )}
    </li>
  );
}

function RotateKey(props: {
  readonly of: KeyView;
  readonly onCreated: (key: IssuedKey) => void;
  readonly onClose: () => void;
}) {
  const grace = useSignal<keyof typeof t.grace>('1440');
  const rotate = async () => {
    props.onCreated(await client.keys.rotate(props.of.id, Number(grace.value)));
    toast({ text: t.rotated });
  };
  return (
    <Confirm
      title={`${t.rotate}: ${props.of.name}`}
      action={t.rotate}
      kind="primary"
      onConfirm={rotate}
      onClose={props.onClose}
    >
      <Select label={t.rotateText} value={grace} options={t.grace} />
      {props.of.isOwn && <p class="quiet">{t.rotateOwn}</p>}
    </Confirm>
  );
}

/** Lists what stops working: a revoked key cannot be restored. */
function RevokeKey(props: {
  readonly of: KeyView;
  readonly onRevoked: () => Promise<void>;
  readonly onClose: () => void;
}) {
  const { id, name, type, isOwn } = props.of;
  const revoke = async () => {
    await client.keys.revoke(id);
    toast({ text: t.revoked });
    props.onClose();
    void props.onRevoked();
  };
  return (
    <Dialog title={`${t.revoke}: ${name}`} onClose={props.onClose}>
      <p>{t.revokeStops}</p>
      <ul class="plain-list">
        {(type === 'platform' ? t.revokeList : t.revokeOwnerList).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {isOwn && <p>{t.revokeOwn}</p>}
      <ConfirmInput word={name} action={t.revoke} onConfirm={revoke} />
    </Dialog>
  );
}

function scopeName(scope: string): string {
  const parts = scopeParts(scope);
  if (parts === undefined) return scope === '*' ? t.everything : scope;
  const label = inCurrent(services[parts.service].label);
  return parts.isRead ? t.reads(label) : label;
}

function lifeOf(key: KeyView): string {
  const { lastUsedAt, revokedAt, expiresAt } = key;
  const used = lastUsedAt === null ? t.unused : t.used(ago(lastUsedAt));
  if (revokedAt !== null) return `${used} · ${t.revokedOn(day(revokedAt))}`;
  if (expiresAt === null) return used;
  const isPast = isEnded(key, Date.now());
  return `${used} · ${isPast ? t.endedOn(day(expiresAt)) : t.endsOn(day(expiresAt))}`;
}
