import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  encoded,
  makeSigner,
  type Pair,
  startFakeServer,
  startPair,
} from '../../test/operator-servers.ts';
import { createSiteClient, isConnectionError, type SiteClientOptions } from '../index.ts';

const startMs = Date.parse('2026-11-15T08:00:00Z');
const minuteMs = 60_000;

async function open(t: TestContext) {
  const pair = await startPair(t, startMs);
  const clock = { nowMs: startMs };
  const lines: string[] = [];
  const client = (options: Partial<SiteClientOptions> = {}) => {
    const site = createSiteClient({
      operator: pair.operator.url,
      node: pair.node.url,
      site: 'duka',
      retries: 0,
      timing: { now: () => clock.nowMs },
      warn: (line) => lines.push(line),
      ...options,
    });
    return { site, name: async () => (await site.config()).name };
  };
  return { ...pair, clock, lines, client };
}

test('a node with a grant of the operator is used, and the operator gets no calls about the site', async (t) => {
  const { client, lines, operator } = await open(t);
  const { name } = client();
  assert.equal(await name(), 'of the node');
  assert.equal(await name(), 'of the node');
  assert.deepEqual(lines, []);
  assert.deepEqual(operator.asked.toSorted(), ['/v1/operator', '/v1/revoked']);
});

type Refused = {
  readonly name: string;
  readonly show: (pair: Pair) => Promise<void> | void;
  readonly line: RegExp;
  readonly site?: string;
  readonly nowMs?: number;
};

const refused: readonly Refused[] = [
  { name: 'that is not shown', show: ({ show }) => show(null), line: /it presents no grant\.$/ },
  {
    name: 'that has ended',
    show: () => {},
    nowMs: startMs + 30 * 86_400_000,
    line: /its grant ended at 2026-12-15T08:00:00\.000Z\.$/,
  },
  {
    name: 'for another origin',
    show: async ({ show, signer, claims }) =>
      show(await signer.sign({ ...claims, origin: 'https://elsewhere.example' })),
    line: /its grant is for https:\/\/elsewhere\.example, not for http:\/\/127\.0\.0\.1:\d+\.$/,
  },
  {
    name: 'for another site',
    show: async ({ show, signer, claims }) =>
      show(await signer.sign({ ...claims, sites: ['duka-2', 'dukani'] })),
    line: /its grant is not for the site duka\.$/,
  },
  {
    name: 'signed by another key',
    show: async ({ show, claims }) => show(await (await makeSigner('key-2')).sign(claims)),
    line: /its grant is not signed by the operator\.$/,
  },
  {
    name: 'signed by another key under the name of the right one',
    show: async ({ show, claims }) => show(await (await makeSigner('key-1')).sign(claims)),
    line: /its grant is not signed by the operator\.$/,
  },
  {
    name: 'that was changed after it was signed',
    show: async ({ show, signer, claims }) => {
      const [head, , signature] = (await signer.sign({ ...claims, sites: ['x'] })).split('.');
      show(`${head}.${encoded(claims)}.${signature}`);
    },
    line: /its grant is not signed by the operator\.$/,
  },
  {
    name: 'that was revoked',
    show: ({ operator }) => {
      operator.answers['/v1/revoked'] = { revoked: ['grant_0', 'grant_1'] };
    },
    line: /its grant was revoked\.$/,
  },
  {
    name: 'of the algorithm none',
    show: ({ show, claims }) => show(`${encoded({ alg: 'none' })}.${encoded(claims)}.`),
    line: /its grant is not signed by ES256\.$/,
  },
  {
    name: 'of another algorithm over the public key',
    show: async ({ show, signer, claims }) =>
      show(await signer.sign(claims, { alg: 'HS256', kid: 'key-1' })),
    line: /its grant is not signed by ES256\.$/,
  },
  {
    name: 'that begins five minutes from now',
    show: () => {},
    nowMs: startMs - 5 * minuteMs,
    line: /its grant begins at 2026-11-15T08:00:00\.000Z, so one of the clocks is wrong\.$/,
  },
  ...[8, 40, 60].map((missing) => ({
    name: `without its last ${missing} characters`,
    show: async ({ show, signer, claims }: Pair) =>
      show((await signer.sign(claims)).slice(0, -missing)),
    line: /its grant is malformed\.$/,
  })),
  {
    name: 'without its signature',
    show: async ({ show, signer, claims }) =>
      show((await signer.sign(claims)).split('.').slice(0, 2).join('.')),
    line: /its grant is malformed\.$/,
  },
  {
    name: 'that another node was given',
    show: async ({ show, signer, claims }) => show(await signer.sign(claims), 'node_b'),
    line: /its grant is for another node\.$/,
  },
  {
    name: 'that runs longer than any may',
    show: async ({ show, signer, claims }) =>
      show(await signer.sign({ ...claims, exp: claims.iat + 91 * 86_400 })),
    line: /its grant is valid for more than 90 days\.$/,
  },
];

