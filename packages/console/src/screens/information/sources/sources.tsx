/** Imports a file or a website: the server proposes entries, and those that are chosen are added. */
import type { Proposals, SourceProgress } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { client } from '../../../api/client.ts';
import { type ApiProblem, asProblem } from '../../../api/problem.ts';
import { Page } from '../../../app/page.tsx';
import { type ScreenProps, useUnsavedGuard } from '../../../app/router.ts';
import { into, put } from '../../../design/base/bind.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { FileDrop } from '../../../design/controls/file-drop.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { EmptyState } from '../../../design/notes/empty-state.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { count } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import { ClashDialog } from '../conflict/clash-dialog.tsx';
import { useDraft } from '../profile/draft.ts';
import { save } from '../profile/saving.ts';
import { type Proposal, withChosen, withIds } from './chosen.ts';
import { ProposalList } from './proposals.tsx';
import { words } from './words.ts';
import './sources.css';

type Source = { readonly file: File } | { readonly url: string };
type Progress = Pick<SourceProgress, 'done' | 'total'>;

interface Found {
  readonly proposals: readonly Proposal[];
  readonly leftOut: Proposals['left_out'];
}

export function Sources({ params }: ScreenProps) {
  const t = speak(words);
  const draft = useDraft(params.site ?? '');
  const reading = useSignal<{ readonly name: string; readonly progress?: Progress } | undefined>(
    undefined,
  );
  const found = useSignal<Found | undefined>(undefined);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);
  useUnsavedGuard(() => (found.peek()?.proposals.length ?? 0) > 0);
  const read = async (source: Source) => {
    current.current = new AbortController();
    const { signal } = current.current;
    const name = 'file' in source ? source.file.name : source.url;
    reading.value = { name };
    problem.value = undefined;
    try {
      const onProgress = (progress: Progress) => {
        if (!signal.aborted) reading.value = { name, progress };
      };
      const answer = await client.sites.propose(draft.site, source, { signal, onProgress });
      found.value = { proposals: withIds(answer.proposals), leftOut: answer.left_out };
    } catch (error) {
      if (!signal.aborted) problem.value = asProblem(error);
    } finally {
      if (!signal.aborted) reading.value = undefined;
    }
  };
  const cancel = () => {
    current.current?.abort();
    reading.value = undefined;
  };
  const restart = () => {
    found.value = undefined;
    problem.value = undefined;
  };
  const add = async (chosen: readonly Proposal[]) => {
    const profile = draft.written.peek();
    if (profile === undefined) return;
    draft.written.value = withChosen(profile, chosen);
    if (await save(draft)) found.value = undefined;
  };
  const refused = problem.value ?? draft.problem.value;
  return (
    <Page title={t.title} lead={t.lead}>
      {found.value === undefined && reading.value === undefined && (
        <SourceForms onSource={(source) => void read(source)} />
      )}
      {reading.value !== undefined && (
        <Card title={t.reading(reading.value.name)}>
          <ReadingProgress progress={reading.value.progress} />
          <div>
            <Button onClick={cancel}>{t.cancel}</Button>
          </div>
        </Card>
      )}
      <ErrorNote problem={refused} />
      {found.value?.proposals.length === 0 && (
        <EmptyState icon="search" title={t.nothingFound} text={t.nothingFoundText}>
          <Button kind="primary" onClick={put(found, undefined)}>
            {t.another}
          </Button>
        </EmptyState>
      )}
      {found.value !== undefined && (
        <ProposalList
          {...found.value}
          isAdding={draft.isSaving.value}
          onAdd={(chosen) => void add(chosen)}
          onCancel={restart}
        />
      )}
      {draft.clash.value !== undefined && <ClashDialog draft={draft} clash={draft.clash.value} />}
    </Page>
  );
}

const fileBytesMax = 20 * 1024 * 1024;

function SourceForms({ onSource }: { readonly onSource: (source: Source) => void }) {
  const t = speak(words);
  const url = useSignal('');
  const submit = (event: Event) => {
    event.preventDefault();
    const address = url.value.trim();
    if (address !== '')
      onSource({ url: /^https?:\/\//i.test(address) ? address : `https://${address}` });
  };
  return (
    <div class="source-ways">
      <Card title={t.file}>
        <FileDrop
          label={t.fileLabel}
          hint={t.fileHint}
          accept=".pdf,.docx,.xlsx,.csv,.html,.htm,.md,.txt"
          bytesMax={fileBytesMax}
          onFiles={([file]) => file !== undefined && onSource({ file })}
        />
      </Card>
      <Card title={t.page}>
        <form class="stack" onSubmit={submit}>
          <Field
            label={t.pageLabel}
            hint={t.pageHint}
            value={url.value}
            onInput={into(url)}
            more={{ inputmode: 'url', autocomplete: 'url', spellcheck: false }}
          />
          <div>
            <Button type="submit">{t.readPage}</Button>
          </div>
        </form>
      </Card>
    </div>
  );
}

function ReadingProgress({ progress }: { readonly progress: Progress | undefined }) {
  const t = speak(words);
  const total = progress?.total ?? undefined;
  return (
    <div role="status">
      <progress
        class="progress"
        aria-label={t.progress}
        {...(progress === undefined || total === undefined
          ? {}
          : { value: progress.done, max: total })}
      />
      <p class="quiet small">
        {progress === undefined
          ? t.sending
          : t.done(count(progress.done), total === undefined ? undefined : count(total))}
      </p>
    </div>
  );
}
