import { type Action, listed, type Service, type State } from '@baraza/contract';
import { Problem } from '../../kernel/problem.ts';

/** Operations on a resource: the actions of the API, and those of other endpoints. */
type Generation = Action | 'upload' | 'delete-object' | 'generate';

/** Services that support an operation; one that is not listed is supported by all. */
const owners: { readonly [deed in Generation]?: readonly Service[] } = {
  'add-record': ['data'],
  'update-record': ['data'],
  'delete-record': ['data'],
  upload: ['storage'],
  'delete-object': ['storage'],
  generate: ['ai'],
  validate: ['dev'],
  capture: ['connect'],
  complete: ['work'],
};

/** Operations that a state refuses. An archived resource can be restored, read and deleted, but not changed. */
const refusedIn: { readonly [state in State]: (deed: Generation) => boolean } = {
  active: (deed) => deed === 'restore',
  validated: (deed) => deed === 'restore',
  invalid: (deed) => deed === 'restore',
  captured: (deed) => deed === 'restore',
  completed: (deed) => deed !== 'rename' && deed !== 'archive',
  archived: (deed) => deed !== 'restore' && deed !== 'delete-object',
};

/** Refuses what the service does not own (400) and what the state does not allow (409). */
export function assertLegal(
  deed: Generation,
  resource: { readonly service: Service; readonly state: State },
): void {
  const allowed = owners[deed];
  if (allowed !== undefined && !allowed.includes(resource.service))
    throw new Problem(
      'invalid',
      `${deed} is for resources of service ${listed(allowed)}; this one is of ${resource.service}.`,
    );
  if (refusedIn[resource.state](deed))
    throw new Problem(
      'conflict',
      `${deed} is not possible while the resource is ${resource.state}.`,
    );
}
