/** The team of an owner: its members, their roles, and their invitations. */
import type { Member, MemberInvitation, MemberRole } from '@baraza/contract';
import { memberRoles } from '@baraza/contract/plain';
import { type Signal, useSignal } from '@preact/signals';
import { client, useResource } from '../../api/client.ts';
import { asProblem } from '../../api/problem.ts';
import { loadSession, signedIn } from '../../api/session.ts';
import { Page } from '../../app/page.tsx';
import { Button } from '../../design/buttons.tsx';
import { Confirm, FormSheet, ShownOnce } from '../../design/dialogs.tsx';
import { Field } from '../../design/fields.tsx';
import { Menu } from '../../design/menu.tsx';
import { Badge, Card, Complaint, Loaded } from '../../design/notes.tsx';
import { setTo, setterOf } from '../../design/signals.ts';
import { attempt, toast } from '../../design/toast.tsx';
import { ago, moment } from '../../words/figures.ts';
import { emailOf, isEmail } from './email.ts';
import { t } from './words.ts';
import './people.css';

type Shown =
  | { readonly is: 'new' }
  | { readonly is: 'edit'; readonly member: Member }
  | { readonly is: 'remove'; readonly member: Member }
  | {
      readonly is: 'link';
      readonly name: string;
      readonly link: MemberInvitation;
      readonly isRenewed?: boolean;
    };

export function Team() {
  const loaded = useResource('members', (signal) => client.members.list({ signal }));
  const shown = useSignal<Shown>();
  const isOwner = signedIn().role === 'owner';
  const close = setTo(shown, undefined);
  const invite = (member: Member) =>
    attempt(async () => {
      const link = await client.members.invite(member.id);
      shown.value = { is: 'link', name: member.name, link, isRenewed: true };
    });
  const remove = async (member: Member) => {
    await client.members.remove(member.id);
    toast({ text: t.removed(member.name) });
    close();
    await loaded.refresh();
  };
  const state = shown.value;
  return (
    <Page
      title={t.team}
      lead={t.teamLead}
      primary={isOwner && { label: t.invite, run: setTo(shown, { is: 'new' }) }}
    >
      <Loaded resource={loaded}>
        {({ members }) => (
          <Card>
            <ul class="people action-list ruled-list">
              {members.map((member) => (
                <li key={member.id}>
                  <span class="avatar" aria-hidden="true">
                    {[...member.name][0]?.toLocaleUpperCase()}
                  </span>
                  <div class="grow stack tight">
                    <span class="row">
                      <b>{member.name}</b>
                      <Badge kind={member.role === 'owner' ? 'good' : 'plain'}>
                        {t.roles[member.role]}
                      </Badge>
                      {member.current && <Badge>{t.you}</Badge>}
                    </span>
                    {member.email !== null && (
                      <span class="row quiet small">
                        <span>{member.email}</span>
                        {member.email !== member.confirmedEmail && (
                          <Badge kind="caution">{t.unconfirmed}</Badge>
                        )}
                      </span>
                    )}
                    <span class="quiet small">{seenText(member)}</span>
                  </div>
                  {(isOwner || member.current) && (
                    <Menu
                      label={`${t.edit}: ${member.name}`}
                      items={[
                        {
                          label: t.edit,
                          icon: 'edit',
                          onSelect: setTo(shown, { is: 'edit', member }),
                        },
                        isOwner &&
                          !member.current && {
                            label: t.newLink,
                            icon: 'connect',
                            onSelect: () => invite(member),
                          },
                        isOwner &&
                          !member.current && {
                            label: t.remove,
                            icon: 'trash',
                            onSelect: setTo(shown, { is: 'remove', member }),
                          },
                      ]}
                    />
                  )}
                </li>
              ))}
            </ul>
          </Card>
        )}
      </Loaded>
      {state?.is === 'new' && (
        <MemberSheet
          onClose={close}
          onSave={async ({ name, email, role }) => {
            const made = await client.members.add({ name, email, role });
            shown.value = { is: 'link', name, link: made };
            await loaded.refresh();
          }}
        />
      )}
      {state?.is === 'edit' && (
        <MemberSheet
          key={state.member.id}
          member={state.member}
          onClose={close}
          onSave={async ({ name, email, role }) => {
            const { member } = state;
            const change = role === member.role ? { name, email } : { name, email, role };
            await client.members.change(member.id, change);
            toast({ text: t.saved });
            close();
            await Promise.all([loaded.refresh(), member.current ? loadSession() : undefined]);
          }}
        />
      )}
      {state?.is === 'remove' && (
        <Confirm
          title={t.removeTitle(state.member.name)}
          action={t.remove}
          cancel={t.cancel}
          onClose={close}
          onConfirm={() => remove(state.member)}
        >
          <p>{t.removeText}</p>
          {state.member.role === 'owner' && <p>{t.removeKeys}</p>}
        </Confirm>
      )}
      {state?.is === 'link' && (
        <ShownOnce
          title={t.linkTitle(state.name)}
          text={t.linkText(moment(state.link.expiresAt))}
          label={t.link}
          secret={state.link.url}
          onClose={close}
        >
          {state.isRenewed && <p class="hint">{t.linkRenewed}</p>}
          {state.link.mailed && <p class="hint">{t.linkMailed}</p>}
          <Button
            icon="outside"
            isNewTab
            href={`https://wa.me/?text=${encodeURIComponent(t.shareText(state.link.url))}`}
            label={t.share}
          />
        </ShownOnce>
      )}
    </Page>
  );
}