for (const { name, show, line, nowMs } of refused)
  test(`a grant ${name} is refused with one warning, and the operator is used`, async (t) => {
    const setup = await open(t);
    await show(setup);
    setup.clock.nowMs = nowMs ?? startMs;
    const { name: answer } = setup.client();
    assert.equal(await answer(), 'of the operator');
    assert.equal(await answer(), 'of the operator');
    assert.equal(setup.lines.length, 1, setup.lines.join('\n'));
    assert.match(setup.lines[0] ?? '', line);
    assert.match(setup.lines[0] ?? '', /^The operator is used instead of the node http:\/\/\S+: /);
  });

test('a node that shows the descriptor of another node is refused, because the address must match', async (t) => {
  const setup = await open(t);
  const thief = await startFakeServer(t);
  Object.assign(thief.answers, setup.node.answers);
  const { name } = setup.client({ node: thief.url });
  assert.equal(await name(), 'of the operator');
  assert.match(setup.lines.join(), /its grant is for http:\/\/127/);
});

test('a grant for all sites, without a key id, is accepted even if the clock is slightly behind', async (t) => {
  const setup = await open(t);
  const every = { ...setup.claims, sites: ['*'] };
  setup.show(await setup.signer.sign(every, { alg: 'ES256' }));
  setup.clock.nowMs = startMs - 30_000;
  assert.equal(await setup.client().name(), 'of the node');
});

test('an older key that the operator still lists is accepted', async (t) => {
  const setup = await open(t);
  const newer = await makeSigner('key-9');
  setup.operator.answers['/v1/operator'] = { keys: [newer.key, setup.signer.key] };
  assert.equal(await setup.client().name(), 'of the node');
});

test('a new client notices a revocation at once, a running client within five minutes', async (t) => {
  const setup = await open(t);
  const running = setup.client();
  assert.equal(await running.name(), 'of the node');
  setup.operator.answers['/v1/revoked'] = { revoked: ['grant_1'] };
  assert.equal(await setup.client().name(), 'of the operator');
  setup.clock.nowMs += 5 * minuteMs;
  assert.equal(await running.name(), 'of the operator');
  assert.match(setup.lines.at(-1) ?? '', /revoked/);
});

test('while the operator is unreachable, a verified node is used until its grant expires', async (t) => {
  const setup = await open(t);
  const running = setup.client();
  assert.equal(await running.name(), 'of the node');
  await setup.operator.close();
  setup.clock.nowMs += 60 * minuteMs;
  assert.equal(await running.name(), 'of the node');
  assert.deepEqual(setup.lines, []);
  setup.clock.nowMs += 30 * 86_400_000;
  await assert.rejects(running.name(), (error) => isConnectionError(error));
  assert.match(setup.lines.join(), /its grant ended/);
});

test('a node whose grant cannot be verified is not used', async (t) => {
  const setup = await open(t);
  await setup.operator.close();
  await assert.rejects(setup.client().name(), (error) => isConnectionError(error));
  assert.match(setup.lines.join(), /the operator does not answer, so its grant cannot be checked/);
  assert.ok(!setup.node.asked.includes('/v1/sites/duka/config'));
});

test('an unreachable node is no longer used after one failed call', async (t) => {
  const setup = await open(t);
  const running = setup.client();
  assert.equal(await running.name(), 'of the node');
  await setup.node.close();
  await assert.rejects(running.name(), (error) => isConnectionError(error));
  assert.equal(await running.name(), 'of the operator');
  assert.match(setup.lines.join(), /it does not answer/);
});

test('a node without https is refused before anything is sent to it', async (t) => {
  const setup = await open(t);
  const { name } = setup.client({ node: 'http://node.example' });
  assert.equal(await name(), 'of the operator');
  assert.match(setup.lines.join(), /its address is not https/);
});

