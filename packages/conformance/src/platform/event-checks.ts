import { type Checks, expect, expectEqual, expectIs } from '../check.ts';
import { expectStatus, type Json } from '../reply.ts';
import { type PlatformBench, resources } from './bench.ts';

const events = '/api/platform/events';

export const eventChecks: Checks<PlatformBench> = {
  'events-sent': {
    holds: 'GET events sends what came after Last-Event-ID, each an activity entry on one line',
    run: async ({ call, make, act, read }) => {
      const { id } = await make('data', 'Collection');
      await act(id, 'rename', { name: 'Second' });
      await act(id, 'rename', { name: 'Third' });
      const { activity } = await read(`${resources}?limit=1`);
      const [last, , first] = activity.filter((entry: Json) => entry.resourceId === id);
      const reply = await call('GET', events, {
        headers: { 'last-event-id': first.id },
        until: (text) => text.includes(last.id) && text.endsWith('\n\n'),
      });
      expectIs(reply.headers['content-type'], /^text\/event-stream\b/, 'its type');
      const entries = reply.text
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => JSON.parse(line.slice(5)) as Json);
      const mine = entries.filter((entry) => entry.resourceId === id);
      expectEqual(
        mine.map(({ action }) => action),
        [last.action, last.action],
        'the actions of the events',
      );
      expect(!reply.text.includes(first.id), 'events before Last-Event-ID are sent again');
      expect(/^id: ?\S/m.test(reply.text), 'events have no id');
    },
  },
  'form-public': {
    holds: 'A public form accepts entries without a key and returns only ok',
    run: async ({ make, submit, read }) => {
      const { id } = await make('connect', 'Form', {
        public: true,
        schema: { type: 'object', required: ['contact'] },
      });
      const reply = await submit(id, { body: { contact: 'Asha' } });
      expectEqual([reply.status, reply.json()], [201, { ok: true }], 'the answer');
      const fields = await submit(id, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'contact=Juma+M',
      });
      expectStatus(fields, 201, 'the status of form fields');
      const against = await submit(id, { body: { other: 1 } });
      expectStatus(against, 400, 'the status of an entry against the schema');
      const { records } = await read(`${resources}/${id}`);
      expectEqual(
        records.map(({ record }: Json) => record.contact),
        ['Asha', 'Juma M'],
        'what is kept',
      );
    },
  },
  'form-origins': {
    holds: 'A page of a listed origin may read the answer of a form, and no other page',
    run: async ({ make, submit, wire }) => {
      const listed = 'https://listed.example';
      const { id } = await make('connect', 'Form', { public: true, origins: [listed] });
      const ask = (origin: string) =>
        wire.call('OPTIONS', `/forms/${id}`, {
          headers: { origin, 'access-control-request-method': 'POST' },
        });
      const readers = 'access-control-allow-origin';
      const preflight = await ask(listed);
      expectEqual([preflight.status, preflight.headers[readers]], [204, listed], 'the preflight');
      const other = await ask('https://other.example');
      expectEqual(other.headers[readers], undefined, 'who may read, for another page');
      const headers = { origin: listed };
      const posted = await submit(id, { headers, body: { a: 1 } });
      expectEqual([posted.status, posted.headers[readers]], [201, listed], 'the answer');
    },
  },
  'form-page': {
    holds: 'A form that a browser sends is redirected to config.redirect, or gets a thank-you page',
    run: async ({ make, submit }) => {
      const redirect = 'https://listed.example/thanks';
      const sent = async (config: Json) => {
        const { id } = await make('connect', 'Form', { public: true, ...config });
        return submit(id, {
          headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
          body: 'contact=Asha',
        });
      };
      const onward = await sent({ redirect });
      expectEqual([onward.status, onward.headers.location], [303, redirect], 'where it leads');
      const page = await sent({});
      const type = String(page.headers['content-type']);
      expect(page.status < 300 && /^text\/html\b/.test(type), `it is ${page.status} ${type}`);
      expect(!/<script/i.test(page.text), 'the page runs a script');
    },
  },
  'form-private': {
    holds: 'A form that is not public is 404, like one that does not exist',
    run: async ({ make, submit }) => {
      const form = await make('connect', 'Form');
      const task = await make('work', 'Task', { public: true });
      for (const id of [form.id, task.id, 'res_00000000000000000000000000'])
        expectStatus(await submit(id, { body: { contact: 'x' } }), 404);
    },
  },
};
