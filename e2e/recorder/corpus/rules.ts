/** Who may do what: rules over users, records and bodies, texts that are no rules, fields, accounts. */
import {
  type Case,
  configure,
  create,
  get,
  numbered,
  put,
  range,
  records,
  resources,
  type Step,
  type World,
} from './case.ts';
import { createRandom, type Random } from './random.ts';

/** The users that every owner has, with the fields of their accounts. */
export const users = {
  asha: { role: 'staff', team: 'red', level: 3 },
  juma: { role: 'customer', team: 'blue', level: 1 },
  zuri: { team: 'red', tags: ['draft', 'vip'] },
} as const;
const callers = [...Object.keys(users), 'nobody'];

const perWorld = 10;
const limits = { perMinute: 6000 };
const anything = { list: '', view: '', create: '', update: '', delete: '' };

export function ruleWorlds(seed: string, count: number): World[] {
  return range(count / perWorld).map((at) => {
    const name = numbered('rules', at);
    const random = createRandom(`${seed} ${name}`);
    const allowed = ['list', 'view', 'create', 'update', 'delete'].map((act) => [
      act,
      random.pick([null, '', ...range(5).map(() => rule(random, hasBody(act)))]),
    ]);
    const ids = range(8).map((number) => `r${number}`);
    const indexes = random.chance(0.4) && { indexes: random.some(['owner', 'state', 'rank']) };
    const config = { rules: Object.fromEntries(allowed), users: '{users}', limits, ...indexes };
    return {
      name,
      setup: [create('main', config), ...ids.map((id) => put(id, record(random)))],
      cases: range(perWorld).map((number) => act(random, number, ids)),
    };
  });
}

const hasBody = (act: string) => act === 'create' || act === 'update';

function act(random: Random, number: number, ids: readonly string[]): Case {
  const as = random.pick(callers);
  const id = random.pick(ids);
  const step = random.pick<() => Step>([
    () => ({
      ...get(
        random.chance(0.5)
          ? []
          : [
              ['sort', '-rank'],
              ['count', 'true'],
            ],
      ),
      as,
    }),
    () => ({ ...get([[`where.${random.pick(['state', 'owner', 'rank'])}`, '2']]), as }),
    () => ({
      ...get(
        [
          ['count', 'true'],
          ['group', 'state'],
          ['sum', 'rank'],
        ],
        '/summary',
      ),
      as,
    }),
    () => ({ ...get([], `/${id}`), as }),
    () => put(random.chance(0.5) ? id : `new${number}`, record(random), 'main', as),
    () => ({ method: 'PATCH', path: records('main', `/${id}`), body: patch(random), as }),
    () => ({ method: 'POST', path: records(), body: record(random), as }),
    () => ({ method: 'DELETE', path: records('main', `/${id}`), as }),
    () => batch(random, ids, as),
  ])();
  return { name: `case-${number}`, steps: [step, get([['order', 'newest']])] };
}

function batch(random: Random, ids: readonly string[], as: string): Step {
  const calls = range(1 + random.below(3)).map(() => {
    const path = records('main', `/${random.pick(ids)}`);
    return random.pick([
      { method: 'GET', path },
      { method: 'PATCH', path, body: patch(random) },
      { method: 'PUT', path, body: record(random) },
      { method: 'DELETE', path },
    ]);
  });
  return { method: 'POST', path: '/api/platform/batch', body: { calls }, as };
}

const owners = ['{asha}', '{juma}', '{zuri}', 'nobody', null];
const states = ['draft', 'sent', 'Done', null];

function record(random: Random): Record<string, unknown> {
  const fields = {
    owner: random.pick(owners),
    state: random.pick(states),
    rank: random.pick([0, 1, 2, '2', 3, 10.5]),
    team: random.pick(['red', 'blue']),
    members: random.some(owners, 3),
    place: { city: random.pick(['Kisumu', 'Moshi']), open: random.chance(0.5) },
    due: random.pick(['2020-01-01T00:00:00.000Z', '2040-01-01T00:00:00.000Z', 'soon']),
  };
  return Object.fromEntries(Object.entries(fields).filter(() => !random.chance(0.12)));
}

function patch(random: Random): object {
  const whole = Object.entries(record(random));
  return Object.fromEntries(random.some(whole, 2).map(([name, value]) => [name, value]));
}

