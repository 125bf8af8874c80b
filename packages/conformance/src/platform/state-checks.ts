import { each, expectEqual, expectShape, is } from '../check.ts';
import { expectReply, expectStatus } from '../reply.ts';
import { absent, type Kind, type PlatformBench, platformSection } from './bench.ts';

type Steps = readonly (readonly [action: string, status: number, state?: string])[];

/** The actions in order, and the expected status and state of each. */
const walks: { readonly [service in 'data' | 'dev' | 'connect' | 'work']: readonly [Kind, Steps] } =
  {
    data: [
      'Collection',
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
    dev: [
      'Project',
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
    connect: [
      'Form',
      [
        ['capture', 200, 'captured'],
        ['capture', 200, 'captured'],
        ['complete', 400],
        ['archive', 200, 'archived'],
        ['capture', 409],
        ['restore', 200, 'captured'],
      ],
    ],
    work: [
      'Task',
      [
        ['complete', 200, 'completed'],
        ['complete', 409],
        ['configure', 409],
        ['rename', 200, 'completed'],
        ['archive', 200, 'archived'],
        ['restore', 200, 'completed'],
      ],
    ],
  };

export const stateSection = platformSection(
  'states',
  {
    'states-data': promiseOf('data'),
    'states-dev': promiseOf('dev'),
    'states-connect': promiseOf('connect'),
    'states-work': promiseOf('work'),
    validation: 'A failed validation is a result with its checks, not an error',
    'archived-read': 'An archived resource can still be read and deleted',
  },
  {
    ...each(
      {
        'states-data': walks.data,
        'states-dev': walks.dev,
        'states-connect': walks.connect,
        'states-work': walks.work,
      },
      async ({ make, act }: PlatformBench, [kind, steps]) => {
        const { id } = await make(kind);
        const done: string[] = [];
        for (const [action, status, state] of steps) {
          done.push(action);
          const config = { region: `r${done.length}` };
          const reply = await act(id, action, { name: 'Renamed', config, record: { a: 1 } });
          expectStatus(reply, status, `the status after ${done.join(', ')}`);
          if (state !== undefined)
            expectEqual(reply.body.state, state, `the state after ${done.join(', ')}`);
        }
      },
    ),
    async validation({ make, act }) {
      const { id } = await make('Project', { uses: absent });
      const { body } = expectReply(await act(id, 'validate'), 200, {
        state: 'invalid',
        validation: { ok: false },
      });
      const isCheck = (check: unknown) => {
        const { name, ok } = check as { readonly name: unknown; readonly ok: unknown };
        return is.text(name) && is.truth(ok);
      };
      expectShape(body.validation.checks, is.listOf(isCheck), 'checks');
    },
    async 'archived-read'({ make, act, call }) {
      const { id, path } = await make('Collection');
      await act(id, 'archive');
      for (const method of ['GET', 'DELETE']) expectStatus(await call(method, path), 200);
    },
  },
);

function promiseOf(service: keyof typeof walks): string {
  const steps = walks[service][1].map(([action, status, state]) => `${action} ${state ?? status}`);
  return `A ${service} resource goes through its states: ${steps.join(', ')}`;
}
