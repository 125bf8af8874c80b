/** Sign-in by a one-time link, or by a key that is exchanged for a cookie and not kept. */
import type { SessionView } from '@baraza/contract';
import { signal, useSignal } from '@preact/signals';
import { client, useWork } from '../api/client.ts';
import { type ApiProblem, asProblem } from '../api/problem.ts';
import { loadSession, session, signIn, signOut } from '../api/session.ts';
import { Button, CopyText } from '../design/buttons.tsx';
import { Dialog } from '../design/dialogs.tsx';
import { Icon } from '../design/icon.tsx';
import { ErrorNote } from '../design/notes.tsx';
import { setTo } from '../design/signals.ts';
import { attempt } from '../design/toast.tsx';
import { matchPath } from './match.ts';
import { Preferences } from './preference-switches.tsx';
import { navigate, place } from './router.ts';
import { SignInWays } from './sign-in-ways.tsx';
import { t } from './sign-in-words.ts';

const linkProblem = signal<ApiProblem>();
/** A link opened during a session or while the server was unreachable, until the user decides or tries again. */
const waitingLink = signal<string>();

/** Removes the link from the address before it is used, so that it does not appear in the history or a screenshot. */
export async function enter(): Promise<void> {
  const token = takeToken();
  await loadSession();
  if (token !== undefined) await enterOrAsk(token);
}

/** Handles a link that is opened while the page is already loaded. */
export async function enterLater(): Promise<void> {
  const token = takeToken();
  if (token !== undefined) await enterOrAsk(token);
}

// It asks because an attacker could send a link that makes a signed-in user work in the attacker's account.
async function enterOrAsk(token: string): Promise<void> {
  const { is } = session.peek();
  // While the server is unreachable, there may be a session that the link would replace.
  if (is === 'in' || is === 'unreachable') waitingLink.value = token;
  else await enterBy(token);
}

async function reloadSession(): Promise<void> {
  await loadSession();
  const token = waitingLink.peek();
  if (token === undefined || session.peek().is !== 'signed-out') return;
  waitingLink.value = undefined;
  await enterBy(token);
}

function takeToken(): string | undefined {
  const token = matchPath('/enter/:token', place.peek().path)?.token;
  if (token !== undefined) navigate('/', { isReplaced: true });
  return token;
}

async function enterBy(token: string): Promise<void> {
  linkProblem.value = undefined;
  if (session.peek().is === 'signed-out') session.value = { is: 'loading' };
  try {
    await signIn({ link: token });
  } catch (error) {
    linkProblem.value = asProblem(error);
    await loadSession();
  }
}

/** Asks before a link replaces the session. */
export function LinkQuestion({ owner }: { readonly owner: string }) {
  const token = waitingLink.value;
  if (token === undefined) return null;
  const stay = setTo(waitingLink, undefined);
  const go = () => {
    stay();
    void enterBy(token);
  };
  return (
    <Dialog
      title={t.otherTitle}
      onClose={stay}
      actions={
        <>
          <Button onClick={go} label={t.otherEnter} />
          <Button kind="primary" onClick={stay} label={t.otherStay(owner)} />
        </>
      }
    >
      <p>{t.otherText(owner)}</p>
    </Dialog>
  );
}

/** The page shown without a session. */
export function SignInPage() {
  const state = session.value;
  return (
    <main class="welcome" id="content">
      <div class="welcome-card">
        <div class="row apart">
          <Brand />
          <Preferences />
        </div>
        {state.is === 'loading' && <p role="status">{t.entering}</p>}
        {state.is === 'unreachable' && (
          <>
            <h1>{t.unreachable}</h1>
            <ErrorNote problem={state.problem} onRetry={reloadSession} />
          </>
        )}
        {state.is === 'signed-out' && (
          <>
            <div class="stack tight">
              <h1>{linkProblem.value === undefined ? t.title : t.usedTitle}</h1>
              {linkProblem.value === undefined && <p class="quiet">{t.lead}</p>}
            </div>
            {/* The link that confirms an address counts in a session only. */}
            {matchPath('/account/:proof', place.value.path) && (
              <p class="caution-note">{t.confirmFirst}</p>
            )}
            <ErrorNote problem={linkProblem.value} />
            <SignInWays onEntered={setTo(linkProblem, undefined)} />
            <div class="welcome-help stack tight">
              <h2>{t.linkTitle}</h2>
              <p class="quiet">{t.linkText}</p>
              <p class="quiet small">
                {t.linkHow} <code>npx baraza owners invite NAME</code>
              </p>
            </div>
          </>
        )}
      </div>
    </main>
  );
}

export function Brand() {
  return (
    <span class="brand">
      <span class="brand-sign">
        <Icon name="questions" />
      </span>
      Baraza
    </span>
  );
}

/** Whether signing out has to wait: a one-time link cannot be used again, so a key is offered first. */
const isAsking = signal(false);

export function leave(): void {
  const state = session.peek();
  // A person with another way to sign in is not asked.
  const isLost = state.is === 'in' && state.view.kind === 'link' && !hasWayBack(state.view);
  if (isLost) isAsking.value = true;
  else signOutNow();
}

function hasWayBack({ member, services }: SessionView): boolean {
  return !!member && (member.passkeys > 0 || (!!member.confirmedEmail && services.signInMail));
}

function signOutNow(): void {
  isAsking.value = false;
  void attempt(signOut);
}

export function SignOutQuestion() {
  return isAsking.value ? <Question /> : null;
}

function Question() {
  const key = useSignal<string>();
  const work = useWork();
  const createKey = async () => {
    key.value = (await client.keys.create({ type: 'owner', name: t.keyName })).key;
  };
  const stay = setTo(isAsking, false);
  return (
    <Dialog
      title={key.value === undefined ? t.leaveTitle : t.keyTitle}
      onClose={stay}
      actions={
        key.value === undefined ? (
          <>
            <Button kind="danger" onClick={signOutNow} label={t.leaveAnyway} />
            <Button kind="primary" work={work} onClick={createKey} label={t.createKey} />
          </>
        ) : (
          <>
            <Button kind="quiet" onClick={stay} label={t.stay} />
            <Button kind="primary" onClick={signOutNow} label={t.keptKey} />
          </>
        )
      }
    >
      <p>{key.value === undefined ? t.leaveText : t.keyText}</p>
      {key.value !== undefined && <CopyText label={t.label} text={key.value} />}
      <ErrorNote problem={work.problem.value} />
    </Dialog>
  );
}