function rule(random: Random, body: boolean, depth = 0): string {
  const inner = () => rule(random, body, depth + 1);
  if (depth < 3 && random.chance(0.35)) return `${inner()} ${random.pick(['&&', '||'])} ${inner()}`;
  if (depth < 3 && random.chance(0.1)) return `(${inner()})`;
  if (depth < 3 && random.chance(0.08)) return `!(${inner()})`;
  return comparison(random, body);
}

function comparison(random: Random, body: boolean): string {
  const of = body && random.chance(0.4) ? 'body' : 'record';
  const sign = () => random.pick(['=', '=', '!=', '<', '<=', '>', '>=']);
  return random.pick([
    () => `${of}.owner = user.id`,
    () => `user.role ${random.pick(['=', '!='])} "${random.pick(['staff', 'customer'])}"`,
    () => `${of}.team = user.team`,
    () => `user.id in ${of}.members`,
    () => `${of}.state in ["draft", "sent"]`,
    () => `${of}.state in user.tags`,
    () => `${of}.rank ${sign()} ${random.pick(['1', '2', '10.5', 'user.level', '"2"'])}`,
    () => `${of}.place.city ~ "${random.pick(['kis', 'OSH', ''])}"`,
    () => `${of}.members ~ user.id`,
    () => `${of}.due ${sign()} now`,
    () => `${of}.place.open`,
    () => `!${of}.place.open`,
    () => `${of}.missing ${random.pick(['=', '!='])} null`,
    () => `user.id ${random.pick(['=', '!='])} null`,
    () => 'user.verified',
    () => `record.id ${sign()} "r4"`,
    () => `"${random.pick(['red', 'a'])}" = ${of}.team`,
    () =>
      `${of}.owner = ${random.pick(['true', '5', 'null', of === 'body' ? 'record.owner' : 'user.id'])}`,
  ])();
}

/** The language of rules as such: what is refused, with which sentence, at which position. */
export function ruleTextWorlds(seed: string, count: number): World[] {
  return range(count / perWorld).map((at) => {
    const name = numbered('rule-text', at);
    const random = createRandom(`${seed} ${name}`);
    const text = (body: boolean) => {
      const whole = rule(random, body);
      if (random.chance(0.3)) return random.pick(odd);
      if (random.chance(0.2)) return whole;
      const cut = random.below(whole.length);
      return whole.slice(0, cut) + random.pick(signs) + whole.slice(cut + random.below(3));
    };
    return {
      name,
      setup: [],
      cases: range(perWorld).map((number) => {
        const act = random.pick(['list', 'view', 'create', 'update', 'delete']);
        const rules = { [act]: text(hasBody(act) || random.chance(0.1)) };
        const steps = [
          create('main', { rules, users: '{users}', limits }),
          { ...get([]), as: 'asha' },
        ];
        return { name: `case-${number}`, steps };
      }),
    };
  });
}

const signs = ['', '', '&', '=', '"', '(', ')', ' in ', '[', '..', '!', 'null', '@', ' record '];
const odd: readonly unknown[] = [
  ...[
    'record.createdAt > now',
    'body.a = 1',
    'user',
    'record.',
    'user.id = ',
    '1 = 1',
    'true',
    'false',
  ],
  ...[
    'null = null',
    'a = b',
    'record.a.0 = user.id',
    '((user.id = null))',
    'user.id == null',
    'record.a in []',
    'not user.id',
  ],
  ...[
    "record.a = 'x'",
    'record.a = "\\u0041"',
    'record.a = "unended',
    'record.a ~ 5',
    'now',
    5,
    [],
    {},
  ],
  ...[' ', 'x'.repeat(2001), `${'('.repeat(25)}true${')'.repeat(25)}`, 'record.a < user.b'],
  ...[
    range(101)
      .map(() => 'user.a')
      .join(' || '),
    range(9)
      .map(() => 'record.a ~ "b"')
      .join(' && '),
  ],
];

