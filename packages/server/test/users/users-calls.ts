import assert from 'node:assert/strict';
import { ask, type Owner, resources, type TestServer } from '../fixtures/server.ts';

export const users = '/api/platform/users';

export interface Suite {
  readonly server: TestServer;
  readonly owner: Owner;
}

export async function newUsers({ owner }: Suite, config: object = {}): Promise<string> {
  const made = await owner.send('POST', resources, {
    service: 'data',
    kind: 'Users',
    name: 'Clinic',
    config: { signUp: true, ...config },
  });
  assert.equal(made.status, 201, made.text);
  return made.json.id;
}

export async function newCollection({ owner }: Suite, config: object): Promise<string> {
  const body = { service: 'data', kind: 'Collection', name: 'Visits', config };
  const made = await owner.send('POST', resources, body);
  assert.equal(made.status, 201, made.text);
  return made.json.id;
}

/** Calls on the accounts of a Users resource. */
export function accountsOf({ server }: Suite, id: string) {
  const call = (method: string, path: string, body?: object, key?: string) =>
    ask(server, method, `${users}/${id}/${path}`, { key, body });
  return {
    call,
    me: (key: string) => call('GET', 'me', undefined, key),
    signIn: (body: object, key?: string) => call('POST', 'sign-in', body, key),
    /** The code that is sent by mail on request. */
    codeFor: async (email: string) => {
      await call('POST', 'code', { email });
      return /\b\d{6}\b/.exec(server.mails.at(-1)?.text ?? '')?.[0] ?? '';
    },
  };
}

export async function signUp(
  { server }: Suite,
  usersId: string,
  email: string,
  fields: object = {},
): Promise<{ readonly token: string; readonly id: string }> {
  const made = await ask(server, 'POST', `${users}/${usersId}/sign-up`, {
    body: { email, password: 'long enough', ...fields },
  });
  assert.equal(made.status, 201, made.text);
  return { token: made.json.token, id: made.json.user.id };
}
