import { type Checks, checksOf, display, expect, expectEqual } from '../check.ts';
import { expectStatus } from '../reply.ts';
import type { PlatformBench } from './bench.ts';

/** An id, a service, the actions in order, and the expected status and state of each. */
const walks: readonly (readonly [
  string,
  string,
  readonly (readonly [string, number, string?])[],
])[] = [
  [
    'states-data',
    'data',
    [
      ['restore', 409],
      ['validate', 400],
      ['archive', 200, 'archived'],
      ['archive', 409],
      ['rename', 409],
      ['add-record', 409],
      ['restore', 200, 'active'],
    ],
  ],
  [
    'states-dev',
    'dev',
    [
      ['validate', 200, 'validated'],
      ['validate', 200, 'validated'],
      ['configure', 200, 'active'],
      ['validate', 200, 'validated'],
      ['patch-config', 200, 'active'],
      ['validate', 200, 'validated'],
      ['archive', 200, 'archived'],
      ['validate', 409],
      ['restore', 200, 'validated'],
    ],
  ],
  [
    'states-connect',
    'connect',
    [
      ['capture', 200, 'captured'],
      ['capture', 200, 'captured'],
      ['complete', 400],
      ['archive', 200, 'archived'],
      ['capture', 409],
      ['restore', 200, 'captured'],
    ],
  ],
  [
    'states-work',
    'work',
    [
      ['complete', 200, 'completed'],
      ['complete', 409],
      ['configure', 409],
      ['rename', 200, 'completed'],
      ['archive', 200, 'archived'],
      ['restore', 200, 'completed'],
    ],
  ],
];

const kinds: { readonly [service: string]: string } = {
  data: 'Collection',
  dev: 'Project',
  connect: 'Form',
  work: 'Task',
};

export const stateChecks: Checks<PlatformBench> = {
  ...checksOf(walks, ([, service, steps]) => ({
    holds: `A ${service} resource goes through its states: ${steps
      .map(([action, status, state]) => `${action} ${state ?? status}`)
      .join(', ')}`,
    run: async ({ make, act }: PlatformBench) => {
      const { id } = await make(service, kinds[service] ?? 'Kind');
      const done: string[] = [];
      for (const [action, status, state] of steps) {
        done.push(action);
        const reply = await act(id, action, {
          name: 'Renamed',
          config: { region: `r${done.length}` },
          record: { a: 1 },
        });
        expectEqual(reply.status, status, `the status after ${done.join(', ')}`);
        if (state !== undefined)
          expectEqual(reply.json().state, state, `the state after ${done.join(', ')}`);
      }
    },
  })),
  validation: {
    holds: 'A failed validation is a result with its checks, not an error',
    run: async ({ make, act }) => {
      const { id } = await make('dev', 'Project', { uses: 'res_00000000000000000000000000' });
      const reply = await act(id, 'validate');
      const { state, validation } = reply.json();
      expectEqual([reply.status, state, validation?.ok], [200, 'invalid', false], 'the answer');
      expect(
        validation.checks.every(
          (check: { readonly name: unknown; readonly ok: unknown }) =>
            typeof check.name === 'string' && typeof check.ok === 'boolean',
        ),
        `checks are ${display(validation.checks)}`,
      );
    },
  },
  'archived-read': {
    holds: 'An archived resource can still be read and deleted',
    run: async ({ make, act, call }) => {
      const { id } = await make('data', 'Collection');
      await act(id, 'archive');
      expectStatus(await call('GET', `/api/platform/resources/${id}`), 200, 'the status of GET');
      expectStatus(
        await call('DELETE', `/api/platform/resources/${id}`),
        200,
        'the status of DELETE',
      );
    },
  },
};
