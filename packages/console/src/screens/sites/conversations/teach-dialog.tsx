/** Teaching from a person's reply: the question and the answer are shown, and can be changed, before they are saved. */
import type { ConversationMessage, Language, TaughtQuestion } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client, refreshResources, useWork } from '../../../api/client.ts';
import { useUnsavedGuard } from '../../../app/router.ts';
import { Button } from '../../../design/buttons.tsx';
import { Form, Sheet } from '../../../design/dialogs.tsx';
import { Field, Select } from '../../../design/fields.tsx';
import { ErrorNote } from '../../../design/notes.tsx';
import { toast } from '../../../design/toast.tsx';
import { tongueOf } from '../../information/profile/tongue.ts';
import { undoOf } from '../questions/teach-form.tsx';
import { sitePath, useSite } from '../site/site.ts';
import { questionBefore, questionsIn } from './asked.ts';
import { t } from './words.ts';

const optionCharactersMax = 80;

export function TeachDialog(props: {
  readonly site: string;
  readonly messages: readonly ConversationMessage[];
  /** The message of a person that is taught. */
  readonly reply: ConversationMessage;
  readonly language: Language | null;
  /** `taught` says what the next visitor hears; undefined if the question was changed. */
  readonly onTaught: (taught: TaughtQuestion | undefined) => void;
  readonly onUnlearned: () => void;
  readonly onClose: () => void;
}) {
  const { site, messages, reply, onClose } = props;
  const details = useSite(site);
  const asked = questionsIn(messages);
  const first = questionBefore(messages, reply);
  const chosen = useSignal(first?.id ?? '');
  const question = useSignal(first?.text ?? '');
  const answer = useSignal(reply.text);
  const isTried = useSignal(false);
  const work = useWork();
  useUnsavedGuard(() => question.value !== first?.text || answer.value !== reply.text);
  const missing = (text: string, complaint: string) =>
    isTried.value && text.trim() === '' ? complaint : undefined;
  const submit = () => {
    isTried.value = true;
    const written = { question: question.value.trim(), answer: answer.value.trim() };
    if (written.question === '' || written.answer === '') return;
    const meant = asked.find(({ id }) => id === chosen.value);
    const isSame = meant?.question !== undefined && meant.text.trim() === written.question;
    const language = tongueOf(written.answer) ?? props.language ?? undefined;
    void work.run(async () => {
      const taught =
        isSame && meant.question !== undefined
          ? await client.sites.teach(site, meant.question, {
              answer: written.answer,
              ...(language && { language }),
            })
          : undefined;
      const faq =
        taught?.faq ??
        (await client.sites.addEntry(site, 'faqs', { ...written, ...(language && { language }) }));
      props.onTaught(taught);
      toast({ text: t.taught, ...undoOf(faq.id, details.data.peek(), props) });
      void refreshResources(sitePath(site));
    });
  };
  return (
    <Sheet title={t.teach} onClose={onClose}>
      <Form class="stack" isUnvalidated onSubmit={submit}>
        <p class="quiet">{t.teachLead}</p>
        {asked.length > 1 && (
          <Select
            label={t.whichQuestion}
            value={chosen.value}
            options={asked.map(({ id, text }) => [id, text.slice(0, optionCharactersMax)] as const)}
            onChange={(id) => {
              chosen.value = id;
              question.value = asked.find((one) => one.id === id)?.text ?? '';
            }}
          />
        )}
        <Field
          label={t.question}
          hint={t.questionHint}
          lines={2}
          value={question}
          maxlength={2_000}
          error={missing(question.value, t.questionNeeded)}
        />
        <Field
          label={t.taughtAnswer}
          lines={3}
          value={answer}
          maxlength={4_000}
          error={missing(answer.value, t.answerNeeded)}
        />
        <ErrorNote problem={work.problem.value} />
        <div class="row">
          <Button kind="primary" type="submit" work={work} label={t.saveTaught} />
          <Button kind="quiet" onClick={onClose} label={t.cancel} />
        </div>
      </Form>
    </Sheet>
  );
}
