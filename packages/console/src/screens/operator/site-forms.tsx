import { useSignal } from '@preact/signals';
import { call } from '../../api/call.ts';
import { useResource } from '../../api/resource.ts';
import { useWork } from '../../api/work.ts';
import { Button } from '../../design/controls/button.tsx';
import { Field } from '../../design/controls/field.tsx';
import { Select } from '../../design/controls/select.tsx';
import { Dialog, Sheet } from '../../design/layers/dialog.tsx';
import { ErrorNote } from '../../design/notes/error-note.tsx';
import { speak } from '../../words/language.ts';
import { listPlans, type OperatorSite, type Owner, operatorPath } from './operator-api.ts';
import { words } from './words.ts';

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
        onChange={(value) => {
          plan.value = value;
        }}
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
  const { isBusy, problem, run } = useWork();
  const make = async () => {
    const chosen = plan.value === '' ? {} : { plan: plan.value };
    const body = { site: site.value.trim(), owner: owner.value, ...chosen };
    await call('POST', `${operatorPath}/sites`, { body });
    props.onMade();
  };
  return (
    <Sheet title={t.newSite} onClose={props.onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void run(make);
        }}
      >
        <Field
          label={t.siteName}
          hint={t.siteNameHint}
          isRequired
          value={site.value}
          onInput={(value) => {
            site.value = value;
          }}
          more={{ maxlength: 100, autocomplete: 'off', spellcheck: false }}
        />
        <Select
          label={t.owner}
          value={owner.value}
          options={props.owners.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(value) => {
            owner.value = value;
          }}
        />
        <Select
          label={t.plan}
          value={plan.value}
          options={[
            { value: '', label: t.usualPlan },
            ...names.map((value) => ({ value, label: value })),
          ]}
          onChange={(value) => {
            plan.value = value;
          }}
        />
        {problem.value !== undefined && <ErrorNote problem={problem.value} />}
        <Button kind="primary" type="submit" isWide isBusy={isBusy.value}>
          {t.newSite}
        </Button>
      </form>
    </Sheet>
  );
}

function usePlanNames(): readonly string[] {
  const loaded = useResource('operator/plans', listPlans);
  return loaded.data.value?.plans.map(({ name }) => name) ?? [];
}
