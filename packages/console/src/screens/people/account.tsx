/** The person who is signed in: name and address, passkeys, and open sessions. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { client, useResource, useWork } from '../../api/client.ts';
import { addPasskey, canUsePasskeys, enterByPasskey } from '../../api/passkeys.ts';
import { asProblem } from '../../api/problem.ts';
import { loadSession, signedIn } from '../../api/session.ts';
import { Page, type ScreenProps } from '../../app/page.tsx';
import { PushCard } from '../../app/push/push-card.tsx';
import { navigate } from '../../app/router.ts';
import { Button } from '../../design/buttons.tsx';
import { Form } from '../../design/dialogs.tsx';
import { Field } from '../../design/fields.tsx';
import { Badge, Card, ErrorNote, Loaded } from '../../design/notes.tsx';
import { attempt, toast } from '../../design/toast.tsx';
import { ago, day } from '../../words/figures.ts';
import { emailOf, isEmail } from './email.ts';
import { t } from './words.ts';
import './people.css';

export function Account({ params: { proof } }: ScreenProps) {
  const { operatorNeedsPasskey, can } = signedIn();
  return (
    <Page title={t.account} lead={t.accountLead}>
      <div class="stack wide">
        {operatorNeedsPasskey && (
          <div class="caution-note row">
            <span class="grow">{t.confirmOperatorText}</span>
            <Button
              kind="primary"
              onClick={() => attempt(async () => void (await enterByPasskey()))}
              label={t.confirmOperator}
            />
          </div>
        )}
        <AboutYou proof={proof} />
        {can.sites && <PushCard />}
        <Passkeys />
        <Sessions />
      </div>
    </Page>
  );
}

function AboutYou({ proof }: { readonly proof: string | undefined }) {
  const { member, services } = signedIn();
  const name = useSignal(member?.name ?? '');
  const email = useSignal(member?.email ?? '');
  const wrong = useSignal<{ readonly name?: string; readonly email?: string }>({});
  const work = useWork();
  const confirming = useWork();
  useEffect(() => {
    if (proof === undefined) return;
    void confirming.run(async () => {
      try {
        await client.email.confirm(proof);
      } catch (error) {
        if (asProblem(error).code !== 'conflict') throw error;
        wrong.value = { email: t.confirmRefused };
        return;
      }
      toast({ text: t.emailConfirmed });
      await loadSession();
      navigate('/account', { isReplaced: true });
    });
  }, [proof]);
  const save = async () => {
    wrong.value = {
      ...(name.value.trim() === '' ? { name: t.nameMissing } : {}),
      ...(isEmail(email.value) ? {} : { email: t.emailWrong }),
    };
    if (member === null || Object.keys(wrong.value).length > 0) return;
    try {
      const change = { name: name.value.trim(), email: emailOf(email.value) };
      await client.members.change(member.id, change);
    } catch (error) {
      if (asProblem(error).code !== 'conflict') throw error;
      wrong.value = { email: t.emailTaken };
      return;
    }
    toast({ text: t.saved });
    await loadSession();
  };
  return (
    <Card title={t.about}>
      <Form onSubmit={() => work.run(save)} isUnvalidated>
        <Field
          label={t.name}
          hint={t.nameHint}
          value={name}
          error={wrong.value.name}
          maxlength={200}
          autocomplete="name"
        />
        <Field
          label={t.email}
          hint={services.signInMail ? t.ownEmailHint : t.noMailHint}
          type="email"
          value={email}
          error={wrong.value.email}
          autocomplete="email"
          inputmode="email"
          spellcheck={false}
        />
        <UnconfirmedNote />
        <ErrorNote problem={confirming.problem.value} />
        <ErrorNote problem={work.problem.value} />
        <Button type="submit" work={work} label={t.save} />
      </Form>
    </Card>
  );
}

/** What has to happen before the saved address signs in. */
function UnconfirmedNote() {
  const { member, services } = signedIn();
  const work = useWork();
  if (member === null || member.email === null || member.email === member.confirmedEmail)
    return null;
  if (!services.signInMail) return <p class="caution-note">{t.unconfirmable(member.email)}</p>;
  const send = async () => {
    await client.email.sendLink();
    toast({ text: t.confirmSent });
  };
  return (
    <div class="caution-note stack tight">
      <b>{t.unconfirmedTitle}</b>
      <span>{t.unconfirmedText(member.email)}</span>
      {member.confirmedEmail !== null && <span>{t.untilThen(member.confirmedEmail)}</span>}
      <ErrorNote problem={work.problem.value} />
      <div class="row">
        <Button onClick={() => work.run(send)} work={work} label={t.sendAgain} />
      </div>
    </div>
  );
}

