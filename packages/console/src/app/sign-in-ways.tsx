/** The ways to sign in: passkey, e-mailed link or key. Shown on the sign-in page and when a session has expired. */
import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { client, useWork } from '../api/client.ts';
import { canUsePasskeys, enterByPasskey } from '../api/passkeys.ts';
import { signIn } from '../api/session.ts';
import { Button } from '../design/buttons.tsx';
import { Form } from '../design/dialogs.tsx';
import { Field } from '../design/fields.tsx';
import { ErrorNote } from '../design/notes.tsx';
import { t } from './sign-in-words.ts';

/** Whether this server sends links; undefined until it is known. */
const sendsMail = signal<boolean>();

export function SignInWays({ onEntered }: { readonly onEntered?: () => void }) {
  const passkey = useWork();
  useEffect(() => {
    if (sendsMail.peek() !== undefined) return;
    client.session.ways().then(
      ({ mail }) => {
        sendsMail.value = mail;
      },
      () => {},
    );
  }, []);
  const enter = async () => {
    if (await enterByPasskey()) onEntered?.();
  };
  return (
    <div class="stack wide">
      {canUsePasskeys() && (
        <div class="stack tight">
          <Button
            kind="primary"
            icon="keys"
            isWide
            work={passkey}
            onClick={enter}
            label={t.byPasskey}
          />
          <p class="hint">{t.passkeyHint}</p>
          <ErrorNote problem={passkey.problem.value} />
        </div>
      )}
      {sendsMail.value === true && <LinkForm />}
      <KeyForm onEntered={onEntered} />
    </div>
  );
}

function LinkForm() {
  const email = useSignal('');
  const sentTo = useSignal('');
  const isMissing = useSignal(false);
  const work = useWork();
  const submit = () => {
    const address = email.value.trim();
    isMissing.value = address === '' || !/\S@\S/.test(address);
    if (isMissing.value) return;
    void work.run(async () => {
      await client.session.sendLink(address);
      sentTo.value = address;
    });
  };
  return (
    <Form onSubmit={submit} isUnvalidated>
      <Field
        label={t.email}
        type="email"
        value={email}
        error={isMissing.value ? t.emailWrong : work.problem.value?.message}
        autocomplete="email"
        inputmode="email"
        spellcheck={false}
      />
      <Button type="submit" isWide work={work} label={t.sendLink} />
      {sentTo.value !== '' && (
        <p class="hint" role="status">
          {t.linkSent(sentTo.value)}
        </p>
      )}
    </Form>
  );
}

function KeyForm({ onEntered }: { readonly onEntered: (() => void) | undefined }) {
  const credential = useSignal('');
  const isMissing = useSignal(false);
  const work = useWork();
  const submit = () => {
    const given = credential.value.trim();
    isMissing.value = given === '';
    if (given === '') return;
    void work.run(async () => {
      await signIn({ credential: given });
      onEntered?.();
      credential.value = '';
    });
  };
  return (
    <Form onSubmit={submit}>
      <Field
        label={t.label}
        hint={t.hint}
        type="password"
        value={credential}
        error={isMissing.value ? t.missing : work.problem.value?.message}
        isCode
      />
      <Button
        kind={canUsePasskeys() ? 'plain' : 'primary'}
        type="submit"
        isWide
        work={work}
        label={t.signIn}
      />
    </Form>
  );
}
