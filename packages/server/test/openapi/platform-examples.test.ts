import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newResource, serverOfSuite } from '../fixtures/server.ts';
import { form } from '../sockets/requests.ts';
import { failDeliveries } from '../webhooks/failed-deliveries.ts';
import { type Json, operationsOf, readDocuments } from './documents.ts';
import { differencesOf, exampleRequest } from './example-requests.ts';

/** In an order in which each finds what it needs; the status if there are several. */
const order = [
  'createResource',
  'createRecord',
  'listRecords',
  'getRecord',
  'summariseRecords',
  'getResource',
  'putRecord 200',
  'patchRecord',
  'listResources',
  'changeResource',
  'runBatch',
  'putRecord 201',
  'deleteRecord',
  'uploadObject 201',
  'uploadObject 200',
  'listObjects',
  'createLink',
  'deleteObject',
  'signUp',
  'signIn',
  'sendCode',
  'getMe',
  'changeMe',
  'changePassword',
  'signOut',
  'listDeliveries',
  'getDelivery',
  'redeliver',
  'testWebhook',
  'rotateWebhookSecret',
  'submitForm',
  'generateText',
  'getStatus',
  'deleteResource',
];

describe('the examples of the platform', () => {
  const { server, owner } = serverOfSuite();
  let document: Json;
  /** Ids of the examples and those that stand for them here. */
  const known = new Map<string, string>();
  before(async () => {
    document = (await readDocuments()).platform;
    const example = (name: string) => described(name).parameters[0].example;
    const make = async (service: string, kind: string, config: object, from: string) => {
      const body = { service, kind, name: 'Orders', config };
      const { json } = await owner.send('POST', '/api/platform/resources', body);
      known.set(example(from), json.id);
      return json.id;
    };
    const webhook = { url: 'https://hooks.example/in' };
    const hook = await make('connect', 'Webhook', webhook, 'listDeliveries');
    await make('data', 'Users', { signUp: true }, 'signUp');
    await make('connect', 'Form', { public: true }, 'submitForm');
    known.set(example('listObjects'), (await newResource(server, owner.key, 'storage')).id);
    const knowledge = { description: 'It opens at nine.' };
    const assistant = (await newResource(server, owner.key, 'ai', knowledge)).id;
    known.set(described('generateText').requestBody.content[json].example.assistant, assistant);
    const other = await newResource(server, owner.key, 'data');
    await owner.send('POST', `/api/platform/resources/${other.id}/records`, {});
    const log = await owner.send('GET', `/api/platform/resources/${hook}/deliveries`);
    const delivery = log.json.deliveries.find((one: Json) => one.event === 'record-added');
    known.set(described('getDelivery').parameters[1].example, delivery.id);
    await failDeliveries(server.platform.store, hook);
  });
  const json = 'application/json';
  const described = (name: string) =>
    operationsOf(document).find((one) => one.name === name)?.described;

  test('are accepted, and answered in the form that they show', async () => {
    let token = '';
    const wrong: string[] = [];
    for (const step of order) {
      const [name = '', wanted] = step.split(' ');
      const operation = operationsOf(document).find((one) => one.name === name);
      assert.ok(operation, name);
      const { method, target, body } = exampleRequest(operation, known);
      const sent =
        name === 'uploadObject'
          ? form({ bytes: 'hello', name: 'a.txt', type: 'text/plain' })
          : body;
      const headers =
        target.includes('/users/') && token !== '' ? { authorization: `Bearer ${token}` } : {};
      const reply = await owner.send(method, target, sent, headers);
      const answers = operation.described.responses;
      const status = wanted ?? Object.keys(answers).find((one) => one.startsWith('20')) ?? '';
      assert.equal(String(reply.status), status, `${step}: ${reply.text}`);
      const { example } = answers[status].content[json];
      for (const difference of differencesOf(example, reply.json))
        wrong.push(`${step}: ${difference}`);
      if (name === 'createResource') known.set(example.id, reply.json.id);
      if (name === 'createRecord') known.set(example.recordId, reply.json.recordId);
      if (reply.json.token !== undefined) token = reply.json.token;
    }
    assert.deepEqual(wrong, []);
  });
});
