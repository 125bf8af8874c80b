/** All owners: create them, invite them by a one-time link, rename and delete them. */
import type { Invitation, Owner, OwnerList } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client, useResource } from '../../api/client.ts';
import { loadSession, signedIn } from '../../api/session.ts';
import { Page } from '../../app/page.tsx';
import { ConfirmInput, Dialog, FormSheet, ShownOnce } from '../../design/dialogs.tsx';
import { Field, Switch } from '../../design/fields.tsx';
import { Menu } from '../../design/menu.tsx';
import { Badge, Facts, Loaded } from '../../design/notes.tsx';
import { setTo, useFlag } from '../../design/signals.ts';
import { toast } from '../../design/toast.tsx';
import { bytes, count, day, moment } from '../../words/figures.ts';
import { RowCard } from './rows.tsx';
import { t } from './words.ts';

type ListedOwner = OwnerList['owners'][number];

export function Owners() {
  const loaded = useResource('operator/owners', (signal) => client.operator.owners({ signal }));
  const creating = useFlag();
  const invited = useSignal<Owner>();
  const renamed = useSignal<ListedOwner>();
  const deleted = useSignal<ListedOwner>();
  const own = signedIn().owner.id;
  const allOwners = loaded.data.value?.owners ?? [];
  const refresh = (text: string) => {
    toast({ text });
    void loaded.refresh();
  };
  const create = async (name: string) => {
    invited.value = await client.operator.createOwner(name);
    creating.off();
    refresh(t.ownerCreated);
  };
  const rename = async (owner: ListedOwner, name: string) => {
    await client.operator.renameOwner(owner.id, name);
    renamed.value = undefined;
    refresh(t.renamed);
    // The account menu shows the name.
    if (owner.id === own) void loadSession();
  };
  return (
    <Page title={t.owners} lead={t.ownersLead} primary={{ label: t.newOwner, run: creating.on }}>
      <Loaded resource={loaded}>
        {({ owners }) => (
          <RowCard rows={owners} icon="owners" emptyTitle={t.noOwners} emptyText={t.noOwnersText}>
            {(owner) => (
              <li key={owner.id} class="with-menu">
                <div class="grow stack">
                  <p class="row">
                    <b>{owner.name}</b>
                    {owner.id === own && <Badge>{t.you}</Badge>}
                  </p>
                  <p class="quiet small">{holdsOf(owner)}</p>
                  <p class="quiet small">{t.since(day(owner.createdAt))}</p>
                </div>
                <Menu
                  label={t.actionsOf(owner.name)}
                  items={[
                    { label: t.invite, icon: 'forward', onSelect: setTo(invited, owner) },
                    { label: t.rename, icon: 'edit', onSelect: setTo(renamed, owner) },
                    owner.id !== own && {
                      label: t.deleteOwner,
                      icon: 'trash',
                      kind: 'danger',
                      onSelect: setTo(deleted, owner),
                    },
                  ]}
                />
              </li>
            )}
          </RowCard>
        )}
      </Loaded>
      {creating.isOn && (
        <OwnerName
          title={t.newOwner}
          action={t.newOwner}
          others={allOwners}
          onSave={create}
          onClose={creating.off}
        />
      )}
      {renamed.value !== undefined && (
        <OwnerName
          title={`${t.rename}: ${renamed.value.name}`}
          action={t.save}
          name={renamed.value.name}
          others={allOwners.filter(({ id }) => id !== renamed.value?.id)}
          onSave={(name) => (renamed.value ? rename(renamed.value, name) : Promise.resolve())}
          onClose={setTo(renamed, undefined)}
        />
      )}
      {deleted.value !== undefined && (
        <DeleteOwner
          owner={deleted.value}
          onDeleted={(gone) => {
            deleted.value = undefined;
            refresh(t.ownerDeleted(gone));
          }}
          onClose={setTo(deleted, undefined)}
        />
      )}
      {invited.value !== undefined && (
        <InviteOwner
          key={invited.value.id}
          owner={invited.value}
          onClose={setTo(invited, undefined)}
        />
      )}
    </Page>
  );
}

function holdsOf({ sites, resources, bytes: size }: ListedOwner): string {
  return t.ownerHolds(count(sites), count(resources), bytes(size));
}

/** A form for the name of a new owner, or for the new name of an existing one. */
function OwnerName(props: {
  readonly title: string;
  readonly action: string;
  readonly name?: string;
  readonly others: readonly Owner[];
  readonly onSave: (name: string) => Promise<void>;
  readonly onClose: () => void;
}) {
  const name = useSignal(props.name ?? '');
  const isChecked = useSignal(false);
  const wanted = name.value.trim();
  const isTaken = props.others.some((other) => other.name === wanted);
  const error = wanted === '' ? t.ownerNameMissing : isTaken ? t.ownerNameTaken : undefined;
  const save = async () => {
    isChecked.value = true;
    if (error === undefined) await props.onSave(wanted);
  };
  return (
    <FormSheet title={props.title} action={props.action} onSubmit={save} onClose={props.onClose}>
      <Field
        label={t.ownerName}
        isRequired
        value={name}
        error={isChecked.value ? error : undefined}
        maxlength={200}
      />
    </FormSheet>
  );
}

/** Says what will be lost, and asks to type the name of the owner. */
function DeleteOwner(props: {
  readonly owner: ListedOwner;
  readonly onDeleted: (name: string) => void;
  readonly onClose: () => void;
}) {
  const { id, name, sites, resources, bytes: size } = props.owner;
  const remove = async () => {
    await client.operator.deleteOwner(id);
    props.onDeleted(name);
  };
  return (
    <Dialog title={t.deleteOwnerOf(name)} onClose={props.onClose}>
      <p>{t.lost}</p>
      <Facts
        isRuled
        facts={[
          [t.sites, count(sites)],
          [t.lostResources, count(resources)],
          [t.lostBytes, bytes(size)],
        ]}
      />
      <p>{t.lostAccess}</p>
      <ConfirmInput word={name} action={t.deleteOwner} onConfirm={remove} />
    </Dialog>
  );
}

function InviteOwner(props: { readonly owner: Owner; readonly onClose: () => void }) {
  const site = useSignal('');
  const isOperator = useSignal(false);
  const invitation = useSignal<Invitation>();
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
      <Field label={t.inviteSite} hint={t.inviteSiteHint} value={site} isCode maxlength={100} />
      <Switch label={t.inviteOperator} hint={t.inviteOperatorHint} isOn={isOperator} />
    </FormSheet>
  );
}
