import type { Fault } from './site-faults.ts';
import { breaking, type Exchange } from './tampering.ts';

const resources = '/api/platform/resources';
const isOf = (start: string) => (exchange: Exchange) => exchange.path.startsWith(start);

/** Faults of a resource platform. */
export const platformFaults: readonly Fault[] = [
  {
    name: 'a status that says something else',
    section: 'states',
    breaks: ['states-data', 'states-dev', 'states-connect', 'states-work'],
    tamperer: breaking(
      ({ status }) => status === 409,
      (one) => {
        one.status = 400;
      },
    ),
  },
  {
    name: 'a 503 that does not say when to come back',
    section: 'assistants',
    breaks: ['assistant'],
    tamperer: breaking(isOf('/api/platform/ai'), (one) => {
      if (one.status !== 200) return;
      one.status = 503;
      one.headers['content-type'] = 'application/json';
      one.body = '{"error":"Later.","code":"busy","requestId":"req_1"}';
    }),
  },
  {
    name: 'a generation that ends twice',
    section: 'assistants',
    breaks: ['assistant-stream'],
    tamperer: breaking(isOf('/api/platform/ai'), (one) => {
      one.body = one.body.replace(/data: ?\{"type":"done".*\n/, '$&\n$&');
    }),
  },
  {
    name: 'a form that any page may read',
    section: 'events and forms',
    breaks: ['form-origins'],
    tamperer: breaking(isOf('/forms/'), (one) => {
      one.headers['access-control-allow-origin'] = '*';
    }),
  },
  {
    name: 'a form whose page is declared as JSON',
    section: 'events and forms',
    breaks: ['form-page'],
    tamperer: breaking(isOf('/forms/'), (one) => {
      if (String(one.headers['content-type']).startsWith('text/html'))
        one.headers['content-type'] = 'application/json';
    }),
  },
  {
    name: 'an old secret that ends with its rotation',
    section: 'webhooks',
    breaks: ['webhook-rotation'],
    tamperer: breaking(isOf(resources), (one) => {
      one.body = one.body.replace(/"previousValidUntil":"[^"]*"/, () => {
        const now = new Date().toISOString();
        return `"previousValidUntil":"${now}"`;
      });
    }),
  },
  {
    name: 'a log of deliveries that does not say why',
    section: 'webhooks',
    breaks: ['webhook-deliveries'],
    tamperer: breaking(isOf(resources), (one) => {
      if (!one.path.endsWith('/deliveries')) return;
      one.body = one.body.replaceAll(/"error":(?:null|"[^"]*"),/g, '');
    }),
  },
  {
    name: 'a fault of the platform as a page of HTML',
    section: 'platform errors',
    breaks: ['platform-invalid'],
    tamperer: breaking(
      ({ sent }) => sent === '{"service":',
      (one) => {
        one.status = 500;
        one.headers['content-type'] = 'text/html';
        one.body = '<h1>Internal Server Error</h1>';
      },
    ),
  },
  {
    name: 'another body for ids that do not exist',
    section: 'platform errors',
    breaks: ['platform-absent'],
    tamperer: breaking(isOf(`${resources}/nonsense`), (one) => {
      one.body = one.body.replace('"code":"not_found"', '"code":"malformed"');
    }),
  },
  {
    name: 'a 401 that does not say how to sign in',
    section: 'platform errors',
    breaks: ['platform-unauthorized'],
    tamperer: breaking(
      ({ status }) => status === 401,
      (one) => {
        delete one.headers['www-authenticate'];
      },
    ),
  },
  {
    name: 'a status that the contract does not have',
    section: 'platform errors',
    breaks: ['platform-statuses'],
    tamperer: breaking(
      ({ path }) => path.length > 10_000,
      (one) => {
        one.status = 414;
      },
    ),
  },
  {
    name: 'a 417 for an unknown Expect',
    section: 'platform errors',
    breaks: ['platform-expect'],
    tamperer: breaking(
      ({ asked }) => asked.expect !== undefined,
      (one) => {
        one.status = 417;
      },
    ),
  },
  {
    name: 'a version that is not counted',
    section: 'resources',
    breaks: ['resource-version'],
    tamperer: breaking(
      ({ method }) => method === 'PATCH',
      (one) => {
        one.body = one.body.replace(/"version":\d+/, '"version":1');
        one.headers.etag = '"1"';
      },
    ),
  },
  {
    name: 'a repeated answer that does not say so',
    section: 'resources',
    breaks: ['idempotency'],
    tamperer: breaking(isOf(resources), (one) => {
      delete one.headers['idempotent-replayed'];
    }),
  },
  {
    name: 'answers without the version of the platform',
    section: 'resources',
    breaks: ['platform-version'],
    tamperer: breaking(isOf('/api/'), (one) => {
      delete one.headers['platform-version'];
    }),
  },
  {
    name: 'records in another order',
    section: 'records',
    breaks: ['record-order'],
    tamperer: breaking(
      ({ method, path, status }) =>
        method === 'GET' && status === 200 && /\/resources\/res_\w+$/.test(path),
      (one) => {
        const page = JSON.parse(one.body) as { records: unknown[] };
        one.body = JSON.stringify({ ...page, records: page.records.reverse() });
      },
    ),
  },
  {
    name: 'an import that keeps what came before a bad line',
    section: 'records',
    breaks: ['records-imported'],
    tamperer: {
      after: (one) => {
        if (one.sent.includes('no JSON')) one.status = 201;
      },
    },
  },
  {
    name: 'a record that is overwritten though its version is stale',
    section: 'records',
    breaks: ['record-own'],
    tamperer: {
      before: (request) => {
        if (/\/records\/rec_/.test(request.path)) delete request.headers['if-match'];
      },
    },
  },
  {
    name: 'a comparison that is left out',
    section: 'records',
    breaks: ['record-filters'],
    tamperer: {
      before: (request) => {
        request.path = request.path.replace('where.n.gt=9', '_=');
      },
    },
  },
  {
    name: 'query parameters that are ignored when they are not known',
    section: 'records',
    breaks: ['query-unknown'],
    tamperer: {
      before: (request) => {
        request.path = request.path.replace('limits=', '_=');
      },
    },
  },
  {
    name: 'a download that a browser may take for anything',
    section: 'objects',
    breaks: ['object-safe', 'object-link'],
    tamperer: breaking(
      ({ method }) => method === 'GET',
      (one) => {
        delete one.headers['x-content-type-options'];
      },
    ),
  },
  {
    name: 'a form that shows more than its public answer',
    section: 'events and forms',
    breaks: ['form-public'],
    tamperer: breaking(
      ({ path, status }) => path.startsWith('/forms/') && status === 201,
      (one) => {
        one.body = '{"ok":true,"recordId":"rec_1"}';
      },
    ),
  },
];
