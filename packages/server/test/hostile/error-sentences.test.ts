import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { mintSecret } from '../../src/access/secret.ts';
import { scriptedSpeech } from '../fakes/scripted-speech.ts';
import { ask, newResource, resources, serverOfSuite } from '../fixtures/server.ts';
import { shop, siteServerOfSuite } from '../fixtures/visit-server.ts';

/** A mistake, with what the sentence of its refusal says and does not say. */
interface Mistake {
  readonly on?: 'site';
  readonly call: readonly [method: string, path: string, body?: unknown];
  readonly headers?: { readonly [name: string]: string };
  readonly status?: number;
  readonly has: readonly string[];
  readonly hasNot?: readonly string[];
}

const generic = 'Send a valid key as Authorization: Bearer <API_KEY>.';
const platformKey = mintSecret('rpk').text;
const siteKey = mintSecret('osk').text;
const rule = (text: string): Mistake['call'] => [
  'POST',
  resources,
  { service: 'data', kind: 'Collection', name: 'C', config: { rules: { list: text } } },
];
const schema = (value: unknown): Mistake['call'] => [
  'POST',
  resources,
  { service: 'data', kind: 'Collection', name: 'C', config: { schema: value } },
];
const noPath = 'There is no such path.';

const mistakes: { readonly [what: string]: Mistake } = {
  'POST to a resource': {
    call: ['POST', '{one}'],
    has: ['answers GET, PATCH and DELETE, not POST'],
  },
  'PUT to a bucket': {
    call: ['PUT', '/api/platform/storage/x?key=a'],
    has: ['answers GET, POST and DELETE'],
  },
  'DELETE of all resources': {
    call: ['DELETE', resources],
    has: ['answers GET and POST, not DELETE'],
  },
  'OPTIONS without an origin': {
    call: ['OPTIONS', '/api/platform/status'],
    has: ['answers GET, not OPTIONS'],
  },
  'a path of the site': {
    call: ['GET', '/v1/sites/demo/config'],
    has: ['site assistant', '4200', 'BARAZA_SITE_PORT'],
  },
  'a singular': {
    call: ['GET', '/api/platform/resource'],
    has: ['perhaps /api/platform/resources was meant.'],
  },
  'a singular with an id': {
    call: ['GET', '/api/platform/resource/res_x/record'],
    has: ['perhaps /api/platform/resources/{id}/records was meant.'],
    hasNot: ['res_x'],
  },
  'a path without its prefix': {
    call: ['GET', '/resource'],
    has: ['perhaps /api/platform/resources was meant.'],
  },
  'letters in another case': {
    call: ['GET', '/API/Platform/Status'],
    has: ['perhaps /api/platform/status was meant.'],
  },
  'a path like none': { call: ['GET', '/api/platform/customers'], has: [noPath], hasNot: ['mean'] },
  'a path of the console': {
    call: ['GET', '/console/sesion'],
    has: [],
    hasNot: ['mean', '/console/session'],
  },
  'a method of the console': { call: ['PUT', '/console/session'], has: [], hasNot: ['answers'] },
  'GET of a question': {
    on: 'site',
    call: ['GET', '/v1/sites/{site}/ask?q=x'],
    status: 404,
    has: ['answers POST, not GET'],
  },
  'a path of the platform at the site': {
    on: 'site',
    call: ['GET', resources],
    has: ['resource platform', '4100', 'BARAZA_PLATFORM_PORT'],
  },
  'a near path of the site': {
    on: 'site',
    call: ['POST', '/v1/site/demo/asks'],
    has: ['perhaps /v1/sites/{site}/ask was meant.'],
  },
  'a resource by its name': {
    call: ['GET', `${resources}/Orders`],
    has: ['There is no such resource.', 'its id, res_…'],
  },
  'an upload to a bucket by its name': {
    call: ['GET', '/api/platform/storage/My%20files'],
    has: ['There is no such resource.', 'its id, res_…'],
  },
  'no credential': {
    headers: { authorization: '' },
    call: ['GET', resources],
    status: 401,
    has: [generic],
  },
  'a credential of the site': {
    headers: { authorization: `Bearer ${siteKey}` },
    call: ['GET', resources],
    status: 401,
    has: ['credential of the site assistant', generic],
    hasNot: [siteKey.slice(4, 12)],
  },
  'a key without Bearer': {
    headers: { authorization: platformKey },
    call: ['GET', resources],
    status: 401,
    has: ['the word Bearer', generic],
  },
  'a key as Basic': {
    headers: { authorization: `Basic ${platformKey}` },
    call: ['GET', resources],
    status: 401,
    has: ['the word Bearer'],
  },
  'a key as X-API-Key': {
    headers: { authorization: '', 'x-api-key': platformKey },
    call: ['GET', resources],
    status: 401,
    has: ['X-API-Key is not read', generic],
  },
  'an unknown key': {
    headers: { authorization: `Bearer ${platformKey}` },
    call: ['GET', resources],
    status: 401,
    has: [generic],
    hasNot: ['Bearer.', 'osk_'],
  },
  'a key of the platform at the site': {
    on: 'site',
    headers: { authorization: `Bearer ${platformKey}` },
    call: ['GET', '/v1/admin/sites'],
    status: 401,
    has: ['a key of the resource platform', 'Bearer osk_…'],
  },
  'an X-API-Key at the site': {
    on: 'site',
    headers: { 'x-api-key': siteKey },
    call: ['GET', '/v1/admin/sites'],
    status: 401,
    has: ['X-API-Key is not read'],
  },
  'a list as a record': {
    call: ['POST', '{one}/records', [{}, {}]],
    status: 400,
    has: ['application/x-ndjson', '/api/platform/batch'],
  },
  'a list in add-record': {
    call: ['PATCH', '{one}', { action: 'add-record', record: [{}] }],
    status: 400,
    has: ['application/x-ndjson'],
  },
  'a text as a record': {
    call: ['PATCH', '{one}', { action: 'add-record', record: 'x' }],
    status: 400,
    has: ['record must be a JSON object.'],
    hasNot: ['several'],
  },
  'a list as a config': {
    call: ['PATCH', '{one}', { action: 'configure', config: [] }],
    status: 400,
    has: ['config must be a JSON object.'],
  },
  'a rule with ==': {
    call: rule('record.a == 1'),
    status: 400,
    has: ['config.rules.list: == is not known', 'write = (position 11)'],
  },
  'a rule with ===': {
    call: rule('record.a==="x"'),
    status: 400,
    has: ['=== is not known', 'write ='],
  },
  'a rule with !==': {
    call: rule('record.a !== 1'),
    status: 400,
    has: ['!== is not known', 'write !='],
  },
  'a rule with <>': { call: rule('record.a <> 1'), status: 400, has: ['write !='] },
  'a rule of PocketBase': {
    call: rule('@request.auth.id = record.owner'),
    status: 400,
    has: ['write user.id (position 1)'],
  },
  'a field of @request.auth': {
    call: rule('@request.auth.team.id = 1'),
    status: 400,
    has: ['write user.team.id'],
  },
  'the body of @request': { call: rule('@request.body.a = 1'), status: 400, has: ['write body.a'] },
  'a rule of Supabase': {
    call: rule('record.owner = auth.uid()'),
    status: 400,
    has: ['auth.uid() is not known', 'write user.id (position 16)'],
  },
  'a rule of Firestore': {
    call: rule('request.auth.uid = record.owner'),
    status: 400,
    has: ['write user.id'],
  },
  'an unknown name': {
    call: rule('owner = 1'),
    status: 400,
    has: ['owner is not known; a rule has user.…'],
  },
  'these signs in a text': { call: rule('record.a = "== @request.auth.id"'), status: 201, has: [] },
  'a type of a schema': {
    call: schema({ properties: { age: { type: 'objekt' } } }),
    status: 400,
    has: ['schema/properties/age/type must be', 'object', 'string', 'integer'],
    hasNot: ['anyOf'],
  },
  'a schema that is wrong otherwise': {
    call: schema({ minLength: -1 }),
    status: 400,
    has: ['schema/minLength must be >= 0'],
  },
  'a form as a recording': {
    on: 'site',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    call: ['POST', '/v1/sites/{site}/transcribe', new Uint8Array(9)],
    status: 415,
    has: ['send the bytes of the recording as the body', 'audio/webm'],
  },
  'a text as a recording': {
    on: 'site',
    headers: { 'content-type': 'text/plain' },
    call: ['POST', '/v1/sites/{site}/transcribe', new Uint8Array(9)],
    status: 415,
    has: ['Send a recording as audio/webm'],
  },
};

