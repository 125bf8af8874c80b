/** The nodes that may answer for this server; they are authorised and revoked here. */
import type { GrantList, MadeGrant } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client, useResource } from '../../api/client.ts';
import { Page } from '../../app/page.tsx';
import { Button } from '../../design/buttons.tsx';
import { Confirm, FormSheet, ShownOnce } from '../../design/dialogs.tsx';
import { Field } from '../../design/fields.tsx';
import { Badge, Loaded } from '../../design/notes.tsx';
import { setTo, useFlag } from '../../design/signals.ts';
import { toast } from '../../design/toast.tsx';
import { ago, day } from '../../words/figures.ts';
import { RowCard } from './rows.tsx';
import { t } from './words.ts';

type Grant = GrantList['nodes'][number];

export function Nodes() {
  const loaded = useResource('operator/nodes', (signal) => client.operator.grants({ signal }));
  const authorising = useFlag();
  const revoked = useSignal<Grant>();
  const revoke = async ({ jti }: Grant) => {
    await client.operator.endGrant(jti);
    toast({ text: t.revoked });
    revoked.value = undefined;
    void loaded.refresh();
  };
  const grant = revoked.value;
  return (
    <Page title={t.nodes} lead={t.nodesLead} primary={{ label: t.authorise, run: authorising.on }}>
      <Loaded resource={loaded} lines={4}>
        {({ nodes }) => (
          <RowCard rows={nodes} icon="nodes" emptyTitle={t.noNodes} emptyText={t.noNodesText}>
            {(node) => <NodeRow key={node.jti} node={node} onRevoke={setTo(revoked, node)} />}
          </RowCard>
        )}
      </Loaded>
      {authorising.isOn && (
        <AuthoriseNode onAuthorised={loaded.refresh} onClose={authorising.off} />
      )}
      {grant !== undefined && (
        <Confirm
          title={`${t.revoke}: ${grant.origin}`}
          action={t.revoke}
          onConfirm={() => revoke(grant)}
          onClose={setTo(revoked, undefined)}
          text={t.revokeText}
        />
      )}
    </Page>
  );
}

function NodeRow({ node, onRevoke }: { readonly node: Grant; readonly onRevoke: () => void }) {
  const { sites, reportedAt, revokedAt } = node;
  return (
    <li>
      <div class="grow stack">
        <b>{node.origin}</b>
        <span class="quiet small">
          {[
            sites.length === 0 || sites.includes('*') ? t.allSites : sites.join(', '),
            t.until(day(node.expiresAt)),
            reportedAt === null ? t.unreported : t.reported(ago(reportedAt)),
          ].join(' · ')}
        </span>
      </div>
      <Badge kind={revokedAt === null ? 'good' : 'plain'}>{node.status}</Badge>
      {revokedAt === null && (
        <Button kind="danger" label={t.revoke} about={`: ${node.origin}`} onClick={onRevoke} />
      )}
    </li>
  );
}

function AuthoriseNode(props: {
  readonly onAuthorised: () => Promise<void>;
  readonly onClose: () => void;
}) {
  const origin = useSignal('');
  const sites = useSignal('');
  const days = useSignal('30');
  const created = useSignal<MadeGrant>();
  const authorise = async () => {
    const named = sites.value.split('\n').map((line) => line.trim());
    const list = named.filter((name) => name !== '');
    created.value = await client.operator.createGrant({
      origin: origin.value.trim(),
      days: Number(days.value),
      ...(list.length === 0 ? {} : { sites: list }),
    });
    void props.onAuthorised();
  };
  if (created.value !== undefined)
    return (
      <ShownOnce
        title={t.grantTitle}
        text={t.grantText}
        label={t.grant}
        secret={created.value.grant}
        onClose={props.onClose}
      >
        {created.value.absent.length > 0 && <p>{t.absent(created.value.absent.join(', '))}</p>}
      </ShownOnce>
    );
  return (
    <FormSheet
      title={t.authorise}
      action={t.authorise}
      onSubmit={authorise}
      onClose={props.onClose}
    >
      <Field label={t.origin} hint={t.originHint} isRequired type="url" value={origin} />
      <Field label={t.sites} hint={t.nodeSitesHint} lines={3} value={sites} spellcheck={false} />
      <Field label={t.days} type="number" value={days} min={1} max={365} />
    </FormSheet>
  );
}
