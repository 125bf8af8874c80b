/** All owners: create them and invite them by a one-time link. */

import type { Owner } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { useWork } from '../../api/work.ts';
import { useCommands } from '../../app/commands.ts';
import { Page } from '../../app/page.tsx';
import { into, put } from '../../design/base/bind.ts';
import { Button } from '../../design/controls/button.tsx';
import { Field } from '../../design/controls/field.tsx';
import { WorkForm } from '../../design/controls/work-form.tsx';
import { Sheet } from '../../design/layers/dialog.tsx';
import { toast } from '../../design/layers/toast.tsx';
import { Card } from '../../design/notes/card.tsx';
import { EmptyState } from '../../design/notes/empty-state.tsx';
import { Loaded } from '../../design/notes/loaded.tsx';
import { bytes, count, day } from '../../words/figures.ts';
import { speak } from '../../words/language.ts';
import { InviteOwner } from './invite-owner.tsx';
import { words } from './words.ts';
import './operator.css';

export function Owners() {
  const t = speak(words);
  const loaded = useResource('operator/owners', (signal) => client.operator.owners({ signal }));
  const isMaking = useSignal(false);
  const invited = useSignal<Owner | undefined>(undefined);
  const make = put(isMaking, true);
  useCommands(() => [{ id: 'new-owner', title: t.newOwner, icon: 'owners', run: make }]);
  const owners = loaded.data.value?.owners;
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
      <Loaded resource={loaded} lines={5} />
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
                <Button onClick={put(invited, owner)}>
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
          onClose={put(isMaking, false)}
        />
      )}
      {invited.value !== undefined && (
        <InviteOwner
          key={invited.value.id}
          owner={invited.value}
          onClose={put(invited, undefined)}
        />
      )}
    </Page>
  );
}

function NewOwner(props: {
  readonly onMade: (owner: Owner) => void;
  readonly onClose: () => void;
}) {
  const t = speak(words);
  const name = useSignal('');
  const work = useWork();
  const make = async () => {
    props.onMade(await client.operator.createOwner(name.value));
    toast({ text: t.made });
  };
  return (
    <Sheet title={t.newOwner} onClose={props.onClose}>
      <WorkForm work={work} action={t.newOwner} onSubmit={make}>
        <Field
          label={t.ownerName}
          isRequired
          value={name.value}
          onInput={into(name)}
          more={{ maxlength: 200, autocomplete: 'off' }}
        />
      </WorkForm>
    </Sheet>
  );
}
