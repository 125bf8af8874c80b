/** Platform keys and owner credentials: create, rotate and revoke. Their texts are never kept. */

import type { IssuedKey, KeyView } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client } from '../../../api/client.ts';
import { useResource } from '../../../api/resource.ts';
import { signedIn } from '../../../api/session.ts';
import { useCommands } from '../../../app/commands.ts';
import { Page } from '../../../app/page.tsx';
import { into, put } from '../../../design/base/bind.ts';
import { Icon } from '../../../design/base/icon.tsx';
import { Button } from '../../../design/controls/button.tsx';
import { Menu } from '../../../design/layers/menu.tsx';
import { Badge } from '../../../design/notes/badge.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { Loaded } from '../../../design/notes/loaded.tsx';
import { ago, count, day } from '../../../words/figures.ts';
import { language, speak } from '../../../words/language.ts';
import { services } from '../services.ts';
import { RevokeKey, RotateKey } from './end-key.tsx';
import { MakeKey } from './make-key.tsx';
import { isEnded, scopeParts } from './scopes.ts';
import { ShownKey } from './shown-key.tsx';
import { words } from './words.ts';
import './keys.css';

type Asked = { readonly what: 'rotate' | 'revoke'; readonly key: KeyView };

export function Keys() {
  const t = speak(words);
  const list = useResource('keys', (signal) => client.keys.list({ signal }));
  const isMaking = useSignal(false);
  const asked = useSignal<Asked | undefined>(undefined);
  // Only while the dialog is open; the page does not keep the text.
  const issued = useSignal<IssuedKey | undefined>(undefined);
  const make = put(isMaking, true);
  useCommands(() => [{ id: 'make-key', title: t.make, icon: 'keys', run: make }]);
  const keys = list.data.value?.keys.toReversed();
  const show = (made: IssuedKey) => {
    isMaking.value = false;
    asked.value = undefined;
    issued.value = made;
    void list.refresh();
  };
  const groups = (['platform', 'owner'] as const).filter(
    (type) => type === 'platform' || signedIn().kind !== 'key',
  );
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        <Button kind="primary" icon="plus" onClick={make}>
          {t.make}
        </Button>
      }
    >
      <Loaded resource={list} lines={6} />
      {keys !== undefined &&
        groups.map((type) => (
          <KeyGroup
            key={type}
            type={type}
            keys={keys.filter((key) => key.type === type)}
            onAsk={into(asked)}
          />
        ))}
      {isMaking.value && <MakeKey onMade={show} onClose={put(isMaking, false)} />}
      {asked.value?.what === 'rotate' && (
        <RotateKey of={asked.value.key} onMade={show} onClose={put(asked, undefined)} />
      )}
      {asked.value?.what === 'revoke' && (
        <RevokeKey
          of={asked.value.key}
          onEnded={() => void list.refresh()}
          onClose={put(asked, undefined)}
        />
      )}
      {issued.value !== undefined && (
        <ShownKey issued={issued.value} onClose={put(issued, undefined)} />
      )}
    </Page>
  );
}

function KeyGroup(props: {
  readonly type: KeyView['type'];
  readonly keys: readonly KeyView[];
  readonly onAsk: (asked: Asked) => void;
}) {
  const t = speak(words);
  const isPlatform = props.type === 'platform';
  const now = Date.now();
  const alive = props.keys.filter((key) => !isEnded(key, now));
  const ended = props.keys.filter((key) => isEnded(key, now));
  return (
    <Card
      title={isPlatform ? t.platform : t.owner}
      lead={isPlatform ? t.platformLead : t.ownerLead}
    >
      {alive.length === 0 && <p>{isPlatform ? t.noPlatform : t.noOwner}</p>}
      {alive.length > 0 && (
        <ul class="key-list">
          {alive.map((key) => (
            <KeyRow key={key.id} of={key} onAsk={props.onAsk} />
          ))}
        </ul>
      )}
      {ended.length > 0 && (
        <details class="key-ended">
          <summary>{t.ended(count(ended.length))}</summary>
          <ul class="key-list">
            {ended.map((key) => (
              <KeyRow key={key.id} of={key} />
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}

function KeyRow({
  of: key,
  onAsk,
}: {
  readonly of: KeyView;
  readonly onAsk?: (asked: Asked) => void;
}) {
  const t = speak(words);
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
              <Badge kind="care">{t.ofSome(count(key.resources.length))}</Badge>
            )}
          </p>
        )}
        <p class="quiet small">{lifeOf(key)}</p>
      </div>
      {onAsk !== undefined && (
        <Menu
          label={t.actionsOf(key.name)}
          button={<Icon name="more" />}
          items={[
            {
              label: t.rotate,
              icon: 'again',
              onSelect: () => onAsk({ what: 'rotate', key }),
            },
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

function scopeName(scope: string): string {
  const t = speak(words);
  const parts = scopeParts(scope);
  if (parts === undefined) return scope === '*' ? t.everything : scope;
  const label = services[parts.service].label[language.value];
  return parts.isRead ? t.reads(label) : label;
}

function lifeOf({ lastUsedAt, revokedAt, expiresAt }: KeyView): string {
  const t = speak(words);
  const used = lastUsedAt === null ? t.unused : t.used(ago(lastUsedAt));
  if (revokedAt !== null) return `${used} · ${t.revokedOn(day(revokedAt))}`;
  if (expiresAt === null) return used;
  const isPast = Date.parse(expiresAt) <= Date.now();
  return `${used} · ${isPast ? t.endedOn(day(expiresAt)) : t.endsOn(day(expiresAt))}`;
}
