/** A source that is being read: how far, and what was found so far. */
import { Button } from '../../../design/buttons.tsx';
import { Card } from '../../../design/notes.tsx';
import { count } from '../../../words/figures.ts';
import { nameOf, type Progress, type Reading, stop } from './reading.ts';
import { t } from './words.ts';

export function ReadingCard({ reading }: { readonly reading: Reading }) {
  const now = reading.now.value;
  if (now === undefined) return null;
  return (
    <Card title={t.reading(nameOf(now.source))}>
      <ReadingProgress
        progress={now.progress}
        isWebsite={'url' in now.source && now.source.whole === true}
        beginning={'url' in now.source ? t.opening : t.sending}
      />
      <p class="quiet small">{t.untilThen}</p>
      <Button onClick={() => stop(reading)} label={t.cancel} />
    </Card>
  );
}

const counted = ['prices', 'faqs', 'hours', 'facts', 'documents', 'profile'] as const;

function ReadingProgress(props: {
  readonly progress: Progress | undefined;
  readonly isWebsite: boolean;
  /** Shown until the first progress. */
  readonly beginning: string;
}) {
  const { progress } = props;
  const total = progress?.total ?? undefined;
  return (
    <div class="stack tight reading-progress">
      <progress
        class="progress"
        aria-label={t.progress}
        {...(progress === undefined || total === undefined
          ? {}
          : { value: progress.done, max: total })}
      />
      <p class="quiet small figures" role="status">
        {progress === undefined
          ? props.beginning
          : progress.unit === 'percent'
            ? t.percent(progress.done)
            : t.done(count(progress.done), total === undefined ? undefined : count(total))}
      </p>
      {/* All from the beginning, so that nothing moves while the numbers grow. */}
      {props.isWebsite && (
        <dl class="reading-found" aria-label={t.soFar}>
          {counted.map((list) => (
            <div key={list}>
              <dd class="figures">{count(progress?.found?.[list] ?? 0)}</dd>
              <dt class="quiet small">{t.counts[list]}</dt>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
