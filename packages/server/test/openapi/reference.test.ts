import assert from 'node:assert/strict';
import { test } from 'node:test';
import { platformReference } from '@baraza/contract/reference/platform';
import { siteReference } from '@baraza/contract/reference/site';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { assertDeclared, openToAll } from '../../src/http/route.ts';
import { type Json, operationsOf, readDocuments } from './documents.ts';

const documents = Object.entries(await readDocuments());
const references = { platform: platformReference, site: siteReference };

test('a route of an API without a name does not start', () => {
  const route = { method: 'GET', summary: 'x', policy: openToAll, answers: {}, handle: undefined };
  const start = (path: string, name?: string) =>
    assertDeclared({ ...route, path, ...(name && { name }) } as never);
  for (const path of ['/api/platform/x', '/v1/x', '/forms/:id', '/links/:token'])
    assert.throws(() => start(path), /has no name/);
  start('/api/platform/x', 'getX');
  start('/w.js');
});

for (const [api, document] of documents) {
  const operations = operationsOf(document);
  const ajv = new Ajv2020({ strict: false, logger: false });
  addFormats.default(ajv);
  const check = (place: string, schema: object, example: unknown) => {
    const validate = ajv.compile({ ...schema, components: document.components });
    assert.ok(validate(example), `${place}: ${JSON.stringify(validate.errors)}`);
  };

  test(`${api}: every operation has a name of its own, a tag, a summary and a description`, () => {
    const tags = new Map<string, Json>(document.tags.map((tag: Json) => [tag.name, tag]));
    for (const { name, described } of operations) {
      assert.match(name, /^[a-z]+(?:[A-Z][a-z]+)+$|^redeliver$/, name);
      assert.equal(described.tags.length, 1, name);
      assert.ok(tags.get(described.tags[0])?.description.length > 20, name);
      assert.match(described.summary, /^[A-Z].{5,99}$/, name);
      const sentences = described.description.split(/[.:;] /);
      assert.ok(described.description.endsWith('.') && sentences.length <= 6, name);
      for (const one of described.parameters)
        assert.ok(one.description?.length > 5, `${name} ${one.name}`);
    }
    const names = operations.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    const { sections } = references[api as keyof typeof references];
    const described = sections.flatMap((section) => Object.keys(section.operations));
    assert.deepEqual(described.sort(), names.sort(), 'the reference has an entry without a route');
  });

  test(`${api}: every operation has an example, and each fits its schema`, () => {
    for (const { name, described } of operations) {
      let count = 0;
      const examine = (place: string, { schema, example }: Json) => {
        if (example === undefined) return;
        count += 1;
        check(`${name} ${place}`, schema, example);
      };
      for (const one of described.parameters) examine(one.name, one);
      const bodies = described.requestBody?.content ?? {};
      for (const [type, media] of Object.entries<Json>(bodies)) examine(type, media);
      const isJson = 'application/json' in bodies;
      assert.ok(!isJson || bodies['application/json'].example !== undefined, `${name}: no body`);
      for (const [status, { content = {} }] of Object.entries<Json>(described.responses))
        for (const [type, media] of Object.entries<Json>(content)) {
          examine(`${status} ${type}`, media);
          const isSuccess = Number(status) < 300 && type === 'application/json';
          assert.ok(!isSuccess || media.example !== undefined, `${name}: no answer ${status}`);
        }
      assert.ok(count > 0, `${name} has no example`);
    }
  });

  test(`${api}: an object that is described in two places has a name`, () => {
    const places = new Map<string, string>();
    for (const [place, value] of walk({ ...document.paths, ...document.components.schemas })) {
      if (value.properties === undefined) continue;
      const text = JSON.stringify(value);
      const isNamed = document.components.schemas[place.slice(1)] === value;
      assert.ok(isNamed || !places.has(text), `${place} is also ${places.get(text)}`);
      if (!isNamed) places.set(text, place);
    }
    assert.ok(Object.keys(document.components.schemas).length > 40);
  });

  test(`${api}: a list has one form, so that its type in a client is a list`, () => {
    for (const { name, described } of operations.filter((one) => one.name.startsWith('list')))
      if (name !== 'listObjects')
        assert.deepEqual(Object.keys(described.responses[200].content), ['application/json'], name);
  });

  test(`${api}: info, licence, contact and servers are there`, () => {
    const { info, servers } = document;
    assert.ok(info.description.length > 50);
    assert.equal(info.license.identifier, 'Apache-2.0');
    assert.equal(info.contact.url, servers[0].url);
  });
}

function* walk(value: Json, place = ''): Generator<readonly [string, Json]> {
  if (typeof value !== 'object' || value === null || place.endsWith('/example')) return;
  if (!Array.isArray(value)) yield [place, value];
  for (const [name, each] of Object.entries(value)) yield* walk(each, `${place}/${name}`);
}