export function fieldWorlds(seed: string, count: number): World[] {
  return range(count / perWorld).map((at) => {
    const name = numbered('fields', at);
    const random = createRandom(`${seed} ${name}`);
    const paths = [
      'owner',
      'state',
      'place',
      'place.city',
      'items',
      'items.price',
      'items.0',
      'members.1',
    ];
    const fields = {
      ...(random.chance(0.7) && { hidden: random.some(paths, 3) }),
      ...(random.chance(0.7) && { readonly: random.some(paths, 3) }),
    };
    const filled = () => ({
      ...record(random),
      items: range(1 + random.below(3)).map((n) => ({ n, price: random.pick([5, 10]) })),
    });
    const ids = ['a', 'b', 'c'];
    const config = {
      rules: anything,
      users: '{users}',
      limits,
      fields,
      search: ['owner', 'items'],
    };
    return {
      name,
      setup: [create('main', config), ...ids.map((id) => put(id, filled()))],
      cases: range(perWorld).map((number) => {
        const as = random.pick(callers);
        const path = records('main', `/${random.pick(ids)}`);
        const step = random.pick<() => Step>([
          () => ({ ...get([]), as }),
          () => ({ ...get([[`where.${random.pick(paths)}`, '5']]), as }),
          () => ({ ...get([['sort', random.pick(paths)]]), as }),
          () => ({ ...get([['q', 'kisumu']]), as }),
          () => ({ ...get([['fields', random.some(paths, 3).join()]]), as }),
          () => ({
            ...get(
              [
                ['sum', 'items.0.price'],
                ['group', random.pick(paths)],
              ],
              '/summary',
            ),
            as,
          }),
          () => ({ method: 'PUT', path, body: filled(), as }),
          () => ({ method: 'PUT', path, body: { rank: number }, as }),
          () => ({ method: 'PATCH', path, body: patch(random), as }),
          () => ({ method: 'PATCH', path, body: { items: filled().items }, as }),
          () => ({ method: 'POST', path: records(), body: filled(), as }),
        ])();
        return { name: `case-${number}`, steps: [step, get([])] };
      }),
    };
  });
}

/** Accounts of an application: sign-up, sign-in, `/me`, and what users may not set. */
export function accountWorlds(seed: string, count: number): World[] {
  return range(count / perWorld).map((at) => {
    const name = numbered('users', at);
    const random = createRandom(`${seed} ${name}`);
    const fields = { readonly: ['plan'], ...(random.chance(0.5) && { hidden: ['score'] }) };
    const config = {
      signUp: random.chance(0.8),
      fields,
      ...(random.chance(0.3) && { unique: ['nick'] }),
    };
    const call = (path: string, body: unknown, as = 'nobody') => ({
      ...{ method: 'POST', path: `/api/platform/users/{main}/${path}`, body, as },
    });
    const password = 'correct horse';
    const account = (email: string) => ({ email, password, nick: random.pick(['a', 'b']) });
    return {
      name,
      setup: [
        create('main', config, 'data', 'Users'),
        { ...call('sign-up', account('kept@example.com'), 'owner'), saves: 'kept' },
        configure({ rules: { list: 'user.role = "staff"' } }, 'patch-config'),
      ],
      cases: range(perWorld).map((number) => {
        const email = `u${number}@example.com`;
        const step = random.pick<() => Step>([
          () =>
            call('sign-up', {
              ...account(email),
              ...random.pick([{ role: 'staff' }, { plan: 1 }, {}]),
            }),
          () =>
            call('sign-up', { ...account(email), ...random.pick([{ score: 1 }, { id: 'x' }, {}]) }),
          () => call('sign-up', account(random.pick(['KEPT@example.com', 'nonsense', '']))),
          () => call('sign-up', { email, password: random.pick(['short', 'x'.repeat(201), 5]) }),
          () => call('sign-in', { email: 'Kept@Example.com', password }),
          () =>
            call('sign-in', {
              email: random.pick(['kept@example.com', email]),
              password: 'wrong one',
            }),
          () => call('code', { email: random.pick(['kept@example.com', email, 5]) }),
          () => ({
            method: 'GET',
            path: '/api/platform/users/{main}/me',
            as: random.pick(callers),
          }),
          () => ({
            ...{ method: 'PATCH', path: '/api/platform/users/{users}/me' },
            ...{ body: { [random.pick(['nick', 'role', 'verified', 'email'])]: 'x' }, as: 'zuri' },
          }),
          () => call('sign-out', undefined, 'nobody'),
        ])();
        return {
          name: `case-${number}`,
          steps: [step, { method: 'GET', path: `${resources}/{main}` }],
        };
      }),
    };
  });
}
