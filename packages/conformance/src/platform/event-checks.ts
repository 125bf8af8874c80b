import { expect, expectEqual, expectShape } from '../check.ts';
import { expectHead, expectStatus, type Json } from '../reply.ts';
import { absent, platformSection, resources } from './bench.ts';

const listed = 'https://listed.example';
const readers = 'access-control-allow-origin';
const asFields = { 'content-type': 'application/x-www-form-urlencoded' };

export const eventSection = platformSection(
  'events and forms',
  {
    'events-sent':
      'GET events sends what came after Last-Event-ID, each an activity entry on one line',
    'form-public': 'A public form accepts entries without a key and returns only ok',
    'form-origins': 'A page of a listed origin may read the answer of a form, and no other page',
    'form-page':
      'A form that a browser sends is redirected to config.redirect, or gets a thank-you page',
    'form-private': 'A form that is not public is 404, like one that does not exist',
  },
  {
    async 'events-sent'({ call, make, act, read }) {
      const { id } = await make('Collection');
      for (const name of ['Second', 'Third']) await act(id, 'rename', { name });
      const { activity } = await read(`${resources}?limit=1`);
      const isMine = (entry: Json) => entry.resourceId === id;
      const [last, , first] = activity.filter(isMine);
      const since = { 'last-event-id': first.id };
      const until = (text: string) => text.includes(last.id) && text.endsWith('\n\n');
      const { headers, text } = await call('GET', '/api/platform/events', undefined, since, {
        until,
      });
      expectShape(headers['content-type'], /^text\/event-stream\b/, 'its type');
      const lines = text.split('\n').filter((line) => line.startsWith('data:'));
      const mine = lines.map((line) => JSON.parse(line.slice(5)) as Json).filter(isMine);
      const actions = mine.map(({ action }) => action);
      expectEqual(actions, [last.action, last.action], 'the actions of the events');
      expect(!text.includes(first.id), 'events before Last-Event-ID are sent again');
      expect(/^id: ?\S/m.test(text), 'events have no id');
    },
    async 'form-public'({ make, submit, read }) {
      const schema = { type: 'object', required: ['contact'] };
      const { id, path } = await make('Form', { public: true, schema });
      const reply = await submit(id, { contact: 'Asha' });
      expectEqual([reply.status, reply.body], [201, { ok: true }], 'the answer');
      expectStatus(await submit(id, 'contact=Juma+M', asFields), 201, 'the status of form fields');
      const against = await submit(id, { other: 1 });
      expectStatus(against, 400, 'the status of an entry against the schema');
      const contacts = [{ contact: 'Asha' }, { contact: 'Juma M' }];
      const wanted = contacts.map((record) => ({ record }));
      expectShape((await read(path)).records, wanted, 'what is kept');
    },
    async 'form-origins'({ make, submit, wire }) {
      const { id } = await make('Form', { public: true, origins: [listed] });
      const ask = (origin: string) =>
        wire.call('OPTIONS', `/forms/${id}`, undefined, {
          origin,
          'access-control-request-method': 'POST',
        });
      expectHead(await ask(listed), 204, { [readers]: listed });
      const other = await ask('https://other.example');
      expectEqual(other.headers[readers], undefined, 'who may read, for another page');
      const posted = await submit(id, { a: 1 }, { origin: listed });
      expectHead(posted, 201, { [readers]: listed });
    },
    async 'form-page'({ make, submit }) {
      const redirect = 'https://listed.example/thanks';
      const sent = async (config: Json) => {
        const { id } = await make('Form', { public: true, ...config });
        return submit(id, 'contact=Asha', { ...asFields, accept: 'text/html' });
      };
      expectHead(await sent({ redirect }), 303, { location: redirect });
      const page = await sent({});
      const type = String(page.headers['content-type']);
      expect(page.status < 300 && /^text\/html\b/.test(type), `it is ${page.status} ${type}`);
      expect(!/<script/i.test(page.text), 'the page runs a script');
    },
    async 'form-private'({ make, submit }) {
      const form = await make('Form');
      const task = await make('Task', { public: true });
      for (const id of [form.id, task.id, absent])
        expectStatus(await submit(id, { contact: 'x' }), 404);
    },
  },
);
