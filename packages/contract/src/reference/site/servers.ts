import type { Section } from '../reference.ts';
import { madeAt, site } from './examples.ts';

export const serversSection: Section = {
  tag: 'Servers',
  about: 'What this server is, and the servers that answer for it.',
  path: { site },
  operations: {
    getOperator: {
      about: 'The identity of this server: its role, keys, capabilities and voices.',
      answers: {
        200: {
          api: 'v1',
          role: 'operator',
          operator: 'https://site.example',
          origin: 'https://site.example',
          node_id: 'n_8sJq4mT8vX2bN6cR',
          languages: ['sw', 'en'],
          capabilities: ['ask', 'leads', 'feedback'],
          audio: { speak: [], live_in: [], hears: [] },
          voices: [],
          keys: [],
          grant: null,
        },
      },
    },
    listNodes: {
      about: 'Lists the nodes that are authorised now, with what they may do for which sites.',
      answers: {
        200: {
          nodes: [
            {
              node_id: 'n_2bN6cR0yW5zK9sD3',
              origin: 'https://node.example',
              sites: ['duka'],
              caps: ['ask', 'leads'],
              jti: 'g_1',
              issued_at: madeAt,
              expires_at: '2027-11-16T08:12:30.402Z',
            },
          ],
        },
      },
    },
    listRevokedGrants: {
      about: 'Lists the grants that were revoked and have not expired.',
      answers: { 200: { revoked: ['g_0'] } },
    },
    reportUsage: {
      about:
        'A node sends its counts of days, signed with its key. A report that is repeated changes nothing.',
      body: { json: { report: 'eyJhbGciOiJFUzI1NiJ9….c2lnbmF0dXJl' } },
      answers: { 200: { ok: true, days: 1 } },
    },
    getSiteAddress: {
      about:
        'Says at which address a site is served now. Pages with an old embed line find it by this.',
      answers: { 200: { base: 'https://site.example' } },
    },
    getOpenApiDocument: {
      about: 'This description of the API in OpenAPI 3.1, for tools and generated clients.',
      answers: { 200: { openapi: '3.1.0', info: { title: 'Site Assistant API' } } },
    },
  },
};
