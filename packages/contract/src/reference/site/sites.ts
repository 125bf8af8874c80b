import type { Section } from '../reference.ts';
import {
  changes,
  done,
  ids,
  lead,
  madeAt,
  profile,
  question,
  site,
  siteSummary,
} from './examples.ts';

const used = { used: 12, limit: 1_000 } as const;
const details = {
  site: siteSummary,
  profile,
  version: 1,
  usage: {
    period: { from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' },
    questions: used,
    answered: { rate: 0.92, unanswered: 1 },
    leads: 2,
    voice: { used: 0, limit: null },
    live_seconds: { used: 0, limit: null },
    days: [{ date: '2026-11-16', questions: 12, answered: 11, leads: 2 }],
  },
  embed: '<script src="https://site.example/w.js" data-site="duka" async></script>',
  capabilities: ['ask', 'leads', 'feedback'],
  plan: 'standard',
} as const;

export const sitesSection: Section = {
  tag: 'Sites',
  about: 'The sites of an owner: create, pause, measure, move and delete them.',
  path: { site },
  operations: {
    createSite: {
      about:
        'Creates a site with this id, and with a profile if one is sent. The answer has the embed line.',
      body: {
        json: { id: ids.site, profile: { business: profile.business, greeting: profile.greeting } },
      },
      answers: { 201: { ...details, warnings: [] } },
    },
    listSites: {
      about: 'Lists the sites of the owner.',
      answers: { 200: { sites: [{ ...siteSummary, plan: 'standard' }] } },
    },
    getSite: {
      about: 'Reads a site with its profile, the usage of this month and the embed line.',
      answers: { 200: details },
    },
    getUsage: {
      about:
        'Counts questions, answers, contacts and recordings by day, and says what is left of the month.',
      query: { days: '30' },
      answers: {
        200: {
          days: [{ day: '2026-11-16', asked: 12, answered: 11, leads: 2, voice: 0 }],
          month: {
            questions: used,
            voice: { used: 0, limit: null },
            live_seconds: { used: 0, limit: null },
          },
          plan: 'standard',
        },
      },
    },
    testOrigin: {
      about: 'Says whether pages of an address may ask, and why.',
      body: { json: { origin: 'https://duka.example' } },
      answers: {
        200: { origin: 'https://duka.example', allowed: true, why: 'It is in allowed_origins.' },
      },
    },
    sendTestNotice: {
      about:
        'Sends a test notice to the webhook and the address of the profile, and says how that went.',
      answers: {
        200: { sent: [{ channel: 'webhook', delivered: true, status: 204, error: null }] },
      },
    },
    resendConfirmation: {
      about: 'Sends the link again by which the address for notices is confirmed.',
      answers: { 202: done[200] },
    },
    rotateSiteKey: {
      about:
        'Issues a new site key. The old one stops at once, so that pages need the new embed line.',
      answers: {
        200: { key: siteSummary.key, created_at: madeAt, embed: details.embed },
      },
    },
    pauseSite: {
      about: 'Lets the assistant rest: visitors are told so, and can still leave their contact.',
      answers: { 200: { ...siteSummary, status: 'paused' } },
    },
    resumeSite: { about: 'Lets the assistant answer again.', answers: { 200: siteSummary } },
    deleteSite: {
      about: 'Deletes a site for good, with its profile, questions, conversations and leads.',
      answers: { 200: { deleted: true, id: ids.site } },
    },
    exportSite: {
      about:
        'Gives a site as one JSON document. What visitors wrote is in it only if it is asked for.',
      query: { questions: 'true', leads: 'true' },
      answers: {
        200: {
          format: 'baraza-site',
          version: 1,
          site: ids.site,
          exported_at: madeAt,
          profile,
          questions: [question],
          leads: [lead],
        },
      },
    },
    importSite: {
      about:
        'Imports an export: the profile becomes a new version, and what visitors wrote is added once.',
      body: { json: { format: 'baraza-site', version: 1, profile } },
      answers: {
        200: {
          profile,
          version: 2,
          changes,
          index: { status: 'ready', passages: 9, ms: 12.5 },
          warnings: [],
          questions: 0,
          leads: 0,
          conversations: 0,
          versions: 0,
        },
      },
    },
    moveSite: {
      about:
        'Records the new address of a site that has moved to another server; null takes it back.',
      body: { json: { base: 'https://node.example' } },
      answers: { 200: { base: 'https://node.example' } },
    },
  },
};
