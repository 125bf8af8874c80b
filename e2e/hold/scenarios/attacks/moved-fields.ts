/** Users who edit lists with readonly fields inside, at random and by every way that a user can write. */
import assert from 'node:assert/strict';
import type { Random } from '../../../../packages/server/test/fixtures/random.ts';
import { type Reply, resources } from '../../../../packages/server/test/fixtures/server.ts';
import type { Installation } from '../../installation.ts';
import { type ScenarioContext, scenario } from '../../scenario.ts';

interface Size {
  readonly records: number;
  readonly edits: number;
}

const readonly = ['items.price', 'groups.items.price', 'items.tags'];

export const movedFields = scenario<Size>({
  name: 'moved-fields',
  what: `
    random edits of lists with readonly fields inside, by PATCH, PUT, batch, on the own account and in new records:
    items swapped, added, removed, nested, with other values, and harmless changes among them`,
  guarantee: `
    a user changes a list only where each readonly field stays in its item with its value, and makes no such field`,
  provenAgainst: `
    readonly fields compared as a sequence of values: after 129 changes of the short form a price was in another
    item, or the list had other items`,
  engines: ['sqlite', 'postgres'],
  short: { records: 6, edits: 10 },
  long: { records: 60, edits: 40 },
  run: async (context, size) => {
    const server = await context.start({ environment: { BARAZA_TRUST_PROXY: '1' } });
    const world = await openWorld(server);
    const found: string[] = [];
    let accepted = 0;
    let refused = 0;
    for (let made = 0; made < size.records; made += 1) {
      const user = await world.newUser(made);
      const before = randomRecord(context.random, 'with fields');
      const ways = await world.waysOf(user, before, context.random);
      for (const { name, send, stored } of ways)
        for (let tried = 0; tried < size.edits; tried += 1) {
          const old = await stored();
          const edit = editOf(context.random, old);
          const reply = await send(edit);
          assert.ok([200, 400].includes(reply.status), `${name}: ${reply.status} ${reply.text}`);
          if (reply.status === 400) refused += 1;
          else accepted += 1;
          const next = await stored();
          if (placesOf(next) !== placesOf(old))
            found.push(`${name}: ${JSON.stringify(old)} became ${JSON.stringify(next)}`);
        }
      await tryNew(context, world, user, found);
    }
    context.figures.none('fields that moved, appeared or went', found);
    context.figures.atLeast('accepted changes', accepted, size.records);
    context.figures.atLeast('refused changes', refused, size.records);
    assert.equal((await server.end('SIGTERM')).code, 0);
  },
});

interface Item {
  readonly sku: string;
  readonly price?: number | null;
  readonly tags?: readonly string[];
  readonly note?: string;
}

interface Cart {
  readonly items?: readonly unknown[];
  readonly groups?: readonly { readonly items: readonly unknown[] }[];
}

interface User {
  readonly id: string;
  readonly token: string;
  /** Each user has an address: the limits of networks are not what is tried here. */
  readonly network: string;
}

/** A collection and a Users resource with the same readonly fields. */
async function openWorld(server: Installation) {
  const rule = 'record.owner = user.id';
  const limits = { perMinute: 6_000 };
  const rules = { view: rule, create: rule, update: rule };
  const collection = await server.newResource('data', { rules, fields: { readonly }, limits });
  const users = await server.platform('POST', resources, {
    body: {
      service: 'data',
      kind: 'Users',
      name: 'Shop',
      config: {
        signUp: true,
        fields: { readonly },
        rules: { update: 'record.id = user.id' },
        limits,
      },
    },
  });
  assert.equal(users.status, 201, users.text);
  const usersId = users.json.id as string;
  const ask = (method: string, target: string, body: unknown, user?: User) =>
    server.platform(method, target, {
      ...(user === undefined
        ? {}
        : { key: user.token, headers: { 'x-forwarded-for': user.network } }),
      body,
    });
  const pathOf = (resourceId: string, recordId = '') =>
    `${resources}/${resourceId}/records${recordId === '' ? '' : `/${recordId}`}`;
  const done = (reply: Reply): Reply => {
    assert.ok(reply.status < 300, `${reply.status} ${reply.text}`);
    return reply;
  };
  const signUp = (email: string, network: string, fields: object) =>
    server.platform('POST', `/api/platform/users/${usersId}/sign-up`, {
      key: undefined,
      headers: { 'x-forwarded-for': network },
      body: { email, password: 'long enough', ...fields },
    });
  return {
    collection,
    pathOf,
    ask,
    signUp,
    newUser: async (number: number): Promise<User> => {
      const network = `10.0.${number >> 8}.${number & 255}`;
      const { json } = done(await signUp(`u${number}@example.com`, network, {}));
      return { id: json.user.id, token: json.token, network };
    },
    /** A record and the own account, with the readonly fields that a key has set. */
    waysOf: async (user: User, before: Cart, random: Random) => {
      const record = pathOf(collection, `r${user.id.slice(-20)}`);
      const account = pathOf(usersId, user.id);
      done(await ask('PUT', record, { owner: user.id, ...before }));
      done(await ask('PATCH', account, before));
      const inBatch = (method: string, path: string, body: object) =>
        ask('POST', '/api/platform/batch', { calls: [{ method, path, body }] }, user);
      const storedAt = (path: string) => async (): Promise<Cart> =>
        done(await ask('GET', path, undefined)).json.record;
      const put = (edit: Cart) => ({ owner: user.id, ...edit });
      const some = random.pick(['items', 'groups'] as const);
      return [
        { name: 'PATCH', send: (edit: Cart) => ask('PATCH', record, edit, user) },
        {
          name: 'PATCH of one list',
          send: (edit: Cart) => ask('PATCH', record, { [some]: edit[some] }, user),
        },
        { name: 'PUT', send: (edit: Cart) => ask('PUT', record, put(edit), user) },
        { name: 'PATCH in a batch', send: (edit: Cart) => inBatch('PATCH', record, edit) },
        { name: 'PUT in a batch', send: (edit: Cart) => inBatch('PUT', record, put(edit)) },
        { name: 'account', send: (edit: Cart) => ask('PATCH', account, edit, user), at: account },
        {
          name: 'me',
          send: (edit: Cart) => ask('PATCH', `/api/platform/users/${usersId}/me`, edit, user),
          at: account,
        },
      ].map(({ name, send, at = record }) => ({ name, send, stored: storedAt(at) }));
    },
  };
}

