/** All owners: create them and invite them by a one-time link. */
import type { Invitation, Owner } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { Page } from '../../app/page.tsx';
import { Button } from '../../design/buttons.tsx';
import { ShownOnce } from '../../design/dialogs.tsx';
import { Field, Switch } from '../../design/fields.tsx';
import { FormSheet } from '../../design/forms.tsx';
import { Loaded } from '../../design/notes.tsx';
import { put, useFlag } from '../../design/signals.ts';
import { toast } from '../../design/toast.tsx';
import { bytes, count, day, moment } from '../../words/figures.ts';
import { RowCard } from './rows.tsx';
import { t } from './words.ts';

export function Owners() {
  const loaded = useResource('operator/owners', (signal) => client.operator.owners({ signal }));
  const creating = useFlag();
  const invited = useSignal<Owner | undefined>(undefined);
  const name = useSignal('');
  const open = () => {
    name.value = '';
    creating.on();
  };
  const create = async () => {
    invited.value = await client.operator.createOwner(name.value);
    toast({ text: t.ownerCreated });
    creating.off();
    void loaded.refresh();
  };
  return (
    <Page title={t.owners} lead={t.ownersLead} primary={{ label: t.newOwner, run: open }}>
      <Loaded resource={loaded}>
        {({ owners }) => (
          <RowCard rows={owners} icon="owners" emptyTitle={t.noOwners} emptyText={t.noOwnersText}>
            {(owner) => (
              <li key={owner.id}>
                <div class="grow stack">
                  <b>{owner.name}</b>
                  <span class="quiet small">
                    {t.ownerHolds(count(owner.resources), bytes(owner.objectBytes))} ·{' '}
                    {t.since(day(owner.createdAt))}
                  </span>
                </div>
                <Button label={t.invite} about={`: ${owner.name}`} onClick={put(invited, owner)} />
              </li>
            )}
          </RowCard>
        )}
      </Loaded>
      {creating.isOn && (
        <FormSheet title={t.newOwner} action={t.newOwner} onSubmit={create} onClose={creating.off}>
          <Field
            label={t.ownerName}
            isRequired
            value={name}
            more={{ maxlength: 200, autocomplete: 'off' }}
          />
        </FormSheet>
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

function InviteOwner(props: { readonly owner: Owner; readonly onClose: () => void }) {
  const site = useSignal('');
  const isOperator = useSignal(false);
  const invitation = useSignal<Invitation | undefined>(undefined);
  const invite = async () => {
    const name = site.value.trim();
    invitation.value = await client.operator.inviteOwner(props.owner.id, {
      operator: isOperator.value,
      ...(name === '' ? {} : { site: name }),
    });
  };
  if (invitation.value !== undefined)
    return (
      <ShownOnce
        title={t.linkTitle}
        text={t.linkText(moment(invitation.value.expiresAt))}
        label={t.link}
        secret={invitation.value.url}
        onClose={props.onClose}
      />
    );
  return (
    <FormSheet
      title={t.inviteFor(props.owner.name)}
      action={t.invite}
      onSubmit={invite}
      onClose={props.onClose}
    >
      <p>{t.inviteText}</p>
      <Field
        label={t.inviteSite}
        hint={t.inviteSiteHint}
        value={site}
        more={{ maxlength: 100, autocomplete: 'off', spellcheck: false }}
      />
      <Switch label={t.inviteOperator} hint={t.inviteOperatorHint} isOn={isOperator} />
    </FormSheet>
  );
}