describe('what a refusal says about a mistake', () => {
  const { server, owner } = serverOfSuite('sqlite');
  const site = siteServerOfSuite('sqlite', { voice: scriptedSpeech() });
  let places: { readonly [name: string]: string };
  before(async () => {
    const { id } = await newResource(server, owner.key, 'data');
    places = { '{one}': `${resources}/${id}`, '{site}': await site.owner.newSite(shop) };
  });

  for (const [what, { on, call, headers = {}, status = 404, has, hasNot = [] }] of Object.entries(
    mistakes,
  ))
    test(`${what}: ${status}, ${has.join(', ') || 'as ever'}`, async () => {
      const [method, path, body] = call;
      const target = path.replace(/\{\w+\}/, (name) => places[name] ?? name);
      const isOwn = 'authorization' in headers || 'x-api-key' in headers;
      const { authorization, ...others } = headers;
      const sent = authorization ? headers : others;
      const key = isOwn || on === 'site' ? undefined : owner.key;
      const reply = await ask(on === 'site' ? site.server : server, method, target, {
        key,
        body,
        headers: sent,
      });
      assert.equal(reply.status, status, reply.text);
      for (const text of has) assert.ok(reply.json.error.includes(text), reply.text);
      for (const text of hasNot) assert.ok(!reply.text.includes(text), reply.text);
    });
});
