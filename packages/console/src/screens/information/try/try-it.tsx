/** Asks what is written, saved or not, and shows where the answer came from. */
import type { Preview, Profile } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { call } from '../../../api/call.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { Icon } from '../../../design/base/icon.tsx';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { Badge } from '../../../design/notes/badge.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { language, speak } from '../../../words/language.ts';
import { inLanguage } from '../../../words/preferred.ts';
import type { Draft } from '../profile/draft.ts';
import { entryLink } from './entry-link.ts';
import { words } from './words.ts';
import './try.css';

/** What newer servers add: what was read, best first, and why. */
interface Read {
  readonly id: string;
  readonly title: string;
  readonly sentence: string;
  /** How surely it answers, from 0 to 1; null where it was not read. */
  readonly sureness: number | null;
  readonly chosen: boolean;
}
type Answer = Omit<Preview, 'considered' | 'needed' | 'reason' | 'why'> & {
  readonly considered?: readonly Read[];
  readonly why?: string;
  /** What the sureness must reach. */
  readonly needed?: number;
  readonly reason?: string;
};

export function TryIt(props: {
  readonly draft: Draft;
  readonly isInSheet?: boolean;
  readonly onLeave?: () => void;
}) {
  const t = speak(words);
  const { draft } = props;
  const question = useSignal('');
  const asked = useSignal<{ readonly answer: Answer; readonly profile: Profile } | undefined>(
    undefined,
  );
  const isBusy = useSignal(false);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const ask = async (text: string) => {
    const profile = draft.written.peek();
    if (profile === undefined || text.trim() === '' || isBusy.value) return;
    question.value = text;
    isBusy.value = true;
    problem.value = undefined;
    try {
      const answer = await call<Answer>('POST', `${draft.path}/preview`, {
        body: { question: text.trim(), profile },
      });
      asked.value = { answer, profile };
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      asked.value = undefined;
      problem.value = error;
    } finally {
      isBusy.value = false;
    }
  };
  const askAgain = () => void ask(question.value);
  const ideas = (draft.written.value?.faqs ?? [])
    .slice(0, 3)
    .map((faq) => inLanguage(faq.question, language.value));
  return (
    <div class="stack try">
      {!props.isInSheet && <h2>{t.title}</h2>}
      <p class="quiet small">{t.lead}</p>
      <form
        class="try-form"
        onSubmit={(event) => {
          event.preventDefault();
          askAgain();
        }}
      >
        <Field
          label={t.question}
          value={question.value}
          onInput={(value) => {
            question.value = value;
          }}
          more={{ maxlength: 2000, autocomplete: 'off' }}
        />
        <Button kind="primary" type="submit" isBusy={isBusy.value}>
          {t.ask}
        </Button>
      </form>
      {asked.value === undefined && problem.value === undefined && ideas.length > 0 && (
        <div class="choice-list">
          {ideas.map((idea) => (
            <button key={idea} type="button" class="choice" onClick={() => void ask(idea)}>
              {idea}
            </button>
          ))}
        </div>
      )}
      {problem.value !== undefined && problem.value.code !== 'busy' && (
        <ErrorNote problem={problem.value} onRetry={askAgain} />
      )}
      <div aria-live="polite" class="stack">
        {problem.value?.code === 'busy' && (
          <>
            <div class="try-answer">
              <Badge kind="care">{t.busyTitle}</Badge>
              <p class="try-text">{t.busy}</p>
            </div>
            <Again onPress={askAgain} />
          </>
        )}
        {asked.value !== undefined && (
          <Outcome
            {...asked.value}
            site={draft.site}
            onAgain={askAgain}
            {...(props.onLeave === undefined ? {} : { onLeave: props.onLeave })}
          />
        )}
      </div>
    </div>
  );
}

function Outcome(props: {
  readonly answer: Answer;
  readonly profile: Profile;
  readonly site: string;
  readonly onAgain: () => void;
  readonly onLeave?: () => void;
}) {
  const t = speak(words);
  const { answer, profile, site } = props;
  const isUnread = !answer.answered && answer.reason === 'not_read';
  const others = (answer.considered ?? []).filter(({ chosen }) => !chosen).slice(0, 4);
  const link = (id: string) => (
    <EntryLink
      id={id}
      site={site}
      profile={profile}
      {...(props.onLeave === undefined ? {} : { onLeave: props.onLeave })}
    />
  );
  return (
    <>
      <div class="try-answer">
        <Badge kind={answer.answered ? 'good' : 'care'}>
          {answer.answered ? t.answered : isUnread ? t.unread : t.refused}
        </Badge>
        <p class="try-text">{answer.text}</p>
      </div>
      <Reason {...answer} />
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
                <p class="small quiet">{howSure(read.sureness, answer)}</p>
                {link(read.id)}
              </div>
            ))}
          </div>
        </details>
      )}
      {isUnread && <Again onPress={props.onAgain} />}
      {!answer.answered && !isUnread && (
        <p class="small quiet">
          <Icon name="edit" /> {t.teach}
        </p>
      )}
    </>
  );
}

function Again(props: { readonly onPress: () => void }) {
  return (
    <div>
      <Button icon="again" onClick={props.onPress}>
        {speak(words).again}
      </Button>
    </div>
  );
}

/** A reason that is not known is told in the sentence of the server. */
function Reason({ reason = '', why }: Pick<Answer, 'reason' | 'why'>) {
  const reasons: Readonly<Record<string, string>> = speak(words).reasons;
  const text = reasons[reason] ?? why;
  return text === undefined ? null : <p class="small">{text}</p>;
}

function howSure(sureness: number | null, { needed = 0.5, reason }: Answer): string {
  const t = speak(words);
  // Found by words alone, which says nothing about what it answers.
  if (reason === 'not_read') return '';
  if (sureness === null) return t.notRead;
  if (sureness < needed / 2) return t.aboutOther;
  return sureness < needed ? t.far : t.near;
}

function EntryLink(props: {
  readonly id: string;
  readonly site: string;
  readonly profile: Profile;
  readonly onLeave?: () => void;
}) {
  const found = entryLink(props.site, props.profile, props.id);
  if (found === undefined) return null;
  return (
    <a
      class="small"
      href={found.href}
      {...(props.onLeave === undefined ? {} : { onClick: props.onLeave })}
    >
      {found.label}
    </a>
  );
}
