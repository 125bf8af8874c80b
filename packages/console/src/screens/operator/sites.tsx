/** All sites: usage this month, plan and status. */
import type { AllSites, Owner, SiteChange } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client, useResource, useWork } from '../../api/client.ts';
import { asProblem } from '../../api/problem.ts';
import { Page } from '../../app/page.tsx';
import { Confirm, FormSheet } from '../../design/dialogs.tsx';
import { Choice, Field, Select } from '../../design/fields.tsx';
import { Menu } from '../../design/menu.tsx';
import { Badge, Loaded } from '../../design/notes.tsx';
import { setTo, useFlag } from '../../design/signals.ts';
import { toast } from '../../design/toast.tsx';
import { count } from '../../words/figures.ts';
import { type Language, language } from '../../words/language.ts';
import { RowCard } from './rows.tsx';
import { t } from './words.ts';

type Site = AllSites['sites'][number];

export function OperatorSites() {
  const loaded = useResource('operator/sites', (signal) => client.operator.sites({ signal }));
  const owners = useResource('operator/owners', (signal) => client.operator.owners({ signal }));
  const creating = useFlag();
  const planned = useSignal<Site>();
  const work = useWork();
  const change = (id: string, body: SiteChange) =>
    work.run(async () => {
      await client.operator.changeSite(id, body);
      await loaded.refresh();
    });
  const changeWithUndo = async (id: string, body: SiteChange, done: string, back: SiteChange) => {
    if (await change(id, body)) toast({ text: done, onUndo: () => change(id, back) });
  };
  const togglePause = ({ id, status }: Site) => {
    const isPaused = status === 'paused';
    const done = isPaused ? t.resumedNow(id) : t.pausedNow(id);
    return changeWithUndo(id, { paused: !isPaused }, done, { paused: isPaused });
  };
  const allOwners = owners.data.value?.owners ?? [];
  const nameOf = (id: string) => allOwners.find((owner) => owner.id === id)?.name ?? '';
  return (
    <Page title={t.sites} lead={t.sitesLead} primary={{ label: t.newSite, run: creating.on }}>
      <Loaded resource={loaded} work={work} lines={6}>
        {({ sites }) => (
          <RowCard rows={sites} icon="sites" emptyTitle={t.noSites} emptyText={t.noSitesText}>
            {(site) => (
              <SiteRow
                key={site.id}
                site={site}
                owner={nameOf(site.owner)}
                onPlan={setTo(planned, site)}
                onPause={() => togglePause(site)}
              />
            )}
          </RowCard>
        )}
      </Loaded>
      {planned.value !== undefined && (
        <ChangePlan
          site={planned.value}
          onClose={setTo(planned, undefined)}
          onChosen={({ id, plan: before }, plan) => {
            planned.value = undefined;
            void changeWithUndo(id, { plan }, t.planChanged(id, plan), { plan: before });
          }}
        />
      )}
      {creating.isOn && (
        <NewSite
          owners={allOwners}
          onCreated={() => {
            creating.off();
            toast({ text: t.siteCreated });
            void loaded.refresh();
          }}
          onClose={creating.off}
        />
      )}
    </Page>
  );
}

function stateOf(status: Site['status']): string {
  if (status === 'frozen') return t.moving;
  return status === 'paused' ? t.paused : t.active;
}

function SiteRow(props: {
  readonly site: Site;
  readonly owner: string;
  readonly onPlan: () => void;
  readonly onPause: () => void;
}) {
  const { id, plan, status, usage } = props.site;
  const { used, limit } = usage.questions;
  const isPaused = status === 'paused';
  return (
    <li class="with-menu">
      <div class="grow stack">
        <p class="row">
          <b>{id}</b>
          <Badge>{plan}</Badge>
          <Badge kind={status === 'active' ? 'good' : 'caution'}>{stateOf(status)}</Badge>
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

function ChangePlan(props: {
  readonly site: Site;
  readonly onChosen: (site: Site, plan: string) => void;
  readonly onClose: () => void;
}) {
  const { site } = props;
  const plan = useSignal(site.plan);
  const names = new Set([site.plan, ...usePlanNames()]);
  return (
    <Confirm
      title={`${t.changePlan}: ${site.id}`}
      action={t.save}
      kind="primary"
      isDisabled={plan.value === site.plan}
      onConfirm={async () => props.onChosen(site, plan.value)}
      onClose={props.onClose}
    >
      <Select label={t.plan} value={plan} options={[...names].map((name) => [name, name])} />
    </Confirm>
  );
}

function NewSite(props: {
  readonly owners: readonly Owner[];
  readonly onCreated: () => void;
  readonly onClose: () => void;
}) {
  const site = useSignal('');
  const owner = useSignal(props.owners[0]?.id ?? '');
  const plan = useSignal('');
  // That of the console, until another one is chosen.
  const main = useSignal<Language>(language.peek());
  const plans = usePlanNames();
  const wrong = useSignal<string>();
  const create = async () => {
    const name = site.value.trim();
    wrong.value = /^[a-z0-9-]{3,40}$/.test(name) ? undefined : t.siteNameNeeded;
    if (wrong.value !== undefined) return;
    const chosen = plan.value === '' ? {} : { plan: plan.value };
    const languages: Language[] = main.value === 'sw' ? ['sw', 'en'] : ['en', 'sw'];
    try {
      await client.operator.createSite({ site: name, owner: owner.value, languages, ...chosen });
    } catch (error) {
      if (asProblem(error).code !== 'conflict') throw error;
      wrong.value = t.siteTaken;
      return;
    }
    props.onCreated();
  };
  return (
    <FormSheet title={t.newSite} action={t.newSite} onSubmit={create} onClose={props.onClose}>
      <Field
        label={t.siteName}
        hint={t.siteNameHint}
        isRequired
        value={site}
        error={wrong.value}
        isCode
        maxlength={100}
      />
      <Select
        label={t.owner}
        value={owner}
        options={props.owners.map(({ id, name }) => [id, name])}
      />
      <Choice label={t.siteLanguage} value={main} options={t.languages} />
      <Select
        label={t.plan}
        value={plan}
        none={t.usualPlan}
        options={plans.map((name) => [name, name])}
      />
    </FormSheet>
  );
}

function usePlanNames(): readonly string[] {
  const loaded = useResource('operator/plans', (signal) => client.operator.plans({ signal }));
  return loaded.data.value?.plans.map(({ name }) => name) ?? [];
}