test('a page that cannot verify signatures uses the operator', async (t) => {
  const setup = await open(t);
  t.mock.getter(globalThis, 'crypto', () => ({}));
  const { name } = setup.client();
  assert.equal(await name(), 'of the operator');
  assert.match(setup.lines.join(), /this page cannot check its grant/);
});

test('the client follows a moved site, but only one step', async (t) => {
  const setup = await open(t);
  const third = await startFakeServer(t);
  setup.operator.answers['/v1/sites/duka/operator'] = { base: setup.node.url };
  setup.node.answers['/v1/sites/duka/operator'] = { base: third.url };
  assert.equal(await setup.client({ node: undefined }).name(), 'of the node');
  assert.deepEqual(third.asked, []);
  assert.deepEqual(setup.node.asked, ['/v1/sites/duka/config']);
});

for (const base of ['http://elsewhere.example', 'ftp://127.0.0.1', 'javascript:alert(1)', '', 7])
  test(`the client does not follow a site to ${JSON.stringify(base)}`, async (t) => {
    const setup = await open(t);
    setup.operator.answers['/v1/sites/duka/operator'] = { base };
    assert.equal(await setup.client({ node: undefined }).name(), 'of the operator');
    if (typeof base === 'string') assert.match(setup.lines.join(), /without https/);
  });

test('a remote operator cannot direct the client to a server on the machine of the visitor', async (t) => {
  const setup = await open(t);
  const through: SiteClientOptions['fetch'] = (url, init) =>
    fetch(url.replace('https://operator.example', setup.operator.url), init);
  setup.operator.answers['/v1/sites/duka/operator'] = { base: setup.node.url };
  const away = setup.client({
    operator: 'https://operator.example',
    node: undefined,
    fetch: through,
  });
  assert.equal(await away.name(), 'of the operator');
  assert.match(setup.lines.join(), /without https/);
  assert.deepEqual(setup.node.asked, []);
});

test('a response of the operator that never ends is cut off', async (t) => {
  const setup = await open(t);
  setup.operator.answers['/v1/revoked'] = { revoked: ['x'.repeat(600_000)] };
  assert.equal(await setup.client().name(), 'of the operator');
  assert.match(setup.lines.join(), /cannot be checked/);
});

test('only the operator itself can authorise a node, not a server that it redirects to', async (t) => {
  const setup = await open(t);
  const elsewhere = await startFakeServer(t);
  Object.assign(elsewhere.answers, setup.operator.answers);
  setup.operator.answers['/v1/revoked'] = new URL(`${elsewhere.url}/v1/revoked`);
  assert.equal(await setup.client().name(), 'of the operator');
  assert.deepEqual(elsewhere.asked, []);
});

test('the site key is sent only to the server that it belongs to', async (t) => {
  const setup = await open(t);
  const sent: (string | null)[] = [];
  const spy: SiteClientOptions['fetch'] = (url, init) => {
    if (url.includes('/config')) sent.push(new Headers(init.headers).get('x-site-key'));
    return fetch(url, init);
  };
  await setup.client({ siteKey: 'pk_operator', fetch: spy }).name();
  await setup.client({ siteKey: 'pk_operator', nodeKey: 'pk_node', fetch: spy }).name();
  setup.show(null);
  await setup.client({ siteKey: 'pk_operator', nodeKey: 'pk_node', fetch: spy }).name();
  assert.deepEqual(sent, [null, 'pk_node', 'pk_operator']);
});

test('concurrent calls choose the server once, and aborting one does not affect the others', async (t) => {
  const setup = await open(t);
  const { site } = setup.client();
  const stop = new AbortController();
  const all = [1, 2, 3].map(() => site.config());
  const ended = site.config({ signal: stop.signal });
  stop.abort(new Error('enough'));
  await assert.rejects(ended, { message: 'enough' });
  assert.deepEqual(
    (await Promise.all(all)).map(({ name }) => name),
    Array(3).fill('of the node'),
  );
  assert.equal(setup.operator.asked.length, 2);
});

test('a client needs either a server or an operator, and a node only with an operator', () => {
  for (const wrong of [
    {},
    { node: 'https://node.example' },
    { baseUrl: 'https://a.example', operator: 'https://b.example' },
    { baseUrl: 'https://a.example', node: 'https://node.example' },
  ])
    assert.throws(() => createSiteClient({ site: 'duka', ...wrong }), TypeError);
});
