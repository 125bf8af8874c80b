/** One task: details, assignee, due date, and the button to complete it. */
import { client, useWork } from '../../../api/client.ts';
import { PrimaryButton } from '../../../app/page.tsx';
import { Card, ErrorNote, Facts } from '../../../design/notes.tsx';
import { toast } from '../../../design/toast.tsx';
import { ago, day } from '../../../words/figures.ts';
import type { ContentProps } from '../resource/content-props.ts';
import { CallCode } from '../snippets.tsx';
import { t } from './words.ts';
import './work.css';

export function Task({ resource, isWritable, onChanged }: ContentProps) {
  const { isBusy, problem, run } = useWork();
  const { details, assignee, due } = resource.config;
  const facts: [string, string][] = [
    [t.assignee, typeof assignee === 'string' && assignee !== '' ? assignee : t.unassigned],
  ];
  if (typeof due === 'string' && !Number.isNaN(Date.parse(due))) facts.push([t.dueLabel, day(due)]);
  const complete = () =>
    run(async () => {
      onChanged(await client.platform.resources.complete(resource.id));
      toast({ text: t.completed });
    });
  return (
    <>
      <Card title={t.details}>
        {typeof details === 'string' && details !== '' ? (
          <p class="written">{details}</p>
        ) : (
          <p class="quiet">{t.noDetails}</p>
        )}
        <Facts facts={facts} />
        <ErrorNote problem={problem.value} />
        {resource.completedAt != null && <p>{t.doneAt(ago(resource.completedAt))}</p>}
        {isWritable && (
          <div class="stack tight">
            <PrimaryButton icon="check" isBusy={isBusy.value} run={complete} label={t.complete} />
            <p class="quiet small">{t.completeNote}</p>
          </div>
        )}
      </Card>
      <CallCode
        method="PATCH"
        path={`/resources/${resource.id}`}
        body={{ action: 'complete' }}
        client={`await baraza.resources.complete('${resource.id}');`}
      />
    </>
  );
}
