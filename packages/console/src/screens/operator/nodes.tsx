/** The nodes that may answer for this server: authorised and revoked here. */

import type { GrantList } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { useWork } from '../../api/work.ts';
import { useCommands } from '../../app/commands.ts';
import { Page } from '../../app/page.tsx';
import { put } from '../../design/base/bind.ts';
import { Button } from '../../design/controls/button.tsx';
import { Dialog } from '../../design/layers/dialog.tsx';
import { toast } from '../../design/layers/toast.tsx';
import { Badge } from '../../design/notes/badge.tsx';
import { Card } from '../../design/notes/card.tsx';
import { EmptyState } from '../../design/notes/empty-state.tsx';
import { ErrorNote } from '../../design/notes/error-note.tsx';
import { Loaded } from '../../design/notes/loaded.tsx';
import { ago, day } from '../../words/figures.ts';
import { speak } from '../../words/language.ts';
import { AuthoriseNode } from './authorise-node.tsx';
import { words } from './words.ts';
import './operator.css';

type Grant = GrantList['nodes'][number];

export function Nodes() {
  const t = speak(words);
  const loaded = useResource('operator/nodes', (signal) => client.operator.grants({ signal }));
  const isMaking = useSignal(false);
  const ended = useSignal<Grant | undefined>(undefined);
  const make = put(isMaking, true);
  useCommands(() => [{ id: 'authorise', title: t.authorise, icon: 'nodes', run: make }]);
  const nodes = loaded.data.value?.nodes;
  return (
    <Page
      title={t.nodes}
      lead={t.nodesLead}
      actions={
        <Button kind="primary" icon="plus" onClick={make}>
          {t.authorise}
        </Button>
      }
    >
      <Loaded resource={loaded} lines={4} />
      {nodes?.length === 0 && <EmptyState icon="nodes" title={t.noNodes} text={t.noNodesText} />}
      {nodes !== undefined && nodes.length > 0 && (
        <Card>
          <ul class="plain-rows">
            {nodes.map((node) => (
              <NodeRow key={node.jti} node={node} onEnd={put(ended, node)} />
            ))}
          </ul>
        </Card>
      )}
      {isMaking.value && (
        <AuthoriseNode onMade={() => void loaded.refresh()} onClose={put(isMaking, false)} />
      )}
      {ended.value !== undefined && (
        <RevokeGrant
          node={ended.value}
          onEnded={() => void loaded.refresh()}
          onClose={put(ended, undefined)}
        />
      )}
    </Page>
  );
}

function NodeRow({ node, onEnd }: { readonly node: Grant; readonly onEnd: () => void }) {
  const t = speak(words);
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
        <Button kind="danger" onClick={onEnd}>
          {t.revoke}
          <span class="unseen">: {node.origin}</span>
        </Button>
      )}
    </li>
  );
}

function RevokeGrant(props: {
  readonly node: Grant;
  readonly onEnded: () => void;
  readonly onClose: () => void;
}) {
  const t = speak(words);
  const { isBusy, problem, run } = useWork();
  const revoke = async () => {
    await client.operator.endGrant(props.node.jti);
    toast({ text: t.revoked });
    props.onClose();
    props.onEnded();
  };
  return (
    <Dialog
      title={`${t.revoke}: ${props.node.origin}`}
      onClose={props.onClose}
      actions={
        <Button kind="danger" isBusy={isBusy.value} onClick={() => void run(revoke)}>
          {t.revoke}
        </Button>
      }
    >
      <div class="stack">
        <p>{t.revokeText}</p>
        <ErrorNote problem={problem.value} />
      </div>
    </Dialog>
  );
}
