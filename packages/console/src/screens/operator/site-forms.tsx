import type { AllSites, Owner } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { useWork } from '../../api/work.ts';
import { into } from '../../design/base/bind.ts';
import { Button } from '../../design/controls/button.tsx';
import { Field } from '../../design/controls/field.tsx';
import { Select } from '../../design/controls/select.tsx';
import { WorkForm } from '../../design/controls/work-form.tsx';
import { Dialog, Sheet } from '../../design/layers/dialog.tsx';
import { speak } from '../../words/language.ts';
import { words } from './words.ts';

export type OperatorSite = AllSites['sites'][number];

export function ChangePlan(props: {
  readonly site: OperatorSite;
  readonly onChosen: (site: OperatorSite, plan: string) => void;
  readonly onClose: () => void;
}) {
  const t = speak(words);
  const plan = useSignal(props.site.plan);
  const names = usePlanNames();
  return (
    <Dialog
      title={`${t.changePlan}: ${props.site.id}`}
      onClose={props.onClose}
      actions={
        <Button
          kind="primary"
          isDisabled={plan.value === props.site.plan}
          onClick={() => props.onChosen(props.site, plan.value)}
        >
          {t.save}
        </Button>
      }
    >
      <Select
        label={t.plan}
        value={plan.value}
        options={[...new Set([props.site.plan, ...names])].map((value) => ({
          value,
          label: value,
        }))}
        onChange={into(plan)}
      />
    </Dialog>
  );
}

export function NewSite(props: {
  readonly owners: readonly Owner[];
  readonly onMade: () => void;
  readonly onClose: () => void;
}) {
  const t = speak(words);
  const site = useSignal('');
  const owner = useSignal(props.owners[0]?.id ?? '');
  const plan = useSignal('');
  const names = usePlanNames();
  const work = useWork();
  const make = async () => {
    const chosen = plan.value === '' ? {} : { plan: plan.value };
    await client.operator.createSite({ site: site.value.trim(), owner: owner.value, ...chosen });
    props.onMade();
  };
  return (
    <Sheet title={t.newSite} onClose={props.onClose}>
      <WorkForm work={work} action={t.newSite} onSubmit={make}>
        <Field
          label={t.siteName}
          hint={t.siteNameHint}
          isRequired
          value={site.value}
          onInput={into(site)}
          more={{ maxlength: 100, autocomplete: 'off', spellcheck: false }}
        />
        <Select
          label={t.owner}
          value={owner.value}
          options={props.owners.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={into(owner)}
        />
        <Select
          label={t.plan}
          value={plan.value}
          options={[
            { value: '', label: t.usualPlan },
            ...names.map((value) => ({ value, label: value })),
          ]}
          onChange={into(plan)}
        />
      </WorkForm>
    </Sheet>
  );
}

function usePlanNames(): readonly string[] {
  const loaded = useResource('operator/plans', (signal) => client.operator.plans({ signal }));
  return loaded.data.value?.plans.map(({ name }) => name) ?? [];
}
