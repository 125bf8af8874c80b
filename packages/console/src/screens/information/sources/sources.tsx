/** Brings a file or a website: what was read in it is proposed, and added when it is chosen. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ApiProblem } from '../../../api/problem.ts';
import { Page } from '../../../app/page.tsx';
import { type ScreenProps, useUnsavedGuard } from '../../../app/router.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { FileDrop } from '../../../design/controls/file-drop.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { EmptyState } from '../../../design/notes/empty-state.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { count } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import { useDraft } from '../profile/draft.ts';
import { addChosen } from './adding.ts';
import { type Chosen, withIds } from './chosen.ts';
import { Proposals } from './proposals.tsx';
import { type Found, type Progress, readSource } from './reading.ts';
import { words } from './words.ts';
import './sources.css';

const fileBytesMax = 20 * 1024 * 1024;
const accepted = '.pdf,.docx,.xlsx,.csv,.html,.htm,.md,.txt';

type Source = File | { readonly url: string };

export function Sources({ params }: ScreenProps) {
  const t = speak(words);
  const draft = useDraft(params.site ?? '');
  const reading = useSignal<{ readonly name: string; readonly progress?: Progress } | undefined>(
    undefined,
  );
  const found = useSignal<
    { readonly chosen: readonly Chosen[]; readonly leftOut: Found['left_out'] } | undefined
  >(undefined);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const adding = useSignal<{ readonly done: number; readonly all: number } | undefined>(undefined);
  const url = useSignal('');
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);
  useUnsavedGuard(() => found.peek() !== undefined && found.peek()?.chosen.length !== 0);
  const read = async (source: Source) => {
    current.current?.abort();
    const mine = new AbortController();
    current.current = mine;
    const name = source instanceof File ? source.name : source.url;
    reading.value = { name };
    problem.value = undefined;
    found.value = undefined;
    try {
      const answer = await readSource(draft.path, source, {
        signal: mine.signal,
        onProgress: (progress) => {
          if (current.current === mine) reading.value = { name, progress };
        },
      });
      found.value = { chosen: withIds(answer.proposals), leftOut: answer.left_out };
    } catch (error) {
      if (mine.signal.aborted) return;
      if (!(error instanceof ApiProblem)) throw error;
      problem.value = error;
    } finally {
      if (current.current === mine) reading.value = undefined;
    }
  };
  const cancel = () => {
    current.current?.abort();
    reading.value = undefined;
  };
  const add = async (chosen: readonly Chosen[]) => {
    adding.value = { done: 0, all: chosen.length };
    problem.value = undefined;
    try {
      await addChosen(draft, chosen, (done) => {
        adding.value = { done, all: chosen.length };
      });
      found.value = undefined;
      url.value = '';
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      problem.value = error;
    } finally {
      adding.value = undefined;
    }
  };
  return (
    <Page title={t.title} lead={t.lead}>
      {found.value === undefined && reading.value === undefined && (
        <div class="source-ways">
          <Card title={t.file}>
            <FileDrop
              label={t.fileLabel}
              hint={t.fileHint}
              accept={accepted}
              bytesMax={fileBytesMax}
              onFiles={([file]) => {
                if (file !== undefined) void read(file);
              }}
            />
          </Card>
          <Card title={t.page}>
            <form
              class="stack"
              onSubmit={(event) => {
                event.preventDefault();
                if (url.value.trim() !== '') void read({ url: fullAddress(url.value.trim()) });
              }}
            >
              <Field
                label={t.pageLabel}
                hint={t.pageHint}
                type="text"
                value={url.value}
                onInput={(value) => {
                  url.value = value;
                }}
                more={{ inputmode: 'url', autocomplete: 'url', spellcheck: false }}
              />
              <div>
                <Button type="submit">{t.readPage}</Button>
              </div>
            </form>
          </Card>
        </div>
      )}
      {reading.value !== undefined && (
        <Card title={t.reading(reading.value.name)}>
          <ReadingProgress progress={reading.value.progress} />
          <div>
            <Button onClick={cancel}>{t.cancel}</Button>
          </div>
        </Card>
      )}
      {problem.value !== undefined && <ErrorNote problem={problem.value} />}
      {found.value !== undefined && found.value.chosen.length === 0 && (
        <EmptyState icon="search" title={t.nothingFound} text={t.nothingFoundText}>
          <Button
            kind="primary"
            onClick={() => {
              found.value = undefined;
            }}
          >
            {t.another}
          </Button>
        </EmptyState>
      )}
      {found.value !== undefined && (
        <Proposals
          proposals={found.value.chosen}
          leftOut={found.value.leftOut}
          adding={adding.value}
          onAdd={(chosen) => void add(chosen)}
          onGiveUp={() => {
            found.value = undefined;
            problem.value = undefined;
          }}
        />
      )}
    </Page>
  );
}

function ReadingProgress({ progress }: { readonly progress: Progress | undefined }) {
  const t = speak(words);
  const of = progress?.total ?? undefined;
  return (
    <div role="status">
      <progress
        class="progress"
        aria-label={t.progress}
        {...(progress === undefined || of === undefined ? {} : { value: progress.done, max: of })}
      />
      <p class="quiet small">
        {progress === undefined
          ? t.sending
          : t.done(count(progress.done), of === undefined ? undefined : count(of))}
      </p>
    </div>
  );
}

function fullAddress(text: string): string {
  return /^https?:\/\//i.test(text) ? text : `https://${text}`;
}
