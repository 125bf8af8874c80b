import { asPage, type Faults, fault, withBody, withHeader, withStatus } from './tampering.ts';

const resource = { path: /^\/api\/platform\/resources/ };
const assistant = { path: /^\/api\/platform\/ai/ };
const mcp = { path: /^\/mcp/ };
const form = { path: /^\/forms\// };

/** Faults of a resource platform. */
export const platformFaults: Faults = {
  states: [
    fault(
      'a status that says something else',
      ['states-data', 'states-dev', 'states-connect', 'states-work'],
      { status: /409/ },
      withStatus(400),
    ),
  ],
  assistants: [
    fault(
      'a 503 that does not say when to come back',
      ['assistant'],
      { ...assistant, status: /200/ },
      (one) => {
        one.status = 503;
        one.headers['content-type'] = 'application/json';
        one.body = '{"error":"Later.","code":"busy","requestId":"req_1"}';
      },
    ),
    fault(
      'a generation that ends twice',
      ['assistant-stream'],
      assistant,
      withBody(/data: ?\{"type":"done".*\n/, '$&\n$&'),
    ),
  ],
  'events and forms': [
    fault(
      'a form that any page may read',
      ['form-origins'],
      form,
      withHeader('access-control-allow-origin', '*'),
    ),
    fault('a form whose page is declared as JSON', ['form-page'], form, (one) => {
      if (String(one.headers['content-type']).startsWith('text/html'))
        one.headers['content-type'] = 'application/json';
    }),
    fault(
      'a form that shows more than its public answer',
      ['form-public'],
      { ...form, status: /201/ },
      withBody(/.*/s, '{"ok":true,"recordId":"rec_1"}'),
    ),
  ],
  tools: [
    fault(
      'a deletion that is not marked',
      ['tools-listed'],
      mcp,
      withBody(/"destructiveHint":true/g, '"destructiveHint":false'),
    ),
    fault(
      'a refusal in words of its own',
      ['tools-records'],
      mcp,
      withBody(/There is no such resource/, 'Nothing was found'),
    ),
    fault(
      'a foreign page that is let in',
      ['tools-refused'],
      { ...mcp, status: /403/ },
      withStatus(200),
    ),
    fault(
      'an error of the protocol as a status',
      ['tools-protocol'],
      { ...mcp, body: /"error":\{"code":-32601/ },
      withStatus(500),
    ),
  ],
  webhooks: [
    fault('an old secret that ends with its rotation', ['webhook-rotation'], resource, (one) => {
      const ends = `"previousValidUntil":"${new Date().toISOString()}"`;
      withBody(/"previousValidUntil":"[^"]*"/, ends)(one);
    }),
    fault(
      'a log of deliveries that does not say why',
      ['webhook-deliveries'],
      { path: /\/deliveries$/ },
      withBody(/"error":(?:null|"[^"]*"),/g, ''),
    ),
  ],
  'platform errors': [
    fault(
      'a fault of the platform as a page of HTML',
      ['platform-invalid'],
      { sent: /^\{"service":$/ },
      asPage,
    ),
    fault(
      'another body for ids that do not exist',
      ['platform-absent'],
      { path: /\/nonsense/ },
      withBody(/"code":"not_found"/, '"code":"malformed"'),
    ),
    fault(
      'a 401 that does not say how to sign in',
      ['platform-unauthorized'],
      { status: /401/ },
      withHeader('www-authenticate'),
    ),
    fault(
      'a status that the contract does not have',
      ['platform-statuses'],
      { path: /.{10000}/ },
      withStatus(414),
    ),
    fault('a 417 for an unknown Expect', ['platform-expect'], { asked: /expect/ }, withStatus(417)),
  ],
  resources: [
    fault('a version that is not counted', ['resource-version'], { method: /PATCH/ }, (one) => {
      withBody(/"version":\d+/, '"version":1')(one);
      one.headers.etag = '"1"';
    }),
    fault(
      'a repeated answer that does not say so',
      ['idempotency'],
      resource,
      withHeader('idempotent-replayed'),
    ),
    fault(
      'answers without the version of the platform',
      ['platform-version'],
      { path: /^\/api\// },
      withHeader('platform-version'),
    ),
  ],
  records: [
    fault(
      'records in another order',
      ['record-order'],
      { method: /GET/, status: /200/, path: /\/resources\/res_\w+$/ },
      (one) => {
        const page = JSON.parse(one.body) as { records: unknown[] };
        one.body = JSON.stringify({ ...page, records: page.records.reverse() });
      },
    ),
    fault(
      'an import that keeps what came before a bad line',
      ['records-imported'],
      { sent: /no JSON/ },
      withStatus(201),
    ),
    {
      name: 'a record that is overwritten though its version is stale',
      breaks: ['record-own'],
      tamperer: {
        before: (request) => {
          if (/\/records\/rec_/.test(request.path)) delete request.headers['if-match'];
        },
      },
    },
    requested('a comparison that is left out', 'record-filters', 'where.n.gt=9'),
    requested(
      'query parameters that are ignored when they are not known',
      'query-unknown',
      'limits=',
    ),
  ],
  objects: [
    fault(
      'a download that a browser may take for anything',
      ['object-safe', 'object-link'],
      { method: /GET/ },
      withHeader('x-content-type-options'),
    ),
  ],
};

/** The server reads a request without a part of its query. */
function requested(name: string, breaks: string, part: string) {
  const before = (request: { path: string }) => {
    request.path = request.path.replace(part, '_=');
  };
  return { name, breaks: [breaks], tamperer: { before } };
}
