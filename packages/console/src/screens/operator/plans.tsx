/** The plans of sites and their limits; they are added and changed here. */
import type { PlanList, PlanView } from '@baraza/contract';
import {
  planCountMax,
  planCounts,
  planNamePattern,
  planRates,
  usualRates,
} from '@baraza/contract/plain';
import { useSignal } from '@preact/signals';
import { client, useResource, useWork } from '../../api/client.ts';
import { Page } from '../../app/page.tsx';
import { Button } from '../../design/buttons.tsx';
import { Dialog, FormSheet } from '../../design/dialogs.tsx';
import { Field } from '../../design/fields.tsx';
import { Menu } from '../../design/menu.tsx';
import { Badge, Card, Facts, Loaded } from '../../design/notes.tsx';
import { setTo } from '../../design/signals.ts';
import { toast } from '../../design/toast.tsx';
import { count } from '../../words/figures.ts';
import { t } from './words.ts';
import './operator.css';

type Limit = (typeof planCounts)[number] | (typeof planRates)[number];

export function Plans() {
  const loaded = useResource('operator/plans', (signal) => client.operator.plans({ signal }));
  const edited = useSignal<PlanView | 'new'>();
  const work = useWork();
  const inUse = useSignal<PlanView>();
  const change = (request: () => Promise<unknown>) =>
    work.run(async () => {
      await request();
      await loaded.refresh();
    });
  const remove = async (before: PlanView) => {
    const { name, origin, sites } = before;
    if (origin === 'own' && sites > 0) {
      inUse.value = before;
      return;
    }
    const undo = () => void change(() => client.operator.savePlan(name, before));
    const text = origin === 'own' ? t.planRemoved(name) : t.planReset(name);
    if (await change(() => client.operator.removePlan(name))) toast({ text, onUndo: undo });
  };
  const names = loaded.data.value?.plans.map(({ name }) => name) ?? [];
  return (
    <Page
      title={t.plans}
      lead={t.plansLead}
      primary={{ label: t.newPlan, run: setTo(edited, 'new') }}
    >
      <Loaded resource={loaded} work={work}>
        {({ plans, usual }) => (
          <div class="grid plans">
            {plans.map((plan) => (
              <PlanCard
                key={plan.name}
                plan={plan}
                isUsual={plan.name === usual}
                onEdit={setTo(edited, plan)}
                onRemove={() => remove(plan)}
              />
            ))}
          </div>
        )}
      </Loaded>
      {inUse.value !== undefined && (
        <Dialog
          title={`${t.removePlan}: ${inUse.value.name}`}
          onClose={setTo(inUse, undefined)}
          actions={<Button label={t.toSites} href="#/operator/sites" />}
        >
          <p>{t.planInUse(count(inUse.value.sites))}</p>
        </Dialog>
      )}
      {edited.value !== undefined && (
        <EditPlan
          plan={edited.value === 'new' ? undefined : edited.value}
          names={names}
          onSaved={(name) => {
            edited.value = undefined;
            toast({ text: t.planSaved(name) });
            void loaded.refresh();
          }}
          onClose={setTo(edited, undefined)}
        />
      )}
    </Page>
  );
}

function PlanCard(props: {
  readonly plan: PlanList['plans'][number];
  readonly isUsual: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}) {
  const { plan, isUsual, onEdit, onRemove } = props;
  const { name, origin } = plan;
  return (
    <Card
      title={name}
      actions={
        origin !== 'file' && (
          <Menu
            label={t.actionsOf(name)}
            items={[
              { label: t.editPlan, icon: 'edit', onSelect: onEdit },
              origin === 'changed' && { label: t.resetPlan, icon: 'again', onSelect: onRemove },
              origin === 'own' && {
                label: t.removePlan,
                icon: 'trash',
                kind: 'danger',
                onSelect: onRemove,
              },
            ]}
          />
        )
      }
    >
      <p class="row">
        {isUsual && <Badge kind="good">{t.usual}</Badge>}
        {origin !== 'built-in' && <Badge>{t.planOrigins[origin]}</Badge>}
        <span class="quiet small">{t.planSites(count(plan.sites))}</span>
      </p>
      {origin === 'file' && <p class="quiet small">{t.fromFile}</p>}
      <Facts isRuled facts={planCounts.map((limit) => [t.limits[limit], shown(plan[limit])])} />
      <details>
        <summary>{t.rates}</summary>
        <Facts
          isRuled
          facts={planRates.map((rate) => [t.rateNames[rate], shown(plan.rates[rate])])}
        />
      </details>
    </Card>
  );
}

