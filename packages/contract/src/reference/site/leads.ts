import type { Section } from '../reference.ts';
import { ids, lead, madeAt, site } from './examples.ts';

const receipt = {
  ok: true,
  id: ids.lead,
  received_at: madeAt,
  message: 'Thank you. We will contact you.',
} as const;

export const leadsSection: Section = {
  tag: 'Leads',
  about: 'Contacts that visitors leave so that the business can reach them.',
  path: { site, id: { about: 'The id of the lead.', example: ids.lead } },
  operations: {
    createLead: {
      about:
        'Leaves contact details. The same details again within a short time are the same lead: 200 instead of ' +
        '201. The owner is notified.',
      body: {
        json: { contact: lead.contact, name: lead.name, message: lead.message, language: 'en' },
      },
      answers: { 200: receipt, 201: receipt },
    },
    listLeads: {
      about:
        'Lists leads, newest first. With `format=csv` all of them as a file for a spreadsheet.',
      query: { status: 'new', limit: 50 },
      answers: { 200: { leads: [lead], next: null } },
    },
    changeLead: {
      about: 'Marks a lead as done, as new again, or as suspect.',
      body: { json: { status: 'done' } },
      answers: { 200: { ...lead, status: 'done' } },
    },
    deleteLead: {
      about: 'Deletes a lead for good.',
      answers: { 200: { deleted: true, id: ids.lead } },
    },
  },
};
