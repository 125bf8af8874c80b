import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type Action,
  actions,
  patchedResourceSchema,
  type Service,
  type State,
  services,
} from '@baraza/contract';
import {
  form,
  newResource,
  type Reply,
  resources,
  serverOfSuite,
  storage,
} from '../fixtures/server.ts';

const isOfConfig = (action: Action) => action === 'configure' || action === 'patch-config';

/** The contract's table: which service owns an action; one that is not here is open to all. */
const ownerOf: { readonly [action in Action]?: Service } = {
  'add-record': 'data',
  'update-record': 'data',
  'delete-record': 'data',
  validate: 'dev',
  capture: 'connect',
  complete: 'work',
};

/** The states that a service can be in, besides archived. */
const statesOf: { readonly [service in Service]: readonly State[] } = {
  data: ['active'],
  storage: ['active'],
  ai: ['active'],
  dev: ['active', 'validated', 'invalid'],
  connect: ['active', 'captured'],
  work: ['active', 'completed'],
};

/** How a resource gets into a state: the actions on the way from active. */
const wayTo: { readonly [state in State]: readonly object[] } = {
  active: [],
  validated: [{ action: 'validate' }],
  invalid: [{ action: 'configure', config: { home: 'https://exa mple' } }, { action: 'validate' }],
  captured: [{ action: 'capture' }],
  completed: [{ action: 'complete' }],
  archived: [{ action: 'archive' }],
};

/** The next state, or the refusal, of one action: the contract's table, cell by cell. */
function expected(
  service: Service,
  state: State,
  before: State,
  action: Action,
): State | 400 | 409 {
  const owner = ownerOf[action];
  if (owner !== undefined && owner !== service) return 400;
  if (state === 'archived') return action === 'restore' ? before : 409;
  if (action === 'restore') return 409;
  if (action === 'archive') return 'archived';
  if (state === 'completed') return action === 'rename' ? 'completed' : 409;
  if (action === 'capture') return 'captured';
  if (action === 'complete') return 'completed';
  if (action === 'validate') return state === 'invalid' ? 'invalid' : 'validated';
  if (isOfConfig(action) && (state === 'validated' || state === 'invalid')) return 'active';
  return state;
}

describe('states', () => {
  const { server, owner } = serverOfSuite();

  const patch = (id: string, body: object): Promise<Reply> =>
    owner.send('PATCH', `${resources}/${id}`, body);
  const get = (id: string) => owner.send('GET', `${resources}/${id}`);
  const newOne = async (service: Service, ...states: readonly State[]) => {
    const { id } = await newResource(server, owner.key, service, { description: 'as it was' });
    if (service === 'data') await patch(id, { action: 'add-record', record: {} });
    for (const step of states.flatMap((state) => wayTo[state])) {
      const reply = await patch(id, step);
      assert.equal(reply.status, 200, reply.text);
    }
    return id;
  };
  const parametersOf = async (service: Service, id: string, action: Action) => {
    if (action === 'rename') return { name: 'renamed' };
    if (isOfConfig(action)) return { config: { description: 'changed' } };
    if (action === 'add-record') return { record: {} };
    if (action !== 'update-record' && action !== 'delete-record') return {};
    const kept = service === 'data' ? (await get(id)).json.records[0] : undefined;
    return { recordId: kept?.recordId ?? 'rec_00000000000000000000000001', record: {} };
  };

  for (const service of services)
    for (const before of statesOf[service])
      for (const state of [before, 'archived'] as const)
        test(`${service}, ${state} after ${before}: every action follows the table`, async () => {
          const states = state === 'archived' ? [before, state] : [before];
          // A refused action changes nothing, so the next one meets the same resource.
          let unchanged: string | undefined;
          for (const action of actions) {
            const id = unchanged ?? (await newOne(service, ...states));
            const was = (await get(id)).json;
            const reply = await patch(id, {
              action,
              ...(await parametersOf(service, id, action)),
            });
            const outcome = expected(service, state, before, action);
            const now = (await get(id)).json;
            if (typeof outcome === 'number') {
              assert.equal(reply.status, outcome, `${action}: ${reply.text}`);
              assert.deepEqual(now, was, `${action} changed something`);
              unchanged = id;
              if (outcome === 409) assert.match(reply.json.error, new RegExp(`\\b${state}\\b`));
              else assert.match(reply.json.error, new RegExp(`\\b${ownerOf[action]}\\b`));
            } else {
              assert.equal(reply.status, 200, `${action}: ${reply.text}`);
              unchanged = undefined;
              patchedResourceSchema.parse(reply.json);
              assert.equal(reply.json.state, outcome, action);
              assert.equal(now.state, outcome, action);
              assert.equal(now.version, was.version + 1, action);
              assert.equal(now.archivedAt !== null, outcome === 'archived', action);
            }
          }
        });

  test('objects of an archived bucket can be read and deleted, but not uploaded', async () => {
    const id = await newOne('storage');
    const upload = () =>
      owner.send('POST', `${storage}/${id}`, form({ bytes: 'x', name: 'x.txt' }));
    assert.equal((await upload()).status, 201);
    await patch(id, { action: 'archive' });
    const refused = await upload();
    assert.equal(refused.status, 409);
    assert.match(refused.json.error, /archived/);
    assert.equal((await owner.send('GET', `${storage}/${id}`)).json.total, 1);
    assert.equal((await owner.send('GET', `${storage}/${id}?key=x.txt`)).text, 'x');
    const gone = await owner.send('DELETE', `${storage}/${id}?key=x.txt`);
    assert.equal(gone.status, 200, gone.text);
    assert.equal((await get(id)).json.state, 'archived');
  });

  test('an unchanged config keeps its validation; a changed one loses it', async () => {
    for (const state of ['validated', 'invalid'] as const) {
      const id = await newOne('dev', state);
      const { config, validation } = (await get(id)).json;
      const same = await patch(id, { action: 'configure', config });
      assert.equal(same.json.state, state);
      assert.deepEqual(same.json.validation, validation);
      const changed = await patch(id, { action: 'configure', config: { ...config, more: true } });
      assert.equal(changed.json.state, 'active');
      assert.equal(changed.json.validation, null);
    }
  });

  test('a completed task keeps completedAt, even while it is archived and after', async () => {
    const id = await newOne('work');
    const { completedAt } = (await patch(id, { action: 'complete' })).json;
    assert.ok(Math.abs(Date.parse(completedAt) - Date.now()) < 60_000);
    assert.equal(
      (await patch(id, { action: 'rename', name: 'done' })).json.completedAt,
      completedAt,
    );
    assert.equal((await patch(id, { action: 'archive' })).json.completedAt, completedAt);
    assert.equal((await patch(id, { action: 'restore' })).json.completedAt, completedAt);
  });

  test('of 30 concurrent completions one succeeds, and 29 are conflicts', async () => {
    const id = await newOne('work');
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => patch(id, { action: 'complete' })),
    );
    assert.equal(replies.filter(({ status }) => status === 200).length, 1);
    for (const reply of replies.filter(({ status }) => status !== 200)) {
      assert.equal(reply.status, 409);
      assert.match(reply.json.error, /completed/);
    }
    assert.equal((await get(id)).json.version, 2);
  });
});
