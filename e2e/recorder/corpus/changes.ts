/** Writes: unique values, references, preconditions, batches, imports, retries, states; requests that are refused. */
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

const perWorld = 10;
const kinds = { unique: uniqueWorld, references: referenceWorld, changes: changeWorld };
type Made = Pick<World, 'setup'> & { readonly next: () => readonly Step[] };

export function changeWorlds(
  seed: string,
  counts: { [kind in keyof typeof kinds]: number },
): World[] {
  return Object.entries(counts).flatMap(([kind, count]) =>
    range(count / perWorld).map((at) => {
      const name = numbered(kind, at);
      const { setup, next } = kinds[kind as keyof typeof kinds](createRandom(`${seed} ${name}`));
      const cases = range(perWorld).map((number) => ({ name: `case-${number}`, steps: next() }));
      return { name, setup, cases };
    }),
  );
}

const ndjson = { 'content-type': 'application/x-ndjson' };
const importOf = (lines: readonly unknown[], query = '', headers = {}): Step => ({
  method: 'POST',
  path: records('main', query),
  body: lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  headers: { ...ndjson, ...headers },
});
const batchOf = (calls: readonly unknown[], headers = {}): Step => ({
  ...{ method: 'POST', path: '/api/platform/batch', body: { calls }, headers },
});
const write = (method: string, id: string, body?: unknown, headers = {}): Step => ({
  ...{ method, path: records('main', `/${id}`), headers, ...(body !== undefined && { body }) },
});

function uniqueWorld(random: Random): Made {
  const unique = random.some(['email', ['staff', 'slot'], 'place.code', 'tags'], 3);
  const record = () => ({
    email: random.pick(['a@x', 'b@x', 'A@x', null, 1, '1', undefined]),
    staff: random.pick(['asha', 'juma']),
    slot: random.pick([9, 10, '9', null]),
    place: random.pick([{ code: 1 }, { code: [1] }, {}, null]),
    tags: random.pick([[1], ['1'], undefined, undefined]),
  });
  const id = () => random.pick(['a', 'b', 'c', 'd']);
  const call = () => ({ method: 'PUT', path: records('main', `/${id()}`), body: record() });
  const steps: (() => Step)[] = [
    () => ({ method: 'POST', path: records(), body: record() }),
    () => put(id(), record()),
    () => write('PATCH', id(), random.pick([{ email: 'a@x' }, { slot: 9 }, { place: null }])),
    () => write('DELETE', id()),
    () => importOf(range(3).map(record)),
    () => batchOf(range(3).map(call)),
    () =>
      configure({ unique: random.some(['email', 'slot', ['staff'], 'x.y'], 3) }, 'patch-config'),
  ];
  return {
    setup: [create('main', { unique })],
    next: () => [...range(2).map(() => random.pick(steps)()), get([])],
  };
}

function referenceWorld(random: Random): Made {
  const config = { references: { patient: '{other}', team: '{other}', 'ward.head': '{other}' } };
  const some = () => random.some(['p0', 'p1', 'p2', 'gone', null, 5], 3);
  const id = () => random.pick(['a', 'b']);
  const record = () => ({
    patient: random.pick(some()),
    team: some(),
    ward: { head: random.pick(some()) },
  });
  const expand = () =>
    random.pick(['patient', 'team', 'ward.head', 'patient,team', 'team,ward.head', 'nothing']);
  const steps: (() => Step)[] = [
    () => get([['expand', expand()]]),
    () =>
      get([
        ['expand', expand()],
        ['limit', '1'],
      ]),
    () => get([['expand', expand()]], `/${id()}`),
    () => put(id(), record()),
    () => ({ method: 'DELETE', path: records('other', `/${random.pick(['p0', 'p1'])}`) }),
    () => put(random.pick(['p0', 'p1']), { name: 'back' }, 'other'),
    () =>
      configure(
        { references: { patient: random.pick(['{other}', 'res_none', 5, '{main}']) } },
        'patch-config',
      ),
    () => ({ ...get([['expand', 'patient']]), as: 'asha' }),
  ];
  const rules = random.chance(0.5) ? { view: '', list: '' } : { view: 'record.name = "p1"' };
  return {
    setup: [
      create('other', { rules }),
      ...range(3).map((at) => put(`p${at}`, { name: `p${at}` }, 'other')),
      create('main', { ...config, rules: { list: '', view: '' } }),
      ...['a', 'b', 'c'].map((name) => put(name, record())),
    ],
    next: () => [random.pick(steps)(), random.pick(steps)()],
  };
}

