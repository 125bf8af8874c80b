import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { ask } from '../fixtures/server.ts';
import { siteServerOfSuite, type TestSite } from '../fixtures/site-server.ts';
import { type Json, operationsOf, readDocuments } from './documents.ts';
import { differencesOf, exampleRequest } from './example-requests.ts';

/** In an order in which each finds what it needs; the status if there are several. */
const order = [
  'saveProfile',
  'getConfig',
  'askQuestion',
  'rateAnswer',
  'listQuestions',
  'getQuestion',
  'teachAnswer',
  'dismissQuestion',
  'reopenQuestion',
  'previewAnswer',
  'listGaps',
  'createLead 201',
  'createLead 200',
  'listLeads',
  'changeLead',
  'askForPerson',
  'showVisitorTyping',
  'listConversations',
  'takeConversation',
  'getConversation',
  'writeMessage',
  'markConversationRead',
  'showPersonTyping',
  'releaseConversation',
  'closeConversation',
  'createSavedAnswer',
  'listSavedAnswers',
  'deleteSavedAnswer',
  'changeProfile',
  'createEntry',
  'replaceEntry',
  'deleteEntry',
  'listProfileVersions',
  'getProfileVersion',
  'restoreProfileVersion',
  'getSite',
  'listSites',
  'getUsage',
  'testOrigin',
  'exportSite',
  'importSite',
  'getPersonData',
  'erasePersonData',
  'pauseSite',
  'resumeSite',
  'rotateSiteKey',
  'getOperator',
  'listNodes',
  'listRevokedGrants',
  'getSiteAddress',
  'moveSite',
  'deleteSite',
  'createSite',
];

describe('the examples of the site assistant', () => {
  const { server } = siteServerOfSuite('sqlite');
  let document: Json;
  let site: TestSite;
  /** Ids of the examples and those that stand for them here. */
  const known = new Map<string, string>();
  before(async () => {
    document = (await readDocuments()).site;
    site = await (await server.newOwner()).newSite({}, 'duka');
  });

  const operationNamed = (name: string) => {
    const operation = operationsOf(document).find((one) => one.name === name);
    assert.ok(operation, name);
    return operation;
  };
  const described = (name: string) => operationNamed(name).described;

  test('are accepted, and answered in the form that they show', async () => {
    const wrong: string[] = [];
    for (const step of order) {
      const [name = '', wanted] = step.split(' ');
      const operation = operationNamed(name);
      const { method, target, body } = exampleRequest(operation, known);
      const key = target.startsWith('/v1/admin') ? site.owner.credential : undefined;
      const headers = key === undefined ? { origin: 'https://duka.example' } : {};
      const reply = await ask(server, method, target, { key, body, headers });
      const answers = operation.described.responses;
      const status = wanted ?? Object.keys(answers).find((one) => one.startsWith('20')) ?? '';
      assert.equal(String(reply.status), status, `${step}: ${reply.text}`);
      if (name === 'askQuestion') {
        const events = answers[status].content['text/event-stream'].example;
        const [shown, given] = [eventsOf(events), eventsOf(reply.text)];
        for (const difference of differencesOf(shown.at(-1), given.at(-1)))
          wrong.push(`${step}: ${difference}`);
        known.set(shown.at(-1).id, given.at(-1).id);
        const { parameters } = described('askForPerson');
        const secret = parameters.find((one: Json) => one.name === 'conversation_secret');
        known.set(secret.example, given.at(-1).conversation_secret);
        continue;
      }
      const { example } = answers[status].content['application/json'];
      for (const difference of differencesOf(example, reply.json))
        wrong.push(`${step}: ${difference}`);
      if (['createLead', 'createSavedAnswer', 'createEntry'].includes(name))
        known.set(example.id, reply.json.id);
    }
    assert.deepEqual(wrong, []);
  });
});

function eventsOf(stream: string): Json[] {
  return [...stream.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data));
}
