/** Asks a question about the unsaved draft, and shows the answer with its sources. */
import type { Preview, Profile } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client, useWork } from '../../../api/client.ts';
import { Button } from '../../../design/buttons.tsx';
import { Form } from '../../../design/dialogs.tsx';
import { Field } from '../../../design/fields.tsx';
import { Badge, ErrorNote } from '../../../design/notes.tsx';
import { localized } from '../../../words/language.ts';
import type { Draft } from '../profile/draft.ts';
import { entryLink } from '../profile/readable.ts';
import { t } from './words.ts';
import './try.css';

/** Older servers do not send the reasoning. */
type Answer = Omit<Preview, Reasoning> & Partial<Pick<Preview, Reasoning>>;
type Reasoning = 'considered' | 'needed' | 'reason' | 'why';

interface TrialProps {
  readonly draft: Pick<Draft, 'site' | 'written'>;
  /** Closes the sheet when a link is followed. */
  readonly onLeave?: () => void;
  /** Whether the surrounding text explains it; then it has no heading of its own. */
  readonly isIntroduced?: boolean;
  /** Questions to choose from instead of the usual ones; they stay beside an answer. */
  readonly ideas?: readonly string[];
  /** Opens a form for the answer to a question that has none; otherwise a link leads to the common questions. */
  readonly onTeach?: (question: string) => void;
}

export function TryIt(props: TrialProps) {
  const { draft } = props;
  const question = useSignal('');
  const asked = useSignal<{
    readonly text: string;
    readonly answer: Answer;
    readonly profile: Profile;
  }>();
  const work = useWork();
  const ask = async (text: string) => {
    const profile = draft.written.peek();
    if (profile === undefined || text.trim() === '') return;
    question.value = text;
    const isAnswered = await work.run(async () => {
      const options = { profile: profile as never };
      asked.value = {
        text: text.trim(),
        answer: await client.sites.preview(draft.site, text.trim(), options),
        profile,
      };
    });
    if (!isAnswered && work.problem.peek() !== undefined) asked.value = undefined;
  };
  const askAgain = () => void ask(question.value);
  const problem = work.problem.value;
  const own = (draft.written.value?.faqs ?? []).slice(0, 3).map((faq) => localized(faq.question));
  const ideas = props.ideas ?? (own.length > 0 ? own : t.ideas);
  return (
    <div class="stack try">
      {props.onLeave === undefined && !props.isIntroduced && <h2>{t.title}</h2>}
      {!props.isIntroduced && <p class="quiet small">{t.lead}</p>}
      <Form class="line" onSubmit={askAgain}>
        <Field label={t.question} value={question} maxlength={2000} />
        <Button kind="primary" type="submit" work={work} label={t.ask} />
      </Form>
      {(props.ideas !== undefined || (asked.value === undefined && problem === undefined)) && (
        <div class="choice-list">
          {ideas.map((idea) => (
            <button key={idea} type="button" class="choice" onClick={() => ask(idea)}>
              {idea}
            </button>
          ))}
        </div>
      )}
      {problem?.code !== 'busy' && <ErrorNote problem={problem} onRetry={askAgain} />}
      <div aria-live="polite" class="stack">
        {problem?.code === 'busy' && (
          <>
            <AnswerText label={t.busyTitle} text={t.busy} />
            <Button icon="again" onClick={askAgain} label={t.again} />
          </>
        )}
        {asked.value !== undefined && <Result {...props} {...asked.value} onAgain={askAgain} />}
      </div>
    </div>
  );
}

function Result(
  props: TrialProps & {
    readonly text: string;
    readonly answer: Answer;
    readonly profile: Profile;
    readonly onAgain: () => void;
  },
) {
  const { answer, text, onTeach } = props;
  const isUnread = !answer.answered && answer.reason === 'not_read';
  const others = (answer.considered ?? []).filter(({ chosen }) => !chosen).slice(0, 4);
  const reasons: Readonly<Record<string, string>> = t.reasons;
  const why = reasons[answer.reason ?? ''] ?? answer.why;
  const link = (id: string) => {
    const found = entryLink(props.draft.site, props.profile, id);
    return (
      found !== undefined && (
        <a class="small" href={found.href} onClick={() => props.onLeave?.()}>
          {found.label}
        </a>
      )
    );
  };
  return (
    <>
      <AnswerText
        label={answer.answered ? t.answered : isUnread ? t.unread : t.refused}
        text={answer.text}
        isGood={answer.answered}
      />
      {why !== undefined && <p class="small">{why}</p>}
      {answer.made.length > 0 && (
        <section class="stack tight">
          <h3>{t.from}</h3>
          {answer.made.map(({ id, sentence }) => (
            <blockquote key={`${id} ${sentence}`} class="try-quote">
              <p>{sentence}</p>
              {link(id)}
            </blockquote>
          ))}
        </section>
      )}
      {others.length > 0 && (
        <details class="try-others">
          <summary>{t.others(others.length)}</summary>
          <div class="stack tight">
            {others.map((read, at) => (
              <div key={at} class="try-quote faint">
                <p>{read.sentence}</p>
                <p class="small quiet">{relevance(read.sureness, answer)}</p>
                {link(read.id)}
              </div>
            ))}
          </div>
        </details>
      )}
      {isUnread && <Button icon="again" onClick={props.onAgain} label={t.again} />}
      {!answer.answered && !isUnread && (
        <div class="stack tight">
          <p class="small quiet">{t.teach}</p>
          {onTeach === undefined ? (
            <a
              class="small"
              href={`#/sites/${encodeURIComponent(props.draft.site)}/information/faqs`}
              onClick={() => props.onLeave?.()}
            >
              {t.toFaqs}
            </a>
          ) : (
            <Button icon="plus" onClick={() => onTeach(text)} label={t.addAnswer} />
          )}
        </div>
      )}
    </>
  );
}

function AnswerText(props: {
  readonly label: string;
  readonly text: string;
  readonly isGood?: boolean;
}) {
  return (
    <div class="soft-note">
      <Badge kind={props.isGood ? 'good' : 'caution'}>{props.label}</Badge>
      <p class="try-text">{props.text}</p>
    </div>
  );
}

function relevance(sureness: number | null, { needed = 0.5, reason }: Answer): string {
  // The entry was found by its words only, so its relevance is unknown.
  if (reason === 'not_read') return '';
  if (sureness === null) return t.notRead;
  if (sureness < needed / 2) return t.aboutOther;
  return sureness < needed ? t.far : t.near;
}
