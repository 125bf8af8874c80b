/** Filters, sorts, searches and summaries over collections of mixed values, with and without indexes. */
import { create, get, numbered, put, range, type Step, type World } from './case.ts';
import { createRandom, type Random } from './random.ts';

type Query = [name: string, value: string][];

const kinds = { where: whereQuery, sort: sortQuery, search: searchQuery, summary: summaryQuery };
const perWorld = 25;

export function queryWorlds(
  seed: string,
  counts: { [kind in keyof typeof kinds]: number },
): World[] {
  return Object.entries(counts).flatMap(([kind, count]) =>
    range(count / perWorld).map((at) => {
      const name = numbered(kind, at);
      const random = createRandom(`${seed} ${name}`);
      const make = kinds[kind as keyof typeof kinds];
      return {
        name,
        setup: collection(random, kind),
        cases: range(perWorld).map((number) => ({
          name: `case-${number}`,
          steps: [
            kind === 'summary' ? get(make(random), '/summary') : listed(random, make(random)),
          ],
        })),
      };
    }),
  );
}

/** A collection of more records than a page has, imported at once. */
export function largeWorld(seed: string, count: number): World {
  const random = createRandom(`${seed} large`);
  const line = (at: number) =>
    JSON.stringify({
      rank: (at * 7919) % 3001,
      state: random.pick(states),
      name: `item ${at % 97}`,
    });
  const body = range(2_500).map(line).join('\n');
  const headers = { 'content-type': 'application/x-ndjson' };
  const query = (): Query => [
    ...random.pick<() => Query>([
      () => [],
      () => [['where.state', random.pick(states)]],
      () => [['where.rank.gt', String(random.below(3000))]],
      () => [
        ['where.rank.lte', String(random.below(3000))],
        ['where.state.ne', 'paid'],
      ],
      () => [
        [
          'where.name.in',
          range(3)
            .map(() => `item ${random.below(99)}`)
            .join(),
        ],
      ],
    ])(),
    ...random.pick<Query>([[], [['sort', '-rank']], [['sort', 'state']], [['order', 'newest']]]),
    ['fields', 'rank'],
    ['limit', String(random.pick([100, 700, 1000]))],
  ];
  return {
    name: 'large-001',
    setup: [
      create('main', { indexes: ['rank', 'state'] }),
      { method: 'POST', path: '/api/platform/resources/{main}/records', body, headers },
    ],
    cases: range(count).map((at) => ({
      name: `case-${at}`,
      steps: [{ ...get(query()), pages: true }],
    })),
  };
}

function listed(random: Random, query: Query): Step {
  if (random.chance(0.25))
    return { ...get([...query, ['limit', String(1 + random.below(9))]]), pages: true };
  if (random.chance(0.05)) return { ...get(query), headers: { accept: 'application/x-ndjson' } };
  if (random.chance(0.1)) return get([...query, ['count', 'true']]);
  if (random.chance(0.1)) return get([...query, ['fields', random.some(paths, 4).join()]]);
  return get(query);
}

const states = ['open', 'paid', 'sent', 'Open'];
const people = [
  'Asha',
  'asha',
  'Ýmir',
  "Ng'ombe Mkubwa",
  'Zuri 10',
  '10',
  'Ω',
  '😀',
  'a\u0301',
  'ABC',
  '',
];
const times = [
  '2026-11-15',
  '2026-11-15T08:00:00Z',
  '2026-11-15T11:00:00+03:00',
  '2026-11-14T23:59:59.5Z',
];
const numbers = [0, 1, -1, 2, 10, 10.5, 1e21, 0.1, 1e-7, 9_007_199_254_740_991];
const notes = [
  'Monday: toothache, comes too late',
  'Mgonjwa wa Jumatatu, maumivu ya jino',
  "Ng'ombe na mbuzi; ng’ombe tena",
  'Größe älter naïve coöperate',
  'MONDAY tooth tooth',
];

function collection(random: Random, kind: string): Step[] {
  const indexes = random.some(['state', 'rank', 'name', 'when', 'customer.name', 'createdAt'], 4);
  const config = {
    ...(random.chance(0.6) && { indexes }),
    ...((kind === 'search' || random.chance(0.1)) && {
      search: random.some(['name', 'note', 'tags', 'customer'], 3),
    }),
    ...(random.chance(0.2) && { schema: closedSchema }),
  };
  const ids = random.shuffle(range(30).map((at) => `r${at}`));
  return [create('main', config), ...ids.map((id) => put(id, record(random)))];
}

const known = [
  'name',
  'rank',
  'state',
  'paid',
  'when',
  'tags',
  'items',
  'customer',
  'mixed',
  'note',
  'n',
];
const closedSchema = {
  type: 'object',
  properties: Object.fromEntries(known.map((name) => [name, true])),
  additionalProperties: false,
};

