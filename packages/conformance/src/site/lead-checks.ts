import { randomBytes } from 'node:crypto';
import { type Checks, checksOf, display, expect, expectEqual } from '../check.ts';
import { expectInertCsv, expectRefused, expectStatus } from '../reply.ts';
import type { SiteBench } from './bench.ts';

/** These checks write leads, so they run only on the site that the test created. */
export const leadChecks: Checks<SiteBench> = {
  'lead-acknowledged': {
    holds: 'A lead is 201 with ok, an id, the time and a message, and the owner can read it',
    run: async ({ requireOwnSite, visit, read }) => {
      const { path } = requireOwnSite();
      const body = {
        name: 'Asha',
        contact: newContact(),
        message: 'Nipigie simu',
        language: 'sw',
      };
      const reply = await visit('POST', 'leads', { body });
      const lead = reply.json();
      expectStatus(reply, 201);
      expect(
        lead.ok === true &&
          /^lead_/.test(lead.id) &&
          !Number.isNaN(Date.parse(lead.received_at)) &&
          typeof lead.message === 'string',
        `the answer is ${display(lead)}`,
      );
      const { leads } = await read(`${path}/leads?limit=50`);
      const kept = leads.find(({ id }: { readonly id: string }) => id === lead.id);
      expectEqual(
        [kept?.name, kept?.contact, kept?.message],
        Object.values(body).slice(0, 3),
        'what is kept',
      );
    },
  },
  'lead-twice': {
    holds: 'The same contact and message within ten minutes is 200 with the same id',
    run: async ({ requireOwnSite, visit }) => {
      requireOwnSite();
      const body = { contact: newContact(), message: 'Mara mbili' };
      const first = await visit('POST', 'leads', { body });
      const again = await visit('POST', 'leads', { body });
      expectEqual([again.status, again.json().id], [200, first.json().id], 'the second answer');
    },
  },
  'lead-trap': {
    holds:
      'A lead with the website field is acknowledged, stored as suspect and listed only on request',
    run: async ({ requireOwnSite, visit, read }) => {
      const { path } = requireOwnSite();
      const body = { contact: newContact(), message: 'x', website: 'https://spam.example' };
      const reply = await visit('POST', 'leads', { body });
      expectStatus(reply, 201);
      const has = async (query: string) =>
        (await read(`${path}/leads?limit=50${query}`)).leads.some(
          ({ id }: { readonly id: string }) => id === reply.json().id,
        );
      expectEqual(
        [await has(''), await has('&status=suspect')],
        [false, true],
        'whether it is shown',
      );
    },
  },
  ...checksOf(
    [
      ['lead-contact-absent', 'No contact is 400', { name: 'Asha' }],
      ['lead-contact-short', 'A contact of 2 characters is 400', { contact: 'ab' }],
      ['lead-contact-long', 'A contact of 201 characters is 400', { contact: 'a'.repeat(201) }],
      [
        'lead-message-long',
        'A message of 2,001 characters is 400',
        { contact: 'asha@example.com', message: 'a'.repeat(2_001) },
      ],
    ] as const,
    ([, holds, body]) => ({
      holds: `${holds} with the code invalid`,
      run: async ({ requireOwnSite, visit }: SiteBench) => {
        requireOwnSite();
        const reply = await visit('POST', 'leads', { body });
        expectRefused(reply, 400, 'invalid');
      },
    }),
  ),
  'lead-csv-inert': {
    holds: 'Cells of the CSV that begin like a formula are escaped',
    run: async ({ requireOwnSite, visit, admin }) => {
      const { path } = requireOwnSite();
      await visit('POST', 'leads', {
        body: { contact: newContact(), name: '=HYPERLINK("https://evil.example")' },
      });
      const reply = await admin('GET', `${path}/leads?format=csv`);
      expectInertCsv(reply, '=HYPERLINK');
    },
  },
};

function newContact(): string {
  return `+2547${String(randomBytes(4).readUInt32BE() % 100_000_000).padStart(8, '0')}`;
}