function seenText({ joinedAt, lastSeenAt }: Member): string {
  if (joinedAt === null) return t.invited;
  return lastSeenAt === null ? t.neverSeen : t.lastSeen(ago(lastSeenAt));
}

interface Written {
  readonly name: string;
  readonly email: string | null;
  readonly role: MemberRole;
}

function MemberSheet(props: {
  readonly member?: Member;
  readonly onSave: (written: Written) => Promise<void>;
  readonly onClose: () => void;
}) {
  const { member } = props;
  const name = useSignal(member?.name ?? '');
  const email = useSignal(member?.email ?? '');
  const role = useSignal<MemberRole>(member?.role ?? 'answerer');
  const wrong = useSignal<{
    readonly name?: string;
    readonly email?: string;
    readonly role?: string;
  }>({});
  const save = async () => {
    const written = { name: name.value.trim(), email: emailOf(email.value), role: role.value };
    wrong.value = {
      ...(written.name === '' ? { name: t.nameMissing } : {}),
      ...(isEmail(email.value) ? {} : { email: t.emailWrong }),
    };
    if (Object.keys(wrong.value).length > 0) return;
    try {
      await props.onSave(written);
    } catch (error) {
      const problem = asProblem(error);
      if (problem.code !== 'conflict') throw error;
      wrong.value = /last owner/.test(problem.message)
        ? { role: t.lastOwner }
        : { email: t.emailTaken };
    }
  };
  return (
    <FormSheet
      title={member?.name ?? t.invite}
      action={member === undefined ? t.invite : t.save}
      onSubmit={save}
      onClose={props.onClose}
    >
      {member === undefined && <p class="quiet">{t.inviteLead}</p>}
      <Field label={t.name} isRequired value={name} error={wrong.value.name} maxlength={200} />
      <Field
        label={t.email}
        hint={signedIn().services.signInMail ? t.emailHint : t.noMailHint}
        value={email}
        error={wrong.value.email}
        isCode
        inputmode="email"
      />
      {signedIn().role === 'owner' && <RoleChoice role={role} error={wrong.value.role} />}
    </FormSheet>
  );
}

function RoleChoice(props: {
  readonly role: Signal<MemberRole>;
  readonly error: string | undefined;
}) {
  const choose = setterOf(props.role);
  return (
    <div class="field">
      <span class="label" id="roles">
        {t.role}
      </span>
      <div class="role-list" role="radiogroup" aria-labelledby="roles">
        {memberRoles.map((role) => (
          <button
            key={role}
            type="button"
            role="radio"
            class="role-choice"
            aria-checked={props.role.value === role}
            onClick={() => choose(role)}
          >
            <b>{t.roles[role]}</b>
            <span class="quiet small">{t.roleHints[role]}</span>
          </button>
        ))}
      </div>
      <Complaint text={props.error} />
    </div>
  );
}
