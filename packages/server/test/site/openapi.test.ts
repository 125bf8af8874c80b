import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { siteProblemStatuses } from '@baraza/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { demoProfile } from '../../src/server/demo/demo-profile.ts';
import { ask } from '../fixtures/server.ts';
import { siteServerOfSuite, type TestSite } from '../fixtures/site-server.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into freely; its shape is what is tested.
type Json = any;

describe('the OpenAPI document of the site assistant', () => {
  const { server } = siteServerOfSuite('sqlite');
  let site: TestSite;
  let document: Json;
  before(async () => {
    site = await server.newSite(demoProfile);
    document = (await ask(server, 'GET', '/v1/openapi.json')).json;
  });

  const ajv = new Ajv2020({ strict: false, logger: false });
  const compile = (schema: object) => ajv.compile({ ...schema, components: document.components });
  const operations = () =>
    Object.entries<Json>(document.paths).flatMap(([path, item]) =>
      Object.entries<Json>(item).map(([method, operation]) => ({ path, method, operation })),
    );

  test('has every route with a unique operation id and its error statuses', () => {
    assert.deepEqual(
      operations()
        .map(
          ({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        )
        .sort(),
      server.routes
        .filter(({ path }) => path.startsWith('/v1/'))
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    );
    const ids = operations().map(({ operation }) => operation.operationId);
    assert.equal(new Set(ids).size, ids.length);
    for (const { operation } of operations())
      for (const status of siteProblemStatuses) assert.ok(operation.responses[status]);
    assert.equal(document.servers[0].url, server.url);
  });

  test('requires a credential on owner routes only', () => {
    for (const { path, operation } of operations())
      assert.deepEqual(
        operation.security,
        path.startsWith('/v1/admin/') ? undefined : [],
        `${path} ${operation.operationId}`,
      );
  });

  test('describes the actual responses', async () => {
    const one = '/v1/admin/sites/{site}';
    for (const [method, path, body] of [
      ['get', '/v1/sites/{site}/config', undefined],
      ['post', '/v1/sites/{site}/leads', { contact: '0700 000 000' }],
      ['get', '/v1/admin/sites', undefined],
      ['get', one, undefined],
      ['put', `${one}/profile`, { ...demoProfile, parking: ['Free.'] }],
      ['put', `${one}/profile?dry_run=true`, { name: 'x' }],
      ['patch', `${one}/profile`, { name: 'y' }],
      ['post', `${one}/profile/{list}`, { item: 'Unga', price: 180 }],
      ['get', `${one}/profile/versions`, undefined],
      ['get', `${one}/profile/versions/{version}`, undefined],
      ['post', `${one}/profile/versions/{version}/restore`, undefined],
      ['post', `${one}/sources`, { url: 'no address' }],
      ['post', `${one}/rotate-key`, undefined],
      ['post', `${one}/pause`, undefined],
      ['post', `${one}/resume`, undefined],
      ['get', `${one}/questions`, undefined],
      ['get', `${one}/leads`, undefined],
      ['get', `${one}/export`, undefined],
      ['post', `${one}/move`, { base: 'https://node.example' }],
      ['get', '/v1/sites/{site}/operator', undefined],
      ['get', '/v1/operator', undefined],
      ['get', '/v1/nodes', undefined],
      ['get', '/v1/revoked', undefined],
      ['get', `${one}/nothing`, undefined],
    ] as const) {
      const key = path.startsWith('/v1/admin') ? site.owner.credential : undefined;
      const filled = path.replace('{site}', site.id).replace('{version}', '1');
      const target = filled.replace('{list}', 'prices');
      const reply = await ask(server, method.toUpperCase(), target, { key, body });
      const { responses } =
        document.paths[path.replace(/\?.*/, '')]?.[method] ?? document.paths[one].get;
      const { schema } = responses[reply.status].content['application/json'];
      const check = compile(schema);
      assert.ok(check(reply.json), `${method} ${path}: ${JSON.stringify(check.errors)}`);
    }
  });

  test('describes the events of an ask', async () => {
    const { content } = document.paths['/v1/sites/{site}/ask'].post.responses[200];
    const check = compile(content['text/event-stream'].schema.contentSchema);
    const done = { answered: false, language: 'en', sources: [], handoff: 'tel:1', id: 'q_1' };
    const suggestions = ['Do you deliver?', 'Can I pay by M-Pesa?'];
    assert.ok(check({ type: 'token', text: 'Yes' }));
    assert.ok(check({ type: 'done', ...done }));
    assert.ok(check({ type: 'done', ...done, suggestions }));
    assert.equal(check({ type: 'done', ...done, suggestions: [5] }), false);
    assert.equal(check({ type: 'done' }), false);
  });

  test('names no internals of the engine', () => {
    assert.doesNotMatch(
      JSON.stringify(document),
      /bm25|lexicon|threshold|score|embedding|onnx|sqlite|postgres|fastify|whisper|prompt/i,
    );
  });
});
