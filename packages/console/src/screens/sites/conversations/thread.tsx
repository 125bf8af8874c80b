/** One conversation: its messages, updated live, and the actions of a person. */
import type {
  ConversationDetails,
  ConversationMessage,
  StateChange,
  TaughtQuestion,
} from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { client, type Resource, refreshResources, useResource } from '../../../api/client.ts';
import { Page, type ScreenProps } from '../../../app/page.tsx';
import { navigate } from '../../../app/router.ts';
import { Button } from '../../../design/buttons.tsx';
import { Confirm } from '../../../design/dialogs.tsx';
import { Badge, EmptyState, Loaded } from '../../../design/notes.tsx';
import { setTo, useFlag } from '../../../design/signals.ts';
import { attempt, toast } from '../../../design/toast.tsx';
import { moment } from '../../../words/figures.ts';
import { AskedAgain } from '../questions/teach-form.tsx';
import { siteHref, sitePath } from '../site/site.ts';
import { AnswerForm } from './answer-form.tsx';
import { useConversationEvents } from './live.ts';
import { TeachDialog } from './teach-dialog.tsx';
import { t } from './words.ts';
import './conversations.css';

export function Thread({ params }: ScreenProps) {
  const { site = '', id = '' } = params;
  const details = useResource(`${sitePath(site)}/conversations/${id}`, (signal) =>
    client.sites.conversation(site, id, { signal }),
  );
  const typing = useSignal(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useConversationEvents(site, (event) => {
    if (event !== undefined && event.conversation !== id) return;
    const isTyping = event?.type === 'typing';
    typing.value = isTyping;
    clearTimeout(timer.current);
    if (isTyping) timer.current = setTimeout(setTo(typing, false), 5_000);
    else {
      void details.refresh();
      if (event?.type !== 'message') void refreshResources(`${sitePath(site)} waiting`);
    }
  });
  const unread = details.data.value?.unread ?? 0;
  useEffect(() => {
    if (unread > 0) void client.sites.changeConversation(site, id, 'read').catch(() => {});
  }, [unread]);
  const back = { href: siteHref(site, '/conversations'), label: t.title };
  const loaded = details.data.value;
  if (details.problem.value?.status === 404)
    return (
      <Page title={t.title} back={back}>
        <EmptyState icon="conversations" title={t.goneTitle} text={t.goneText}>
          <Button kind="primary" href={back.href} label={t.allConversations} />
        </EmptyState>
      </Page>
    );
  return (
    <Page title={loaded?.name ?? loaded?.contact ?? t.visitor} back={back}>
      <Loaded resource={details}>
        {(conversation) => (
          <div class="stack narrow">
            <State conversation={conversation} />
            {conversation.next !== null && <p class="quiet small">{t.older}</p>}
            <Messages site={site} conversation={conversation} />
            <p class="quiet small" role="status">
              {typing.value ? t.typing : ''}
            </p>
            <AnswerForm site={site} conversation={conversation} onSent={details.refresh} />
            <Actions site={site} conversation={conversation} details={details} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function State({ conversation }: { readonly conversation: ConversationDetails }) {
  const { state, channel, with: person } = conversation;
  const kind = state === 'waiting' ? 'caution' : state === 'person' ? 'good' : 'plain';
  return (
    <div class="row">
      <Badge kind={kind}>{person === null ? t[state] : `${t[state]}: ${person}`}</Badge>
      <span class="quiet small">
        {t[channel]}
        {conversation.contact !== null && ` · ${conversation.contact}`}
      </span>
    </div>
  );
}

type Line =
  | ({ readonly kind: 'message' } & ConversationMessage)
  | ({ readonly kind: 'change' } & StateChange);

function Messages(props: { readonly site: string; readonly conversation: ConversationDetails }) {
  const { messages, changes } = props.conversation;
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => end.current?.scrollIntoView({ block: 'nearest' }), [messages.length]);
  const lines: readonly Line[] = [
    ...messages.map((message) => ({ kind: 'message' as const, ...message })),
    ...changes.map((change) => ({ kind: 'change' as const, ...change })),
  ].toSorted((one, other) => (one.at < other.at ? -1 : 1));
  return (
    <ol class="thread" aria-label={t.title}>
      {lines.map((line) =>
        line.kind === 'change' ? (
          <li key={line.id} class="change quiet small">
            {t.changed[line.state].replace('#', line.by ?? t.you)}
          </li>
        ) : (
          <Message
            key={line.id}
            site={props.site}
            message={line}
            conversation={props.conversation}
          />
        ),
      )}
      <li ref={end} />
    </ol>
  );
}

/** A moment without its day, if that is today. */
function clock(time: string): string {
  const when = new Date(time);
  if (when.toDateString() !== new Date().toDateString()) return moment(when);
  return when.toLocaleTimeString([], { timeStyle: 'short' });
}

const authors = { visitor: 'visitor', assistant: 'bot', person: 'you' } as const;

function Message(props: {
  readonly site: string;
  readonly message: ConversationMessage;
  readonly conversation: ConversationDetails;
}) {
  const { site, message, conversation } = props;
  const { from, name, text, at, delivery, fault } = message;
  const teaching = useFlag();
  const isTaught = useSignal(false);
  const taught = useSignal<TaughtQuestion>();
  const hasQuestion = conversation.messages.some((one) => one.from === 'visitor');
  const sent = delivery === undefined || delivery === 'sent' ? '' : ` · ${t[delivery]}`;
  return (
    <li class={from === 'visitor' ? '' : `ours ${from}`}>
      <span class="thread-text">{text}</span>
      <span class="quiet small">
        {`${name ?? t[authors[from]]} · ${clock(at)}${sent}`}
        {fault !== undefined && ` (${fault})`}
      </span>
      {from === 'person' && hasQuestion && !isTaught.value && (
        <Button kind="quiet" icon="ai" onClick={teaching.on} label={t.teach} />
      )}
      {taught.value !== undefined && <AskedAgain taught={taught.value} />}
      {teaching.isOn && (
        <TeachDialog
          site={site}
          messages={conversation.messages}
          reply={message}
          language={conversation.language}
          onTaught={(lesson) => {
            taught.value = lesson;
            isTaught.value = true;
            teaching.off();
          }}
          onUnlearned={() => {
            taught.value = undefined;
            isTaught.value = false;
          }}
          onClose={teaching.off}
        />
      )}
    </li>
  );
}

function Actions(props: {
  readonly site: string;
  readonly conversation: ConversationDetails;
  readonly details: Resource<ConversationDetails>;
}) {
  const { site, details } = props;
  const { id, state } = props.conversation;
  const deleting = useFlag();
  const change = (action: 'take' | 'release' | 'close') =>
    attempt(async () => {
      await client.sites.changeConversation(site, id, action);
      await details.refresh();
    });
  const remove = async () => {
    await client.sites.deleteConversation(site, id);
    toast({ text: t.deleted });
    navigate(siteHref(site, '/conversations').slice(1), { isReplaced: true });
  };
  return (
    <div class="row">
      {state === 'person' ? (
        <Button icon="again" onClick={() => change('release')} label={t.release} />
      ) : (
        <Button icon="leads" onClick={() => change('take')} label={t.take} />
      )}
      {state !== 'closed' && (
        <Button icon="check" onClick={() => change('close')} label={t.closeTalk} />
      )}
      <Button kind="quiet" icon="trash" onClick={deleting.on} label={t.delete} />
      {deleting.isOn && (
        <Confirm
          title={t.deleteTitle}
          action={t.delete}
          cancel={t.keep}
          onConfirm={remove}
          onClose={deleting.off}
          text={t.deleteText}
        />
      )}
    </div>
  );
}