function Passkeys() {
  const loaded = useResource('passkeys', (signal) => client.passkeys.list({ signal }));
  const work = useWork();
  const add = async () => {
    if (await addPasskey()) toast({ text: t.passkeyAdded });
    await loaded.refresh();
  };
  const remove = (id: string) =>
    attempt(async () => {
      await client.passkeys.remove(id);
      await Promise.all([loaded.refresh(), loadSession()]);
    });
  return (
    <Card title={t.passkeys} lead={t.passkeysLead}>
      <Loaded resource={loaded} lines={2}>
        {({ passkeys }) =>
          passkeys.length === 0 ? (
            <p class="quiet">{t.noPasskeys}</p>
          ) : (
            <ul class="people action-list ruled-list">
              {passkeys.map((passkey) => (
                <li key={passkey.id}>
                  <div class="grow stack tight">
                    <span class="row">
                      <b>{passkey.name}</b>
                      {passkey.operator && <Badge>{t.operatorPasskey}</Badge>}
                    </span>
                    <span class="quiet small">
                      {day(passkey.createdAt)} ·{' '}
                      {passkey.lastUsedAt === null ? t.unused : t.used(ago(passkey.lastUsedAt))}
                    </span>
                  </div>
                  <Button
                    kind="quiet"
                    label={t.removePasskey}
                    about={`: ${passkey.name}`}
                    onClick={() => remove(passkey.id)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <ErrorNote problem={work.problem.value} />
      {canUsePasskeys() ? (
        <div class="row">
          <Button icon="plus" work={work} onClick={add} label={t.addPasskey} />
        </div>
      ) : (
        <p class="hint">{t.passkeysUnable}</p>
      )}
    </Card>
  );
}

function Sessions() {
  const { member } = signedIn();
  const loaded = useResource('sessions', (signal) => client.sessions.list({ signal }));
  const end = (id: string) =>
    attempt(async () => {
      await client.sessions.end(id);
      await loaded.refresh();
    });
  const endOthers = () =>
    attempt(async () => {
      await client.sessions.endOthers();
      toast({ text: t.endedOthers });
      await loaded.refresh();
    });
  return (
    <Card title={t.sessions}>
      <Loaded resource={loaded} lines={2}>
        {({ sessions }) => (
          <>
            <ul class="people action-list ruled-list">
              {sessions.map((session) => (
                <li key={session.id}>
                  <div class="grow stack tight">
                    <span class="row">
                      <span>{t.kinds[session.kind]}</span>
                      {session.current && <Badge kind="good">{t.thisOne}</Badge>}
                      {session.member !== member?.name && session.member !== null && (
                        <Badge>{session.member}</Badge>
                      )}
                    </span>
                    <span class="quiet small">{ago(session.lastSeenAt)}</span>
                  </div>
                  {!session.current && (
                    <Button
                      kind="quiet"
                      label={t.endSession}
                      about={`: ${ago(session.lastSeenAt)}`}
                      onClick={() => end(session.id)}
                    />
                  )}
                </li>
              ))}
            </ul>
            {sessions.length > 1 && (
              <div class="row">
                <Button onClick={endOthers} label={t.endOthers} />
              </div>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}
