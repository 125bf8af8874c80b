/** Imports a file or website: the server proposes entries, and the chosen ones are added. */
import { useEffect, useRef } from 'preact/hooks';
import { Page, type ScreenProps } from '../../../app/page.tsx';
import { Button } from '../../../design/buttons.tsx';
import { EmptyState, ErrorNote } from '../../../design/notes.tsx';
import { ClashDialog } from '../conflict/clash-dialog.tsx';
import { useDraft } from '../profile/draft.ts';
import { problemOf } from '../profile/refusal.ts';
import { FoundList } from './found.tsx';
import { ImportUndo } from './import-undo.tsx';
import { forget, read, readingOf } from './reading.ts';
import { ReadingCard } from './reading-card.tsx';
import { SourceForms } from './source-forms.tsx';
import { useChosen } from './use-chosen.ts';
import { t } from './words.ts';
import './sources.css';

export function Sources({ params }: ScreenProps) {
  const draft = useDraft(params.site ?? '');
  const reading = readingOf(draft.site);
  const faults = useRef<HTMLDivElement>(null);
  const problem = reading.problem.value;
  // Problems are above the forms, so that neither the forms nor the bottom bar of a phone hide them.
  useEffect(() => {
    if (problem !== undefined) faults.current?.scrollIntoView({ block: 'center' });
  }, [problem]);
  const found = reading.found.value;
  const isReading = reading.now.value !== undefined;
  const profile = draft.base.value;
  return (
    <Page title={t.title} lead={t.lead}>
      <div ref={faults} class="source-faults stack">
        <ErrorNote problem={problem} />
        {reading.unread.value.map((one) => (
          <p key={one} class="caution-note" role="alert">
            {one}
          </p>
        ))}
      </div>
      <ImportUndo draft={draft} />
      {found === undefined && !isReading && (
        <SourceForms onSources={(sources, complaint) => void read(reading, sources, complaint)} />
      )}
      <ReadingCard reading={reading} />
      <ErrorNote problem={problemOf(draft)} />
      {found?.proposals.length === 0 && (
        <EmptyState icon="search" title={t.nothingFound} text={t.nothingFoundText}>
          <Button kind="primary" onClick={() => forget(reading)} label={t.another} />
        </EmptyState>
      )}
      {found !== undefined && !isReading && profile !== undefined && (
        <FoundList
          draft={draft}
          reading={reading}
          profile={profile}
          useLabel={t.add}
          onUse={useChosen(draft, reading)}
        >
          <Button kind="quiet" onClick={() => forget(reading)} label={t.another} />
        </FoundList>
      )}
      <ClashDialog draft={draft} />
    </Page>
  );
}
