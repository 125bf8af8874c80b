/** The owners: made here, and let in by a link that works once. */
import { useSignal } from '@preact/signals';
import { call } from '../../api/call.ts';
import { useResource } from '../../api/resource.ts';
import { useWork } from '../../api/work.ts';
import { useCommands } from '../../app/commands.ts';
import { Page } from '../../app/page.tsx';
import { Button } from '../../design/controls/button.tsx';
import { Field } from '../../design/controls/field.tsx';
import { Sheet } from '../../design/layers/dialog.tsx';
import { toast } from '../../design/layers/toast.tsx';
import { Card } from '../../design/notes/card.tsx';
import { EmptyState } from '../../design/notes/empty-state.tsx';
import { ErrorNote } from '../../design/notes/error-note.tsx';
import { Skeleton } from '../../design/notes/skeleton.tsx';
import { bytes, count, day } from '../../words/figures.ts';
import { speak } from '../../words/language.ts';
import { InviteOwner } from './invite-owner.tsx';
import { listOwners, type Owner, operatorPath } from './operator-api.ts';
import { words } from './words.ts';
import './operator.css';

export function Owners() {
  const t = speak(words);
  const loaded = useResource('operator/owners', listOwners);
  const isMaking = useSignal(false);
  const invited = useSignal<Pick<Owner, 'id' | 'name'> | undefined>(undefined);
  const make = () => {
    isMaking.value = true;
  };
  useCommands(() => [{ id: 'new-owner', title: t.newOwner, icon: 'owners', run: make }]);
  const owners = loaded.data.value;
  return (
    <Page
      title={t.owners}
      lead={t.ownersLead}
      actions={
        <Button kind="primary" icon="plus" onClick={make}>
          {t.newOwner}
        </Button>
      }
    >
      {loaded.problem.value !== undefined && (
        <ErrorNote problem={loaded.problem.value} onRetry={() => void loaded.refresh()} />
      )}
      {owners === undefined && loaded.problem.value === undefined && <Skeleton lines={5} />}
      {owners?.length === 0 && (
        <EmptyState icon="owners" title={t.noOwners} text={t.noOwnersText} />
      )}
      {owners !== undefined && owners.length > 0 && (
        <Card>
          <ul class="plain-rows">
            {owners.map((owner) => (
              <li key={owner.id}>
                <div class="grow stack">
                  <b>{owner.name}</b>
                  <span class="quiet small">
                    {t.ownerHolds(count(owner.resources), bytes(owner.objectBytes))} ·{' '}
                    {t.since(day(owner.createdAt))}
                  </span>
                </div>
                <Button
                  onClick={() => {
                    invited.value = owner;
                  }}
                >
                  {t.invite}
                  <span class="unseen">: {owner.name}</span>
                </Button>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {isMaking.value && (
        <NewOwner
          onMade={(owner) => {
            isMaking.value = false;
            invited.value = owner;
            void loaded.refresh();
          }}
          onClose={() => {
            isMaking.value = false;
          }}
        />
      )}
      {invited.value !== undefined && (
        <InviteOwner
          key={invited.value.id}
          owner={invited.value}
          onClose={() => {
            invited.value = undefined;
          }}
        />
      )}
    </Page>
  );
}

function NewOwner(props: {
  readonly onMade: (owner: Pick<Owner, 'id' | 'name'>) => void;
  readonly onClose: () => void;
}) {
  const t = speak(words);
  const name = useSignal('');
  const { isBusy, problem, run } = useWork();
  const make = async () => {
    const body = { name: name.value };
    props.onMade(await call('POST', `${operatorPath}/owners`, { body }));
    toast({ text: t.made });
  };
  return (
    <Sheet title={t.newOwner} onClose={props.onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void run(make);
        }}
      >
        <Field
          label={t.ownerName}
          isRequired
          value={name.value}
          onInput={(value) => {
            name.value = value;
          }}
          more={{ maxlength: 200, autocomplete: 'off' }}
        />
        {problem.value !== undefined && <ErrorNote problem={problem.value} />}
        <Button kind="primary" type="submit" isWide isBusy={isBusy.value}>
          {t.newOwner}
        </Button>
      </form>
    </Sheet>
  );
}
