/** Vocabularies of the platform: services, states, actions and scopes. */
export const services = ['data', 'storage', 'ai', 'dev', 'connect', 'work'] as const;
export type Service = (typeof services)[number];

export const states = [
  'active',
  'validated',
  'invalid',
  'captured',
  'completed',
  'archived',
] as const;
export type State = (typeof states)[number];

export const actions = [
  'rename',
  'archive',
  'restore',
  'validate',
  'capture',
  'complete',
  'add-record',
  'delete-record',
  'configure',
  'patch-config',
  'update-record',
] as const;
export type Action = (typeof actions)[number];

/** The `action` of an activity entry, and the `event` of a webhook. */
export const eventTypes = [
  'resource-created',
  'resource-renamed',
  'resource-configured',
  'resource-archived',
  'resource-restored',
  'resource-validated',
  'resource-deleted',
  'secret-rotated',
  'entry-captured',
  'entries-expired',
  'form-full',
  'resource-nearly-full',
  'resource-full',
  'task-completed',
  'record-added',
  'record-updated',
  'record-deleted',
  'records-imported',
  'object-uploaded',
  'object-replaced',
  'object-deleted',
  'text-generated',
] as const;
export type EventType = (typeof eventTypes)[number];

/** A scope is a service, read access to a service, or everything. */
export type Scope = Service | `${Service}:read` | '*';
export const scopes: readonly Scope[] = [
  '*',
  ...services,
  ...services.map((service) => `${service}:read` as const),
];

export type Access = 'read' | 'write';

export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text);
}

/** The values of a vocabulary for an error message: `a, b and c`. */
export function listed(words: readonly string[]): string {
  return words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;
}
