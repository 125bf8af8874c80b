/** Changes with many steps, and how to check that each is complete or absent. */
import assert from 'node:assert/strict';
import { form, resources, storage } from '../../packages/server/test/fixtures/server.ts';
import type { Installation } from './installation.ts';

/** The state before a change, and the intended state `next`. */
interface State {
  readonly id: string;
  current: string;
  next: string;
  count: number;
}

export interface Change {
  readonly name: string;
  readonly prepare: (server: Installation) => Promise<State>;
  /** Whether it was acknowledged. */
  readonly make: (server: Installation, state: State) => Promise<boolean>;
  /** Checks that the state is the old or the new one; after an acknowledgement, the new one. Updates `state`. */
  readonly verify: (
    server: Installation,
    state: State,
    isAcknowledged: boolean,
    what: string,
  ) => Promise<void>;
}

const importedLines = 40;

export const changes: readonly Change[] = [
  {
    name: 'upload',
    prepare: async (server) => {
      const state = stateOf(await server.newResource('storage'), bodyOf(0));
      state.next = bodyOf(0);
      assert.ok(await put(server, state));
      return state;
    },
    make: (server, state) => {
      state.count += 1;
      state.next = bodyOf(state.count);
      return put(server, state);
    },
    verify: async (server, state, isAcknowledged, what) => {
      const found = await server.platform('GET', `${storage}/${state.id}?key=a`);
      assert.equal(found.status, 200, what);
      settle(state, found.text, isAcknowledged, what);
      const { json } = await server.platform('GET', `${storage}/${state.id}`);
      assert.deepEqual([json.total, json.bytes], [1, found.text.length], what);
    },
  },
  {
    name: 'rotation of a platform key',
    prepare: async (server) => {
      const { id } = await server.newOwner('rotating');
      const given = { owner: id, name: 'k', scopes: ['*'], expiresInMs: null };
      const issued = await server.command('keys create', given);
      return { ...stateOf(issued.id, issued.key), next: id };
    },
    make: async (server, state) => {
      try {
        const { key } = await server.command('keys rotate', { key: state.id, graceMs: 0 });
        return (await statusWith(server, key)) === 200;
      } catch {
        return false;
      }
    },
    verify: async (server, state, isAcknowledged, what) => {
      const isOldAlive = (await statusWith(server, state.current)) === 200;
      assert.ok(!(isAcknowledged && isOldAlive), `the old key is still valid: ${what}`);
      const listed = (await server.command('keys list', { owner: state.next })) as KeyView[];
      const alive = listed.filter((key) => key.name === 'k' && isAlive(key));
      assert.equal(alive.length, 1, `exactly one key is valid: ${what}`);
      const given = { owner: state.next, name: 'k', scopes: ['*'], expiresInMs: null };
      const issued = await server.command('keys create', given);
      for (const { id } of alive) await server.command('keys revoke', { key: id });
      Object.assign(state, { id: issued.id, current: issued.key });
    },
  },
  {
    name: 'rotation of a site key',
    prepare: async (server) => stateOf('rotating', await server.newSite('rotating')),
    make: async (server, state) => {
      const target = `/v1/admin/sites/${state.id}/rotate-key`;
      const reply = await answered(server.visit('POST', target, { key: server.credential }));
      if (reply?.status === 200) state.next = reply.json.key;
      return reply?.status === 200;
    },
    verify: async (server, state, isAcknowledged, what) => {
      const details = await server.visit('GET', `/v1/admin/sites/${state.id}`, {
        key: server.credential,
      });
      const { key } = details.json.site;
      if (isAcknowledged) assert.equal(key, state.next, what);
      for (const [tried, wanted] of [
        [key, 200],
        [state.current, key === state.current ? 200 : 401],
      ] as const) {
        const target = `/v1/sites/${state.id}/config?key=${tried}`;
        assert.equal((await server.visit('GET', target)).status, wanted, what);
      }
      state.current = key;
    },
  },
  {
    name: 'import',
    prepare: async (server) => stateOf(await server.newResource('data'), ''),
    make: async (server, state) => {
      const reply = await answered(
        server.platform('POST', `${resources}/${state.id}/records`, {
          body: '{"of":"one import"}\n'.repeat(importedLines),
          headers: { 'content-type': 'application/x-ndjson' },
        }),
      );
      return reply !== undefined && reply.status < 300;
    },
    verify: async (server, state, isAcknowledged, what) => {
      const { json } = await server.platform('GET', `${resources}/${state.id}`);
      const wanted = isAcknowledged
        ? [state.count + importedLines]
        : [state.count, state.count + importedLines];
      assert.ok(wanted.includes(json.recordCount), `${json.recordCount} records: ${what}`);
      assert.equal(json.records.length, json.recordCount, what);
      // The limit of a collection is a thousand.
      const isFull = json.recordCount > 900;
      Object.assign(state, {
        id: isFull ? await server.newResource('data') : state.id,
        count: isFull ? 0 : json.recordCount,
      });
    },
  },
];

interface KeyView {
  readonly id: string;
  readonly name: string;
  readonly revokedAt: string | null;
  readonly expiresAt: string | null;
}

function isAlive({ revokedAt, expiresAt }: KeyView): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now());
}

function stateOf(id: string, current: string): State {
  return { id, current, next: current, count: 0 };
}

function bodyOf(version: number): string {
  return `version ${version} ${String(version % 10).repeat(200_000)}`;
}

async function put(server: Installation, { id, next }: State): Promise<boolean> {
  const target = `${storage}/${id}?key=a`;
  const reply = await answered(server.platform('POST', target, { body: form({ bytes: next }) }));
  return reply !== undefined && reply.status < 300;
}

function settle(state: State, found: string, isAcknowledged: boolean, what: string): void {
  const mayBe = isAcknowledged ? [state.next] : [state.current, state.next];
  assert.ok(mayBe.includes(found), `neither the old nor the new state: ${what}`);
  state.current = found;
}

async function statusWith(server: Installation, key: string): Promise<number> {
  return (await server.platform('GET', '/api/platform/status', { key })).status;
}

/** Undefined if the server died before it answered. */
async function answered<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call;
  } catch {
    return undefined;
  }
}
