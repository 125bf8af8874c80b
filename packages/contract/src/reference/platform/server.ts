import type { Section } from '../reference.ts';
import { activity, ids, madeAt } from './examples.ts';

export const formsSection: Section = {
  tag: 'Forms',
  about:
    'Public forms (a resource of the service connect with `config.public`): anybody may submit.',
  path: { id: { about: 'The id of the form, `res_…`.', example: ids.form } },
  operations: {
    submitForm: {
      about:
        'Stores what a visitor sends, as JSON or as a form of a page. A browser gets a thank-you page, or 303 to ' +
        '`config.redirect`.',
      body: {
        json: { name: 'Asha', message: 'Two bags of unga, please.' },
        'application/x-www-form-urlencoded': { name: 'Asha', message: 'Two bags of unga, please.' },
      },
      answers: { 201: { ok: true } },
    },
  },
};

const answer = {
  id: 'gen_01ka5ve3f5g7h9j1k3m5n7p9q1',
  assistant: ids.assistant,
  output: 'It opens at nine.',
  finishReason: 'stop',
  model: 'builtin',
  usage: { inputTokens: 5, outputTokens: 4 },
  sources: [],
  answered: true,
  language: 'en',
} as const;

export const assistantsSection: Section = {
  tag: 'Assistants',
  about:
    'Saved assistants (resources of the service ai) that answer from their instructions and knowledge.',
  path: {},
  operations: {
    generateText: {
      about:
        'Lets an assistant answer a prompt or a conversation. With `stream: true` the answer comes as server-sent ' +
        'events: tokens, then one `done`.',
      body: { json: { assistant: ids.assistant, prompt: 'When does it open?' } },
      answers: { 200: answer },
    },
  },
};

export const eventsSection: Section = {
  tag: 'Events',
  about:
    'Every change is an activity entry; this is how programs hear of them without asking again.',
  path: {},
  operations: {
    followEvents: {
      about:
        'Streams activity as server-sent events. It resumes after `Last-Event-ID`; if entries in between are ' +
        'gone, it begins with `event: gap`. With `follow=false` it ends when all stored events are sent.',
      query: { resource: ids.collection, include: 'record', follow: 'false' },
      answers: { 200: `retry: 2000\n\nid: 42\ndata: ${JSON.stringify(activity)}\n\n` },
    },
  },
};

export const serverSection: Section = {
  tag: 'Server',
  about: 'The state of the server, and this description of its API.',
  path: {},
  operations: {
    getStatus: {
      about:
        'Says whether database, storage and assistants work. If one that is needed fails, the answer is 503.',
      answers: {
        200: {
          status: 'ok',
          time: madeAt,
          version: '0.2.0',
          commit: null,
          uptimeSeconds: 86_400,
          checks: {
            database: { status: 'ok', latencyMs: 0.2 },
            storage: { status: 'ok', freeBytes: 21_474_836_480 },
            ai: { status: 'ok', engine: 'builtin' },
          },
        },
      },
    },
    getOpenApiDocument: {
      about: 'This description of the API in OpenAPI 3.1, for tools and generated clients.',
      answers: { 200: { openapi: '3.1.0', info: { title: 'Resource Platform API' } } },
    },
  },
};