function changeWorld(random: Random): Made {
  const ids = ['a', 'b', 'c', 'new', 'bad id', 'summary', 'x'.repeat(65)];
  const id = () => random.pick([...ids.slice(0, 3), ...ids]);
  const value = () =>
    random.pick<unknown>([1, 'x', null, [1, { b: 2 }], { c: { d: null, e: 1 } }, {}]);
  const record = () => ({ one: value(), two: value(), deep: { a: value(), b: value() } });
  const odd = () =>
    random.pick<unknown>([[], null, 5, 'text', '{"a":1,}', '{"a":1e400}', '{"a":"\\ud800"}']);
  const condition = () =>
    random.pick<object>([
      {},
      {},
      { 'if-match': '"1"' },
      { 'if-match': '"2"' },
      { 'if-match': '"9"' },
      { 'if-none-match': '*' },
      { 'if-match': '*' },
      { 'if-match': 'W/"1"' },
      { 'if-match': 'nonsense' },
    ]);
  const entry = () => ({
    recordId: random.pick(['k1', 'k2', 'a', 'bad id']),
    record: record(),
    version: 3,
  });
  const call = () => {
    const path = records('main', random.chance(0.2) ? '' : `/${id()}`);
    const method = random.pick(['GET', 'PUT', 'PATCH', 'DELETE', 'POST']);
    const ifs = random.pick<object>([{}, { ifMatch: '"1"' }, { ifNoneMatch: '*' }]);
    return { method, path, ...(/P/.test(method) && { body: record() }), ...ifs };
  };
  const steps: (() => Step)[] = [
    () => write('PUT', id(), random.chance(0.85) ? record() : odd(), condition()),
    () => write('PATCH', id(), random.chance(0.85) ? record() : odd(), condition()),
    () => write('PATCH', id(), { deep: { a: null, b: { new: 1 } } }, condition()),
    () => write('DELETE', id(), undefined, condition()),
    () => ({ method: 'POST', path: records(), body: random.chance(0.7) ? record() : odd() }),
    () => importOf(range(1 + random.below(4)).map(() => (random.chance(0.9) ? record() : odd()))),
    () => importOf([entry(), entry()], random.pick(['', '?ids=keep', '?ids=keep', '?ids=other'])),
    () => batchOf(range(1 + random.below(4)).map(call)),
    () => act(random, id(), record()),
    () => ({ ...get([], `/${id()}`), headers: random.pick([{}, { 'if-none-match': '"1"' }]) }),
  ];
  return {
    setup: [create('main', {}), ...ids.slice(0, 3).map((name) => put(name, record()))],
    next: () => {
      const first = random.pick(steps)();
      const key = { 'idempotency-key': `key-${random.below(4)}` };
      const repeated = { ...first, headers: { ...first.headers, ...key } };
      const again = ['POST', 'PATCH'].includes(first.method) && random.chance(0.3);
      return [...(again ? [repeated, repeated] : [first, random.pick(steps)()]), get([])];
    },
  };
}

function act(random: Random, recordId: string, record: object): Step {
  const action = random.pick(['add-record', 'update-record', 'delete-record', 'rename', 'unknown']);
  const path = `${resources}/{main}${random.chance(0.3) ? '?records=true' : ''}`;
  return { method: 'PATCH', path, body: { action, recordId, record, name: ' New name ' } };
}

/** The table of states: every action, of every service, twice in a row by chance. */
export function stateWorld(seed: string, count: number): World {
  const random = createRandom(`${seed} states`);
  const services = {
    data: 'Collection',
    storage: 'Bucket',
    ai: 'Assistant',
    dev: 'Project',
    connect: 'Form',
    work: 'Task',
  };
  const actions = ['archive', 'restore', 'validate', 'capture', 'complete', 'rename', 'configure'];
  const usual: { [service: string]: string } = {
    dev: 'validate',
    connect: 'capture',
    work: 'complete',
  };
  return {
    name: 'states-001',
    setup: [],
    cases: range(count).map((at): Case => {
      const [service, kind] = Object.entries(services)[at % 6] as [string, string];
      const config = random.pick<object>([
        {},
        { origins: ['https://example.com/'] },
        { feilds: 1 },
        { url: 'x' },
      ]);
      const action = () => random.pick([usual[service] ?? 'archive', 'archive', ...actions]);
      const step = (): Step => ({
        method: 'PATCH',
        path: `${resources}/{main}`,
        body: {
          action: action(),
          name: 'renamed',
          config: random.pick([config, {}, 'x']),
          record: { a: 1 },
        },
        headers: random.pick<{ [name: string]: string }>([{}, {}, { 'if-match': '"1"' }]),
      });
      return {
        name: `case-${at}`,
        steps: [create('main', config, service, kind), ...range(4).map(step), end(random)],
      };
    }),
  };
}

