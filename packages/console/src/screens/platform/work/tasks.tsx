/** Tasks as a board: open and done, with who does them and by when. */

import { useSignal } from '@preact/signals';
import { client } from '../../../api/client.ts';
import { useResource } from '../../../api/resource.ts';
import { signedIn } from '../../../api/session.ts';
import { useWork } from '../../../api/work.ts';
import { Page } from '../../../app/page.tsx';
import { into } from '../../../design/base/bind.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { Select } from '../../../design/controls/select.tsx';
import { toast } from '../../../design/layers/toast.tsx';
import { Badge } from '../../../design/notes/badge.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { Skeleton } from '../../../design/notes/skeleton.tsx';
import { ago, count, day } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import { mayWrite } from '../services.ts';
import { boardOf, type Task } from './task-list.ts';
import { words } from './words.ts';
import './work.css';

const everybody = '';

export function Tasks() {
  const t = speak(words);
  const who = useSignal(everybody);
  const list = useResource('platform/work/board', (signal) =>
    client.platform.resources.list({ service: 'work', activityLimit: 1, limit: 1_000, signal }),
  );
  const { problem, run } = useWork();
  const isWriter = mayWrite(signedIn().scopes, 'work');
  const found = list.data.value;
  const today = new Date().toISOString().slice(0, 10);
  const board = boardOf(
    found?.resources ?? [],
    today,
    who.value === everybody ? undefined : who.value,
  );
  const complete = (task: Task) =>
    run(async () => {
      await client.platform.resources.complete(task.resource.id);
      toast({ text: t.completed });
      await list.refresh();
    });
  const trouble = problem.value ?? list.problem.value;
  return (
    <Page title={t.title} lead={t.lead}>
      {isWriter ? <NewTask onAdded={() => void list.refresh()} /> : <p>{t.readOnly}</p>}
      {board.assignees.length > 0 && (
        <Select
          label={t.show}
          value={who.value}
          options={[
            { value: everybody, label: t.everybody },
            ...board.assignees.map((name) => ({ value: name, label: name })),
          ]}
          onChange={into(who)}
        />
      )}
      <ErrorNote problem={trouble} onRetry={() => void list.refresh()} />
      {found === undefined && trouble === undefined && <Skeleton lines={5} />}
      {found !== undefined && (
        <div class="task-board">
          <Card title={`${t.open} (${count(board.open.length)})`}>
            {board.open.length === 0 && <p class="quiet">{t.nothingOpen}</p>}
            <ul class="task-list">
              {board.open.map((task) => (
                <TaskRow
                  key={task.resource.id}
                  task={task}
                  {...(isWriter ? { onDone: () => void complete(task) } : {})}
                />
              ))}
            </ul>
          </Card>
          <Card title={`${t.done} (${count(board.done.length)})`}>
            {board.done.length === 0 && <p class="quiet">{t.nothingDone}</p>}
            <ul class="task-list">
              {board.done.slice(0, 200).map((task) => (
                <TaskRow key={task.resource.id} task={task} />
              ))}
            </ul>
          </Card>
        </div>
      )}
    </Page>
  );
}

function TaskRow({ task, onDone }: { readonly task: Task; readonly onDone?: () => void }) {
  const t = speak(words);
  const { resource, assignee, due, isLate } = task;
  const { completedAt } = resource;
  const about = [
    ...(assignee === '' ? [] : [assignee]),
    ...(completedAt == null ? (due === '' ? [] : [t.due(day(due))]) : [t.doneAt(ago(completedAt))]),
  ].join(' · ');
  return (
    <li>
      <a class="grow" href={`#/platform/resources/${resource.id}`}>
        <b>{resource.name}</b>
        {about !== '' && <span class="quiet small">{about}</span>}
      </a>
      {isLate && <Badge kind="care">{t.late}</Badge>}
      {onDone !== undefined && (
        <Button icon="check" isIconOnly onClick={onDone}>
          {`${t.complete}: ${resource.name}`}
        </Button>
      )}
    </li>
  );
}

function NewTask({ onAdded }: { readonly onAdded: () => void }) {
  const t = speak(words);
  const name = useSignal('');
  const assignee = useSignal('');
  const due = useSignal('');
  const { isBusy, problem, run } = useWork();
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
      <form
        class="task-new"
        onSubmit={(event) => {
          event.preventDefault();
          void run(add);
        }}
      >
        <Field
          label={t.what}
          value={name.value}
          onInput={into(name)}
          more={{ maxlength: 200, autocomplete: 'off' }}
        />
        <Field
          label={t.assignee}
          value={assignee.value}
          onInput={into(assignee)}
          more={{ maxlength: 200, autocomplete: 'off' }}
        />
        <Field label={t.dueLabel} type="date" value={due.value} onInput={into(due)} />
        <Button kind="primary" icon="plus" type="submit" isBusy={isBusy.value}>
          {t.add}
        </Button>
      </form>
      <ErrorNote problem={problem.value} />
    </Card>
  );
}
