/** The events of webhooks, grouped by subject, and the events that a config chooses. */
import { eventTypes } from '@baraza/contract/plain';

type EventGroup = 'record' | 'object' | 'form' | 'task' | 'ai' | 'resource';

const groupOfWord: { readonly [word: string]: EventGroup } = {
  record: 'record',
  records: 'record',
  object: 'object',
  entry: 'form',
  entries: 'form',
  form: 'form',
  task: 'task',
  text: 'ai',
};

const order: readonly EventGroup[] = ['record', 'object', 'form', 'task', 'ai', 'resource'];

/** Every event that the server knows, and chosen ones that this page does not know. */
export function eventGroups(
  chosen: readonly string[],
): readonly (readonly [EventGroup, readonly string[]])[] {
  const all = [...new Set<string>([...eventTypes, ...chosen])];
  const groupOf = (event: string) => groupOfWord[event.split('-')[0] ?? ''] ?? 'resource';
  return order.map((group) => [group, all.filter((event) => groupOf(event) === group)]);
}

/** The chosen events; undefined for all. An empty list means all to the server. */
export function chosenEvents(events: unknown): readonly string[] | undefined {
  if (!Array.isArray(events) || events.length === 0 || events.includes('*')) return undefined;
  return events.filter((event) => typeof event === 'string');
}
