import { type Action, listed, type Service, type State } from '@baraza/contract';
import { conflict, invalid } from '../../kernel/problem.ts';

/** Operations on a resource: the actions of the API, and those of other endpoints. */
type Operation = Action | 'delete-entry' | 'upload' | 'delete-object' | 'generate';

/** Services that support an operation; one that is not listed is supported by all. */
const owners: { readonly [operation in Operation]?: readonly Service[] } = {
  'add-record': ['data'],
  'update-record': ['data'],
  'delete-record': ['data'],
  'delete-entry': ['data', 'connect'],
  upload: ['storage'],
  'delete-object': ['storage'],
  generate: ['ai'],
  validate: ['dev'],
  capture: ['connect'],
  complete: ['work'],
};

export function holdsRecords(service: Service): boolean {
  return service === 'data' || service === 'connect';
}

/** Operations that a state refuses. An archived resource can be restored, read and deleted, but not changed. */
const refusedIn: { readonly [state in State]: (operation: Operation) => boolean } = {
  active: (operation) => operation === 'restore',
  validated: (operation) => operation === 'restore',
  invalid: (operation) => operation === 'restore',
  captured: (operation) => operation === 'restore',
  completed: (operation) => operation !== 'rename' && operation !== 'archive',
  archived: (operation) => operation !== 'restore' && operation !== 'delete-object',
};

/** Refuses what the service does not own (400) and what the state does not allow (409). */
export function assertLegal(
  operation: Operation,
  resource: { readonly service: Service; readonly state: State },
): void {
  const allowed = owners[operation];
  if (allowed !== undefined && !allowed.includes(resource.service))
    throw invalid(
      `${operation} is for resources of service ${listed(allowed)}; this one is of ${resource.service}.`,
    );
  if (refusedIn[resource.state](operation))
    throw conflict(`${operation} is not possible while the resource is ${resource.state}.`);
}