/** New records and accounts: made only without such a field. */
async function tryNew(
  { random }: ScenarioContext,
  { collection, pathOf, ask, signUp }: Awaited<ReturnType<typeof openWorld>>,
  user: User,
  found: string[],
): Promise<void> {
  for (const kind of ['with fields', 'without'] as const) {
    const cart = randomRecord(random, kind);
    const isAllowed = !/ = /.test(placesOf(cart));
    const target = pathOf(collection);
    const body = { owner: user.id, ...cart };
    const calls = [{ method: 'POST', path: target, body }];
    const email = `new${random.below(2 ** 31)}@example.com`;
    const replies = {
      POST: await ask('POST', target, body, user),
      'POST in a batch': await ask('POST', '/api/platform/batch', { calls }, user),
      PUT: await ask('PUT', pathOf(collection, `n${random.below(2 ** 31)}`), body, user),
      'sign-up': await signUp(email, user.network, cart),
    };
    for (const [name, { status, text }] of Object.entries(replies)) {
      assert.ok([200, 201, 400].includes(status), `${name}: ${status} ${text}`);
      if (status === 400 ? isAllowed : !isAllowed)
        found.push(`${name} of ${JSON.stringify(cart)}: ${status} ${text}`);
    }
  }
}

function randomRecord(random: Random, kind: 'with fields' | 'without'): Cart {
  const item = (): Item => ({
    sku: `s${random.below(5)}`,
    ...(kind === 'with fields' && random.below(2) === 0
      ? { price: random.pick([1, 1, 2, null]) }
      : {}),
    ...(kind === 'with fields' && random.below(4) === 0 ? { tags: ['a', 'b'] } : {}),
  });
  const items = () => Array.from({ length: random.below(4) }, item);
  return {
    items: items(),
    groups: Array.from({ length: random.below(3) }, () => ({ items: items() })),
  };
}

/** One of the edits that an attacker tries, or a harmless one. */
function editOf(random: Random, old: Cart): Cart {
  const next = structuredClone(old) as { items?: unknown[]; groups?: { items: unknown[] }[] };
  const lists = [next.items, next.groups, ...(next.groups ?? []).map(({ items }) => items)].filter(
    (list) => Array.isArray(list),
  );
  const list = random.pick(lists) as Record<string, unknown>[] | undefined;
  if (list === undefined) return next as Cart;
  const at = random.below(Math.max(list.length, 1));
  const item = list[at];
  const edits: (() => unknown)[] = [
    () => list.reverse(),
    () => list.splice(at, 1),
    () => list.splice(at, 0, { sku: 'new' }),
    () => list.push({ sku: 'new', price: 1 }),
    () => item !== undefined && list.splice(at, 1, [item] as never),
    () => item !== undefined && Object.assign(item, { price: random.below(3) }),
    () => item !== undefined && delete item.price,
    () => item !== undefined && Object.assign(item, { tags: ['b', 'a'] }),
    () => item !== undefined && Object.assign(item, { note: `n${random.below(9)}` }),
    () => item !== undefined && Object.assign(item, { sku: `s${random.below(9)}` }),
    () => {},
  ];
  for (let n = random.below(2); n >= 0; n -= 1) random.pick(edits)();
  return next as Cart;
}

/** Every place of a readonly field, with the numbers of the items and the length of the lists around it. */
function placesOf(record: Cart): string {
  const places: string[] = [];
  const walk = (value: unknown, path: readonly string[], at: string) => {
    const [name = '', ...rest] = path;
    if (path.length === 0) places.push(`${at} = ${JSON.stringify(value)}`);
    else if (Array.isArray(value)) {
      places.push(`${at} has ${value.length}`);
      for (const [index, item] of value.entries()) walk(item, path, `${at}/${index}`);
    } else if (typeof value === 'object' && value !== null && Object.hasOwn(value, name))
      walk((value as Record<string, unknown>)[name], rest, `${at}.${name}`);
  };
  for (const path of readonly) walk(record, path.split('.'), path);
  return places.join('\n');
}
