import { breaking, type Exchange, type Tamperer } from './tampering.ts';

/** One fault of a server: the section that finds it, and the checks that it breaks. */
export interface Fault {
  readonly name: string;
  readonly section: string;
  readonly breaks: readonly string[];
  readonly tamperer: Tamperer;
}

const isAsk = ({ path, status }: Exchange) => path.includes('/ask') && status === 200;
const isProfile = ({ path }: Exchange) => path.endsWith('/profile');
export const isPublic = ({ path }: Exchange) => path.startsWith('/v1/sites/');

export const faults: readonly Fault[] = [
  {
    name: 'a profile that is saved without what was taught loses it',
    section: 'profile versions',
    breaks: ['profile-taught-stays'],
    tamperer: breaking(
      (one) => isProfile(one) && one.body.includes('"taught":true'),
      (one) => {
        one.body = one.body.replace(/"faqs":\[.*?\],"documents"/, '"faqs":[],"documents"');
      },
    ),
  },
  {
    name: 'versions without an order, and prices without ids',
    section: 'profile versions',
    breaks: ['profile-entries', 'profile-price-ids', 'profile-versions'],
    tamperer: breaking(
      ({ path }) => path.startsWith('/v1/admin/'),
      (one) => {
        one.body = one.body.replaceAll(/"id":"price_[^"]*",/g, '');
        if (!one.path.endsWith('/versions')) return;
        const { versions } = JSON.parse(one.body);
        one.body = JSON.stringify({ versions: versions.toReversed() });
      },
    ),
  },
  {
    name: 'two done',
    section: 'ask',
    breaks: [
      'ask-one-done',
      'ask-done-fields',
      'ask-known',
      'ask-sources',
      'ask-unknown',
      'ask-language',
      'ask-voice',
      'ask-voice-numbers',
      'ask-absent-values',
      'ask-long-passes',
      'ask-replay',
      'ask-history-no-evidence',
      'feedback',
    ],
    tamperer: breaking(isAsk, (one) => {
      one.body = one.body.replace(/data: ?\{"type":"done".*\n/, '$&\n$&');
    }),
  },
  {
    name: 'no done where it could not answer',
    section: 'ask',
    breaks: [
      'ask-one-done',
      'ask-done-fields',
      'ask-unknown',
      'ask-language',
      'ask-long-passes',
      'ask-history-no-evidence',
    ],
    tamperer: breaking(isAsk, (one) => {
      one.body = one.body.replace(/data: ?\{"type":"done","answered":false.*\n/, '');
    }),
  },
  {
    name: 'tokens after done',
    section: 'ask',
    breaks: ['ask-voice', 'ask-voice-numbers'],
    tamperer: breaking(
      (one) => isAsk(one) && one.sent.includes('"voice"'),
      (one) => {
        one.body = `${one.body}data: {"type":"token","text":"!"}\n\n`;
      },
    ),
  },
  {
    name: 'a stream of another type',
    section: 'ask',
    breaks: ['ask-headers'],
    tamperer: breaking(isAsk, (one) => {
      one.headers['content-type'] = 'text/event-stream';
    }),
  },
  {
    name: 'a stream that proxies may hold back',
    section: 'ask',
    breaks: ['ask-headers'],
    tamperer: breaking(isAsk, (one) => {
      delete one.headers['x-accel-buffering'];
    }),
  },
  {
    name: 'sources without an id',
    section: 'ask',
    breaks: ['ask-known', 'ask-sources'],
    tamperer: breaking(isAsk, (one) => {
      one.body = one.body.replaceAll(/"sources":\[\{"id":"[^"]*",/g, '"sources":[{');
    }),
  },
  {
    name: 'no link to a person',
    section: 'ask',
    breaks: ['ask-done-fields', 'ask-unknown'],
    tamperer: breaking(isAsk, (one) => {
      one.body = one.body.replaceAll(/"handoff":"[^"]*"/g, '"handoff":""');
    }),
  },
  {
    name: 'answers in one language only',
    section: 'ask',
    breaks: ['ask-language'],
    tamperer: breaking(isAsk, (one) => {
      one.body = one.body.replaceAll('"language":"sw"', '"language":"en"');
    }),
  },
  {
    name: 'any page may read with its cookies',
    section: 'origins',
    breaks: ['cors-echo', 'cors-preflight', 'origin-foreign'],
    tamperer: breaking(isPublic, (one) => {
      one.headers['access-control-allow-credentials'] = 'true';
    }),
  },
  {
    name: 'a star for an origin',
    section: 'origins',
    breaks: ['cors-echo', 'cors-preflight', 'origin-foreign'],
    tamperer: breaking(isPublic, (one) => {
      one.headers['access-control-allow-origin'] = '*';
    }),
  },
  {
    name: 'a foreign 403 that its page cannot read',
    section: 'origins',
    breaks: ['origin-foreign'],
    tamperer: breaking(
      ({ status, body }) => status === 403 && body.includes('"origin"'),
      (one) => {
        delete one.headers['access-control-allow-origin'];
      },
    ),
  },
  {
    name: 'origins that are not checked',
    section: 'origins',
    breaks: ['origin-foreign', 'origin-preflight', 'origin-near', 'origin-absent'],
    tamperer: {
      before: ({ headers }) => {
        if (headers.origin !== undefined) headers.origin = 'https://shop.example.com';
        else headers.origin = 'https://a.example.org';
      },
    },
  },
  {
    name: 'answers that caches mix up',
    section: 'config',
    breaks: ['config-vary'],
    tamperer: breaking(isPublic, (one) => {
      delete one.headers.vary;
    }),
  },
  {
    name: 'no ETag',
    section: 'config',
    breaks: ['config-cached'],
    tamperer: breaking(isPublic, (one) => {
      delete one.headers.etag;
    }),
  },
  {
    name: 'an old key that is still served',
    section: 'site keys',
    breaks: ['key-rotated'],
    tamperer: breaking(
      ({ path, status }) =>
        path.includes('config?key=pk_') && !path.includes('pk_0') && status === 401,
      (one) => {
        one.status = 200;
      },
    ),
  },
  {
    name: 'owner endpoints that any page may read',
    section: 'owner endpoints',
    breaks: ['owner-no-cors'],
    tamperer: breaking(
      ({ path }) => path.startsWith('/v1/admin'),
      (one) => {
        one.headers['access-control-allow-origin'] = '*';
      },
    ),
  },
  {
    name: 'a site of another that is 403 instead of 404',
    section: 'owner endpoints',
    breaks: ['owner-absent'],
    tamperer: breaking(
      ({ path, status }) => path.startsWith('/v1/admin') && status === 404,
      (one) => {
        one.status = 403;
      },
    ),
  },
  {
    name: 'a lead that is taken twice',
    section: 'leads',
    breaks: ['lead-twice'],
    tamperer: breaking(
      ({ path, method, status }) => path.endsWith('/leads') && method === 'POST' && status === 200,
      (one) => {
        one.status = 201;
        one.body = one.body.replace(/lead_\w+/, 'lead_other');
      },
    ),
  },
  {
    name: 'an error without a code',
    section: 'errors',
    breaks: ['error-shape', 'error-body-large', 'error-hostile', 'error-retry-after'],
    tamperer: breaking(
      ({ status }) => status >= 400,
      (one) => {
        one.body = one.body.replace(/"code":"[^"]*",?/, '');
      },
    ),
  },
  {
    name: 'a rate limit without Retry-After',
    section: 'errors',
    breaks: ['error-retry-after'],
    tamperer: breaking(
      ({ status }) => status === 429,
      (one) => {
        delete one.headers['retry-after'];
      },
    ),
  },
  {
    name: 'a fault as a page of HTML',
    section: 'errors',
    breaks: ['error-hostile'],
    tamperer: breaking(
      ({ sent, status }) => sent.startsWith('[[[[') && status >= 400,
      (one) => {
        one.status = 500;
        one.headers['content-type'] = 'text/html';
        one.body = '<h1>Internal Server Error</h1>';
      },
    ),
  },
  {
    name: 'the name of a model in a header',
    section: 'engine details',
    breaks: ['engine-hidden'],
    tamperer: breaking(isPublic, (one) => {
      one.headers['x-served-by'] = 'gpt-4o-mini';
    }),
  },
  {
    name: 'a score in an answer',
    section: 'engine details',
    breaks: ['engine-hidden'],
    tamperer: breaking(isAsk, (one) => {
      one.body = one.body.replace('"answered":', '"score":0.71,"answered":');
    }),
  },
  {
    name: 'a stack in an error',
    section: 'engine details',
    breaks: ['engine-hidden'],
    tamperer: breaking(
      ({ status }) => status === 404,
      (one) => {
        one.body = one.body.replace('"error":"', '"error":"Error at find (/srv/app/site.js:10:3) ');
      },
    ),
  },
  {
    name: 'a private key among the public ones',
    section: 'operators and nodes',
    breaks: ['operator-keys'],
    tamperer: breaking(
      ({ path }) => path === '/v1/operator',
      (one) => {
        one.body = one.body.replace('"kty":"EC"', '"kty":"EC","d":"c2VjcmV0"');
      },
    ),
  },
  {
    name: 'a base that is not encrypted',
    section: 'operators and nodes',
    breaks: ['site-operator'],
    tamperer: breaking(
      ({ path }) => path.endsWith('/operator') && path.startsWith('/v1/sites/'),
      (one) => {
        one.body = '{"base":"http://assistant.example"}';
      },
    ),
  },
];
