import { randomBytes } from 'node:crypto';
import { each, expectEqual, expectShape, is } from '../check.ts';
import { expectInertCsv, expectRefused, expectReply, type Json } from '../reply.ts';
import { type SiteBench, siteSection } from './bench.ts';

/** These checks write leads, so they run only on the site that the test created. */
export const leadSection = siteSection(
  'leads',
  {
    'lead-acknowledged':
      'A lead is 201 with ok, an id, the time and a message, and the owner can read it',
    'lead-twice': 'The same contact and message within ten minutes is 200 with the same id',
    'lead-trap':
      'A lead with the website field is acknowledged, stored as suspect and listed only on request',
    'lead-contact-absent': 'No contact is 400 with the code invalid',
    'lead-contact-short': 'A contact of 2 characters is 400 with the code invalid',
    'lead-contact-long': 'A contact of 201 characters is 400 with the code invalid',
    'lead-message-long': 'A message of 2,001 characters is 400 with the code invalid',
    'lead-csv-inert': 'Cells of the CSV that begin like a formula are escaped',
  },
  {
    async 'lead-acknowledged'({ own, visit }) {
      const written = { name: 'Asha', contact: newContact(), message: 'Nipigie simu' };
      const reply = await visit('POST', 'leads', { ...written, language: 'sw' });
      const wanted = { ok: true, id: /^lead_/, received_at: is.time, message: is.text };
      const { id } = expectReply(reply, 201, wanted).body;
      const { leads } = await own.read('/leads?limit=50');
      const kept = leads.find((lead: Json) => lead.id === id);
      expectShape(kept, written, 'what is kept');
    },
    async 'lead-twice'({ own: _, visit }) {
      const body = { contact: newContact(), message: 'Mara mbili' };
      const first = await visit('POST', 'leads', body);
      expectReply(await visit('POST', 'leads', body), 200, { id: first.body.id });
    },
    async 'lead-trap'({ own, visit }) {
      const body = { contact: newContact(), message: 'x', website: 'https://spam.example' };
      const { id } = expectReply(await visit('POST', 'leads', body), 201).body;
      const has = async (query: string) =>
        (await own.read(`/leads?limit=50${query}`)).leads.some((lead: Json) => lead.id === id);
      const shown = [await has(''), await has('&status=suspect')];
      expectEqual(shown, [false, true], 'whether it is shown');
    },
    ...each(
      {
        'lead-contact-absent': { name: 'Asha' },
        'lead-contact-short': { contact: 'ab' },
        'lead-contact-long': { contact: 'a'.repeat(201) },
        'lead-message-long': { contact: 'asha@example.com', message: 'a'.repeat(2_001) },
      },
      async ({ own: _, visit }: SiteBench, body: Json) =>
        expectRefused(await visit('POST', 'leads', body), 400, 'invalid'),
    ),
    async 'lead-csv-inert'({ own, visit }) {
      const name = '=HYPERLINK("https://evil.example")';
      await visit('POST', 'leads', { contact: newContact(), name });
      expectInertCsv(await own.call('GET', '/leads?format=csv'), '=HYPERLINK');
    },
  },
);

function newContact(): string {
  return `+2547${String(randomBytes(4).readUInt32BE() % 100_000_000).padStart(8, '0')}`;
}
