/** The task board: open and done tasks with assignee and due date. */
import { useSignal } from '@preact/signals';
import { client, useResource, useWork } from '../../../api/client.ts';
import { signedIn } from '../../../api/session.ts';
import { Page } from '../../../app/page.tsx';
import { Button } from '../../../design/buttons.tsx';
import { Form } from '../../../design/dialogs.tsx';
import { Field, Select } from '../../../design/fields.tsx';
import { Badge, Card, ErrorNote, Loaded } from '../../../design/notes.tsx';
import { toast } from '../../../design/toast.tsx';
import { ago, count, day } from '../../../words/figures.ts';
import { mayWrite } from '../services.ts';
import { boardOf, type Task } from './task-list.ts';
import { t } from './words.ts';
import './work.css';

const doneMax = 200;

export function Tasks() {
  const who = useSignal('');
  const list = useResource('platform/work/board', (signal) =>
    client.platform.resources.list({ service: 'work', activityLimit: 1, limit: 1_000, signal }),
  );
  const work = useWork();
  const isWriter = mayWrite(signedIn().scopes, 'work');
  const today = new Date().toISOString().slice(0, 10);
  const board = boardOf(list.data.value?.resources ?? [], today, who.value || undefined);
  const complete = (task: Task) =>
    work.run(async () => {
      await client.platform.resources.complete(task.resource.id);
      toast({ text: t.completed });
      await list.refresh();
    });
  return (
    <Page title={t.title} lead={t.lead}>
      {isWriter ? <NewTask onAdded={() => list.refresh()} /> : <p>{t.readOnly}</p>}
      {board.assignees.length > 0 && (
        <Select
          label={t.show}
          value={who}
          none={t.everybody}
          options={board.assignees.map((name) => [name, name])}
        />
      )}
      <Loaded resource={list} work={work}>
        {() => (
          <div class="task-board">
            <Card title={`${t.open} (${count(board.open.length)})`}>
              {board.open.length === 0 && <p class="quiet">{t.nothingOpen}</p>}
              <ul class="task-list ruled-list">
                {board.open.map((task) => (
                  <TaskRow
                    key={task.resource.id}
                    task={task}
                    onDone={isWriter ? () => complete(task) : undefined}
                  />
                ))}
              </ul>
            </Card>
            <Card title={`${t.done} (${count(board.done.length)})`}>
              {board.done.length === 0 && <p class="quiet">{t.nothingDone}</p>}
              <ul class="task-list ruled-list">
                {board.done.slice(0, doneMax).map((task) => (
                  <TaskRow key={task.resource.id} task={task} />
                ))}
              </ul>
            </Card>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function TaskRow({
  task,
  onDone,
}: {
  readonly task: Task;
  readonly onDone?: (() => unknown) | undefined;
}) {
  const { resource, assignee, due, isLate } = task;
  const { completedAt } = resource;
  const when = completedAt == null ? due && t.due(day(due)) : t.doneAt(ago(completedAt));
  const about = [assignee, when].filter(Boolean).join(' · ');
  return (
    <li>
      <a class="grow" href={`#/platform/resources/${resource.id}`}>
        <b>{resource.name}</b>
        {about !== '' && <span class="quiet small">{about}</span>}
      </a>
      {isLate && <Badge kind="caution">{t.late}</Badge>}
      {onDone !== undefined && (
        <Button
          icon="check"
          isIconOnly
          onClick={onDone}
          label={`${t.complete}: ${resource.name}`}
        />
      )}
    </li>
  );
}

function NewTask({ onAdded }: { readonly onAdded: () => void }) {
  const name = useSignal('');
  const assignee = useSignal('');
  const due = useSignal('');
  const work = useWork();
  const add = async () => {
    const config = {
      ...(assignee.value.trim() === '' ? {} : { assignee: assignee.value.trim() }),
      ...(due.value === '' ? {} : { due: due.value }),
    };
    const task = { service: 'work', kind: 'Task', name: name.value, config } as const;
    await client.platform.resources.create(task);
    name.value = '';
    due.value = '';
    toast({ text: t.added });
    onAdded();
  };
  return (
    <Card>
      <Form class="task-new" onSubmit={() => work.run(add)}>
        <Field label={t.what} value={name} maxlength={200} />
        <Field label={t.assignee} value={assignee} maxlength={200} />
        <Field label={t.dueLabel} type="date" value={due} />
        <Button kind="primary" icon="plus" type="submit" work={work} label={t.add} />
      </Form>
      <ErrorNote problem={work.problem.value} />
    </Card>
  );
}