/** The values of each field, which conditions also ask for. */
const values: { readonly [path: string]: readonly unknown[] } = {
  name: people,
  rank: [...numbers, ...numbers.map(String), null],
  state: states,
  paid: [true, false, null, 'true'],
  when: [...times, 'tomorrow', 20261115],
  mixed: [null, true, false, 5, '5', 'text', '2026-11-15', [1, 'a'], { a: { b: 1 } }, [], {}],
  note: notes,
  'tags.0': ['new', 'old', 'a, b', '10', null],
  'items.0.price': [5, '5', 7.5],
  'customer.name': people,
  'customer.age': [7, 30, '30', null],
};

function record(random: Random): object {
  const value = (path: string) => random.pick(values[path] as readonly unknown[]);
  const flat = ['name', 'rank', 'state', 'paid', 'when', 'mixed', 'note'];
  const fields = {
    ...Object.fromEntries(flat.map((name) => [name, value(name)])),
    tags: random.some(values['tags.0'] as readonly unknown[], 4),
    items: range(random.below(3)).map((at) => ({ price: value('items.0.price'), n: at })),
    customer: { name: value('customer.name'), age: value('customer.age') },
  };
  const kept = Object.entries(fields).filter(() => !random.chance(0.15));
  return Object.fromEntries([...kept, ['n', random.below(100)]]);
}

const paths = [
  ...['name', 'rank', 'state', 'paid', 'when', 'tags', 'tags.0', 'items.0.price', 'items.1.n'],
  ...['customer.name', 'customer.age', 'mixed', 'mixed.a.b', 'missing', 'n', 'customer'],
];
const operators = ['', '', '.ne', '.gt', '.gte', '.lt', '.lte', '.in', '.exists'];
const wrong = ['.like', '.eq', '.contains', '.regex', '.GT'];

function condition(random: Random, among = paths): Query {
  const path = random.pick(random.chance(0.05) ? ['createdAt', 'updatedAt', 'recordId'] : among);
  const operator = random.pick(random.chance(0.04) ? wrong : operators);
  return [[`where.${path}${operator}`, wanted(random, operator, values[path] ?? numbers)]];
}

const strays = [...people, ...states, ...times, ...numbers, '"10"', '1.0', null, true];

function wanted(random: Random, operator: string, usual: readonly unknown[]): string {
  const value = () => String(random.pick<unknown>(random.chance(0.85) ? usual : strays));
  if (operator === '.exists') return random.pick(['true', 'false', 'true', 'yes']);
  if (operator === '.in')
    return range(1 + random.below(3))
      .map(() => random.pick([value(), '"a, b"', 'new']))
      .join();
  if (operator.startsWith('.') && random.chance(0.1))
    return random.pick(['2031-01-01', '"10"', '2026-11-15T09:00:00', '']);
  return value();
}

function whereQuery(random: Random): Query {
  const query = range(random.pick([1, 1, 1, 2, 2, 3])).flatMap(() => condition(random));
  if (random.chance(0.05)) query.push(...range(5).flatMap(() => condition(random)));
  if (random.chance(0.2)) query.push(...sorted(random));
  if (random.chance(0.1)) query.push(['q', word(random)]);
  return query;
}

function sorted(random: Random): Query {
  const path = random.pick([...paths, 'createdAt', 'recordId']);
  return [['sort', `${random.pick(['', '-'])}${path}`]];
}

function sortQuery(random: Random): Query {
  const query = random.chance(0.85)
    ? sorted(random)
    : [['order', random.pick(['newest', 'oldest', 'up'])]];
  return [...(query as Query), ...(random.chance(0.4) ? condition(random) : [])];
}

function word(random: Random): string {
  const words = [
    'too',
    'mon',
    'tooth mon',
    'ngombe',
    "ng'ombe",
    'GRÖSSE',
    'gro',
    'naive',
    'jumat',
    '10',
    '-',
  ];
  return random.pick([...words, 'asha', 'Ω', '%', '_', 'late comes', 'mbuzi na', 'x'.repeat(201)]);
}

function searchQuery(random: Random): Query {
  const query: Query = [['q', word(random)]];
  if (random.chance(0.3)) query.push(...condition(random));
  const isSorted = random.chance(0.2);
  if (isSorted) query.push(...sorted(random));
  if (!isSorted && random.chance(0.2)) query.push(['order', 'newest']);
  return query;
}

function summaryQuery(random: Random): Query {
  const query: Query = [];
  const may = (share: number, name: string, value: string) => {
    if (random.chance(share)) query.push([name, value]);
  };
  const numeric = ['rank', 'n', 'customer.age', 'items.0.price', 'mixed'];
  may(0.5, 'count', 'true');
  may(0.5, 'sum', random.some(numeric, 2).join());
  may(0.3, 'avg', random.some(numeric, 2).join());
  may(0.3, 'min', random.some([...numeric, 'name', 'when'], 2).join());
  may(0.3, 'max', random.some([...numeric, 'name', 'when'], 2).join());
  may(0.7, 'group', random.some(paths, 2).join());
  return [...query, ...(random.chance(0.4) ? condition(random) : [])];
}
