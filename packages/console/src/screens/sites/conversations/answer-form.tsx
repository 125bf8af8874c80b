/** The form in which a person replies, with the saved answers of the site. */
import type { ConversationDetails } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { client, useResource, useWork } from '../../../api/client.ts';
import { loadSession, signedIn } from '../../../api/session.ts';
import { Button, IconButton } from '../../../design/buttons.tsx';
import { Form } from '../../../design/dialogs.tsx';
import { Field } from '../../../design/fields.tsx';
import { Fold } from '../../../design/parts.tsx';
import { setTo, useFlag } from '../../../design/signals.ts';
import { attempt, toast } from '../../../design/toast.tsx';
import { sitePath } from '../site/site.ts';
import { t } from './words.ts';

const typingEveryMs = 3_000;

export function AnswerForm(props: {
  readonly site: string;
  readonly conversation: ConversationDetails;
  readonly onSent: () => Promise<void>;
}) {
  const { site, conversation } = props;
  const { id, state } = conversation;
  const text = useSignal('');
  const work = useWork();
  const saved = useResource(`${sitePath(site)} saved answers`, (signal) =>
    client.sites.savedAnswers(site, { signal }),
  );
  const answers = saved.data.value?.answers ?? [];
  const folded = useFlag();
  const typedMs = useRef(0);
  const sending = useRef<HTMLDivElement>(null);
  const tried = useRef<{ readonly text: string; readonly known: ReadonlySet<string> }>(undefined);
  const obstacle = obstacleOf(conversation);
  const { member } = signedIn();
  const isNameless = member?.firstName === null;
  const name = useSignal('');
  const complaint = useSignal<string>();
  const send = async () => {
    if (text.value.trim() === '') return;
    const given = name.value.trim();
    if (isNameless) {
      complaint.value = given === '' ? t.nameMissing : undefined;
      if (given === '') return;
      await client.members.change(member.id, { name: given });
      await loadSession();
    }
    const written = text.value;
    if (!(await wasWritten(written))) {
      const known = new Set(conversation.messages.map((message) => message.id));
      if (tried.current?.text !== written) tried.current = { text: written, known };
      await client.sites.writeMessage(site, id, { text: written, name: given });
    }
    tried.current = undefined;
    // What was typed meanwhile stays.
    if (text.value === written) text.value = '';
    await props.onSent();
  };
  /** Whether an earlier try was stored, and only its response was lost. */
  const wasWritten = async (written: string) => {
    const before = tried.current;
    if (before?.text !== written) return false;
    const { messages } = await client.sites.conversation(site, id);
    const isMine = ({ from, text: stored }: (typeof messages)[number]) =>
      from === 'person' && stored.trim() === written.trim();
    return messages.some((one) => isMine(one) && !before.known.has(one.id));
  };
  const submit = () => work.run(() => attempt(send));
  const keep = () =>
    attempt(async () => {
      await client.sites.saveAnswer(site, text.value);
      await saved.refresh();
      toast({ text: t.kept });
    });
  const forget = (answer: string) =>
    attempt(async () => {
      await client.sites.deleteSavedAnswer(site, answer);
      await saved.refresh();
    });
  if (obstacle !== undefined) return <p class="soft-note">{obstacle}</p>;
  return (
    <Form onSubmit={submit}>
      <p class="quiet small">{state === 'person' ? t.silent : t.helps}</p>
      {isNameless && (
        <Field
          label={t.firstName}
          hint={t.firstNameHint}
          value={name}
          error={complaint.value}
          maxlength={100}
          autocomplete="given-name"
        />
      )}
      <Field
        label={t.answer}
        lines={3}
        value={text.value}
        onInput={(value) => {
          text.value = value;
          if (Date.now() - typedMs.current < typingEveryMs) return;
          typedMs.current = Date.now();
          void client.sites.showTyping(site, id).catch(() => {});
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void submit();
        }}
        // The button that sends it must not be left under the bar of a phone.
        onFocus={() => sending.current?.scrollIntoView({ block: 'nearest' })}
        maxlength={4_000}
      />
      <div class="row answer-send" ref={sending}>
        <Button kind="primary" type="submit" work={work} label={t.send} />
        {text.value.trim() !== '' && <Button kind="quiet" onClick={keep} label={t.keepAnswer} />}
      </div>
      {answers.length > 0 && (
        <ul class="stack">
          <Fold isOpen={folded.isOn} onToggle={folded.toggle} head={t.savedAnswers}>
            <ul class="stack tight">
              {answers.map((one) => (
                <li key={one.id} class="row apart">
                  <Button
                    kind="quiet"
                    onClick={setTo(text, one.text)}
                    label={one.text.slice(0, 120)}
                  />
                  <IconButton
                    icon="trash"
                    about={one.text.slice(0, 40)}
                    onClick={() => forget(one.id)}
                    label={t.delete}
                  />
                </li>
              ))}
            </ul>
          </Fold>
        </ul>
      )}
    </Form>
  );
}

/** Why a reply cannot be sent; undefined if it can. */
function obstacleOf({ open_until, opted_out, channel }: ConversationDetails): string | undefined {
  if (opted_out === true) return t.optedOut;
  const isOver = open_until == null || Date.parse(open_until) <= Date.now();
  return channel === 'whatsapp' && isOver ? t.windowOver : undefined;
}
