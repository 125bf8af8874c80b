/** Sorts tasks for the board: open ones by due date, done ones by completion. */
import type { Resource } from '@baraza/contract';

export interface Task {
  readonly resource: Resource;
  readonly assignee: string;
  /** `2026-11-16`, or empty. */
  readonly due: string;
  readonly isLate: boolean;
}

export function boardOf(
  resources: readonly Resource[],
  today: string,
  assignee: string | undefined,
) {
  const all = resources
    .filter(({ state }) => state !== 'archived')
    .map((resource) => taskOf(resource, today));
  const tasks = all.filter((task) => assignee === undefined || task.assignee === assignee);
  return {
    open: tasks
      .filter(({ resource }) => resource.state !== 'completed')
      .toSorted((one, other) => (one.due || '9').localeCompare(other.due || '9')),
    done: tasks
      .filter(({ resource }) => resource.state === 'completed')
      .toSorted((one, other) => doneAt(other).localeCompare(doneAt(one))),
    assignees: [...new Set(all.map((task) => task.assignee))].filter((name) => name !== '').sort(),
  };
}

function taskOf(resource: Resource, today: string): Task {
  const { assignee, due } = resource.config;
  const day = typeof due === 'string' && /^\d{4}-\d{2}-\d{2}/.test(due) ? due.slice(0, 10) : '';
  return {
    resource,
    assignee: typeof assignee === 'string' ? assignee : '',
    due: day,
    isLate: day !== '' && day < today && resource.state !== 'completed',
  };
}

function doneAt({ resource }: Task): string {
  return resource.completedAt ?? '';
}
