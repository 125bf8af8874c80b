/** One task: what is to be done, by whom and when, and the button that says it was. */
import { client } from '../../../api/client.ts';
import { useWork } from '../../../api/work.ts';
import { useCommands } from '../../../app/commands.ts';
import { Button } from '../../../design/controls/button.tsx';
import { CodeSnippet } from '../../../design/figures/code-snippet.tsx';
import { toast } from '../../../design/layers/toast.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { ago, day } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import type { ContentProps } from '../resource/content-props.ts';
import { callSnippets } from '../snippets.ts';
import { words } from './words.ts';
import './work.css';

export function Task({ resource, isWritable, onChanged }: ContentProps) {
  const t = speak(words);
  const { isBusy, problem, run } = useWork();
  const { details, assignee, due } = resource.config;
  const complete = () =>
    run(async () => {
      onChanged(await client.platform.resources.complete(resource.id));
      toast({ text: t.completed });
    });
  useCommands(
    () =>
      isWritable
        ? [{ id: 'complete', title: t.complete, icon: 'check', run: () => void complete() }]
        : [],
    [isWritable],
  );
  return (
    <>
      <Card title={t.details}>
        {typeof details === 'string' && details !== '' ? (
          <p class="task-details">{details}</p>
        ) : (
          <p class="quiet">{t.noDetails}</p>
        )}
        <dl class="facts">
          <div>
            <dt>{t.assignee}</dt>
            <dd>{typeof assignee === 'string' && assignee !== '' ? assignee : t.unassigned}</dd>
          </div>
          {typeof due === 'string' && !Number.isNaN(Date.parse(due)) && (
            <div>
              <dt>{t.dueLabel}</dt>
              <dd>{day(due)}</dd>
            </div>
          )}
        </dl>
        <ErrorNote problem={problem.value} />
        {resource.completedAt != null && <p>{t.doneAt(ago(resource.completedAt))}</p>}
        {isWritable && (
          <div class="stack tight">
            <div>
              <Button
                kind="primary"
                icon="check"
                isBusy={isBusy.value}
                onClick={() => void complete()}
              >
                {t.complete}
              </Button>
            </div>
            <p class="quiet small">{t.completeNote}</p>
          </div>
        )}
      </Card>
      <CodeSnippet
        label={t.inCode}
        snippets={callSnippets({
          method: 'PATCH',
          path: `/resources/${resource.id}`,
          body: { action: 'complete' },
          client: `await baraza.resources.complete('${resource.id}');`,
        })}
      />
    </>
  );
}
