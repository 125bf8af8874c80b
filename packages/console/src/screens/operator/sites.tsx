/** All sites: what they used of the month, their plans, and whether they answer. */

import type { SiteChange } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { useWork } from '../../api/work.ts';
import { useCommands } from '../../app/commands.ts';
import { Page } from '../../app/page.tsx';
import { put } from '../../design/base/bind.ts';
import { Icon } from '../../design/base/icon.tsx';
import { Button } from '../../design/controls/button.tsx';
import { Menu } from '../../design/layers/menu.tsx';
import { toast } from '../../design/layers/toast.tsx';
import { Badge } from '../../design/notes/badge.tsx';
import { Card } from '../../design/notes/card.tsx';
import { EmptyState } from '../../design/notes/empty-state.tsx';
import { ErrorNote } from '../../design/notes/error-note.tsx';
import { Skeleton } from '../../design/notes/skeleton.tsx';
import { count } from '../../words/figures.ts';
import { speak } from '../../words/language.ts';
import { ChangePlan, NewSite, type OperatorSite } from './site-forms.tsx';
import { words } from './words.ts';
import './operator.css';

export function OperatorSites() {
  const t = speak(words);
  const loaded = useResource('operator/sites', (signal) => client.operator.sites({ signal }));
  const owners = useResource('operator/owners', (signal) => client.operator.owners({ signal }));
  const isMaking = useSignal(false);
  const planned = useSignal<OperatorSite | undefined>(undefined);
  const { problem, run } = useWork();
  const make = put(isMaking, true);
  useCommands(() => [{ id: 'new-site', title: t.newSite, icon: 'sites', run: make }]);
  const change = (id: string, body: SiteChange) =>
    run(async () => {
      await client.operator.changeSite(id, body);
      await loaded.refresh();
    });
  const changeWithUndo = async (id: string, body: SiteChange, done: string, back: SiteChange) => {
    if (await change(id, body)) toast({ text: done, onUndo: () => void change(id, back) });
  };
  const sites = loaded.data.value?.sites;
  const allOwners = owners.data.value?.owners ?? [];
  const trouble = problem.value ?? loaded.problem.value;
  const nameOf = (id: string) => allOwners.find((owner) => owner.id === id)?.name ?? '';
  return (
    <Page
      title={t.sites}
      lead={t.sitesLead}
      actions={
        <Button kind="primary" icon="plus" onClick={make}>
          {t.newSite}
        </Button>
      }
    >
      <ErrorNote problem={trouble} onRetry={() => void loaded.refresh()} />
      {sites === undefined && trouble === undefined && <Skeleton lines={6} />}
      {sites?.length === 0 && <EmptyState icon="sites" title={t.noSites} text={t.noSitesText} />}
      {sites !== undefined && sites.length > 0 && (
        <Card>
          <ul class="plain-rows">
            {sites.map((site) => (
              <SiteRow
                key={site.id}
                site={site}
                owner={nameOf(site.owner)}
                onPlan={put(planned, site)}
                onPause={() => {
                  const isPaused = site.status === 'paused';
                  const done = isPaused ? t.resumedNow(site.id) : t.pausedNow(site.id);
                  void changeWithUndo(site.id, { paused: !isPaused }, done, { paused: isPaused });
                }}
              />
            ))}
          </ul>
        </Card>
      )}
      {planned.value !== undefined && (
        <ChangePlan
          site={planned.value}
          onClose={put(planned, undefined)}
          onChosen={(site, plan) => {
            planned.value = undefined;
            const done = t.planChanged(site.id, plan);
            void changeWithUndo(site.id, { plan }, done, { plan: site.plan });
          }}
        />
      )}
      {isMaking.value && (
        <NewSite
          owners={allOwners}
          onMade={() => {
            isMaking.value = false;
            toast({ text: t.siteMade });
            void loaded.refresh();
          }}
          onClose={put(isMaking, false)}
        />
      )}
    </Page>
  );
}

function SiteRow(props: {
  readonly site: OperatorSite;
  readonly owner: string;
  readonly onPlan: () => void;
  readonly onPause: () => void;
}) {
  const t = speak(words);
  const { id, plan, status, usage } = props.site;
  const { used, limit } = usage.questions;
  const isPaused = status === 'paused';
  return (
    <li class="with-menu">
      <div class="grow stack">
        <p class="row">
          <b>{id}</b>
          <Badge>{plan}</Badge>
          <Badge kind={isPaused ? 'care' : 'good'}>{isPaused ? t.paused : t.active}</Badge>
        </p>
        <p class="quiet small">{props.owner}</p>
        <p class="quiet small">
          {[
            limit === null ? t.questionsFree(count(used)) : t.questions(count(used), count(limit)),
            t.answered(count(usage.answered)),
            t.leads(count(usage.leads)),
          ].join(' · ')}
        </p>
        {limit !== null && (
          <progress
            class="progress usage-bar"
            value={Math.min(used, limit)}
            max={Math.max(1, limit)}
            aria-label={t.questions(count(used), count(limit))}
          />
        )}
      </div>
      <Menu
        label={t.actionsOf(id)}
        button={<Icon name="more" />}
        items={[
          { label: t.changePlan, icon: 'plans', onSelect: props.onPlan },
          {
            label: isPaused ? t.resume : t.pause,
            icon: isPaused ? 'again' : 'close',
            onSelect: props.onPause,
          },
        ]}
      />
    </li>
  );
}