const end = (random: Random): Step => ({
  method: random.pick(['GET', 'DELETE']),
  path: `${resources}/{main}`,
});

/** Requests that no route, key or body allows. */
export function refusalWorld(): World {
  const main = `${resources}/{main}`;
  const deep = `${'{"a":'.repeat(70)}1${'}'.repeat(70)}`;
  const json = { 'content-type': 'application/json' };
  const post = (body: unknown, headers = {}): Step => ({
    method: 'POST',
    path: resources,
    body,
    headers,
  });
  const reads = [
    ...[
      '?limit=0',
      '?limit=1001',
      '?limit=x',
      '?cursor=nonsense',
      '?unknown=1',
      '?sort=a&order=newest',
    ],
    ...[
      '?where.a=1&where.a=2',
      '?where.=1',
      '?where[a]=1',
      '?sort=',
      '?fields=',
      `?q=${'x'.repeat(201)}`,
    ],
    ...[
      '?count=maybe',
      '?expand=a',
      '?_=5',
      '/',
      '/none',
      '/%00',
      '/summary?sum=',
      '/summary?group=a,b,c,d,e,f',
    ],
  ];
  const bodies: readonly unknown[] = [
    ...[{}, [], null, 5, '"text"', '{', '', { service: 'none', kind: 'K', name: 'n' }],
    ...[
      { service: 'DATA', kind: 'collection', name: '  trimmed ' },
      { service: 'data', kind: '!', name: 'n' },
    ],
    ...[
      { service: 'data', kind: 'K', name: '' },
      { service: 'data', kind: 'K', name: 'x'.repeat(201) },
    ],
    ...[
      { service: 'data', kind: 'K', name: 'n', config: [] },
      deep,
      '{"a":"\\u0000"}',
      '{"a\\"b":1}',
    ],
    { service: 'data', kind: 'K', name: 'n', config: { text: 'x'.repeat(20_500) } },
    ...[
      'unique',
      'indexes',
      'search',
      'references',
      'fields',
      'rules',
      'users',
      'limits',
      'schema',
    ].map((name) => ({
      service: 'data',
      kind: 'K',
      name: 'n',
      config: { rules: {}, [name]: 'wrong' },
    })),
    { service: 'data', kind: 'K', name: 'n', config: { indexes: ['a', 'b', 'c', 'd', 'e', 'f'] } },
  ];
  const steps: Step[] = [
    ...reads.map((rest): Step => ({ method: 'GET', path: records('main', rest) })),
    ...bodies.map((body) => post(body, json)),
    post({ service: 'data' }, { 'content-type': 'text/plain' }),
    ...['rpk_wrong', 'usr_wrong', ''].map(
      (key): Step => ({
        ...{ method: 'GET', path: main, headers: { authorization: `Bearer ${key}` } },
      }),
    ),
    ...['nobody', 'asha'].map((as): Step => ({ method: 'GET', path: main, as })),
    ...['PUT', 'OPTIONS', 'TRACED'].map((method): Step => ({ method, path: main })),
    { method: 'GET', path: '/api/platform/resourcse' },
    put('a', { text: 'x'.repeat(20_481) }),
    batchRefusal([]),
    batchRefusal(range(51).map(() => ({ method: 'GET', path: records('main', '/a') }))),
    batchRefusal([{ method: 'GET', path: main }]),
  ];
  const cases = steps.map((step, at) => ({ name: `case-${at}`, steps: [step] }));
  return { name: 'refusals-001', setup: [create('main', {})], cases };
}

const batchRefusal = (calls: unknown) => batchOf(calls as readonly unknown[]);