function shown(limit: number | null): string {
  return limit === null ? t.unlimited : count(limit);
}

function EditPlan(props: {
  readonly plan: PlanView | undefined;
  readonly names: readonly string[];
  readonly onSaved: (name: string) => void;
  readonly onClose: () => void;
}) {
  const { plan } = props;
  const name = useSignal(plan?.name ?? '');
  const typed = useSignal(typedOf(plan));
  const isChecked = useSignal(false);
  const nameError = () => {
    if (plan !== undefined) return undefined;
    if (!planNamePattern.test(name.value.trim())) return t.planNameWrong;
    return props.names.includes(name.value.trim()) ? t.planNameTaken : undefined;
  };
  const errorOf = (limit: Limit) =>
    limitOf(typed.value[limit]) === undefined ? t.limitWrong(count(planCountMax)) : undefined;
  const save = async () => {
    isChecked.value = true;
    if (nameError() !== undefined || [...planCounts, ...planRates].some(errorOf)) return;
    const pick = <Name extends Limit>(limits: readonly Name[]) =>
      Object.fromEntries(
        limits.map((limit) => [limit, limitOf(typed.value[limit]) ?? null]),
      ) as Record<Name, number | null>;
    const saved = name.value.trim();
    await client.operator.savePlan(saved, { ...pick(planCounts), rates: pick(planRates) });
    props.onSaved(saved);
  };
  const field = (limit: Limit, label: string) => (
    <Field
      key={limit}
      label={label}
      value={typed.value[limit]}
      onInput={(text) => {
        typed.value = { ...typed.value, [limit]: text };
      }}
      placeholder={t.unlimited}
      error={isChecked.value ? errorOf(limit) : undefined}
      inputmode="numeric"
    />
  );
  return (
    <FormSheet
      title={plan === undefined ? t.newPlan : t.editPlanOf(plan.name)}
      action={t.save}
      onSubmit={save}
      onClose={props.onClose}
    >
      {plan === undefined && (
        <Field
          label={t.planName}
          hint={t.planNameHint}
          isRequired
          value={name}
          error={isChecked.value ? nameError() : undefined}
          isCode
          maxlength={40}
        />
      )}
      <p class="quiet small">{t.limitsHint}</p>
      <div class="plan-fields">{planCounts.map((limit) => field(limit, t.limits[limit]))}</div>
      <h3>{t.rates}</h3>
      <div class="plan-fields">{planRates.map((rate) => field(rate, t.rateNames[rate]))}</div>
    </FormSheet>
  );
}

function typedOf(plan: PlanView | undefined): Readonly<Record<Limit, string>> {
  const limits = { ...plan, ...(plan?.rates ?? usualRates) };
  return Object.fromEntries(
    [...planCounts, ...planRates].map((limit) => [limit, String(limits[limit] ?? '')]),
  ) as Record<Limit, string>;
}

/** Null for an empty field (no limit), undefined for anything but a number. Ignores spaces and commas in numbers. */
function limitOf(text: string): number | null | undefined {
  const digits = text.replaceAll(/[\s,]/g, '');
  if (digits === '') return null;
  return /^\d{1,10}$/.test(digits) && Number(digits) <= planCountMax ? Number(digits) : undefined;
}
