import {
  asPage,
  type Faults,
  fault,
  type Tamperer,
  withBody,
  withHeader,
  withStatus,
} from './tampering.ts';

const ask = { path: /\/ask/, status: /200/ };
const admin = { path: /^\/v1\/admin/ };
const saved = { method: /PUT/, path: /\/profile$/ };
export const publicPath = { path: /^\/v1\/sites\// };

const typeOf = (text: string) => (JSON.parse(text) as { readonly type: string }).type;

function heard(name: string, breaks: string, change: NonNullable<Tamperer['heard']>) {
  return { name, breaks: [breaks], tamperer: { heard: change } };
}

/** Faults of a site assistant. */
const mcp = /\/mcp(?:\?|$)/;

export const siteFaults: Faults = {
  config: [
    fault('answers that caches mix up', ['config-vary'], publicPath, withHeader('vary')),
    fault('no ETag', ['config-cached'], publicPath, withHeader('etag')),
  ],
  ask: [
    fault(
      'two done',
      [
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
      ask,
      withBody(/data: ?\{"type":"done".*\n/, '$&\n$&'),
    ),
    fault(
      'no done where it could not answer',
      [
        'ask-one-done',
        'ask-done-fields',
        'ask-unknown',
        'ask-language',
        'ask-long-passes',
        'ask-history-no-evidence',
      ],
      ask,
      withBody(/data: ?\{"type":"done","answered":false.*\n/, ''),
    ),
    fault(
      'tokens after done',
      ['ask-voice', 'ask-voice-numbers'],
      { ...ask, sent: /"voice"/ },
      withBody(/$/, 'data: {"type":"token","text":"!"}\n\n'),
    ),
    fault(
      'a stream of another type',
      ['ask-headers'],
      ask,
      withHeader('content-type', 'text/event-stream'),
    ),
    fault(
      'a stream that proxies may hold back',
      ['ask-headers'],
      ask,
      withHeader('x-accel-buffering'),
    ),
    fault(
      'sources without an id',
      ['ask-known', 'ask-sources'],
      ask,
      withBody(/"sources":\[\{"id":"[^"]*",/g, '"sources":[{'),
    ),
    fault(
      'no link to a person',
      ['ask-done-fields', 'ask-unknown'],
      ask,
      withBody(/"handoff":"[^"]*"/g, '"handoff":""'),
    ),
    fault(
      'answers in one language only',
      ['ask-language'],
      ask,
      withBody(/"language":"sw"/g, '"language":"en"'),
    ),
  ],
  leads: [
    fault(
      'a lead that is taken twice',
      ['lead-twice'],
      { path: /\/leads$/, method: /POST/, status: /200/ },
      (one) => {
        withStatus(201)(one);
        withBody(/lead_\w+/, 'lead_other')(one);
      },
    ),
  ],
  live: [
    heard('two done in a live session', 'live-typed', (text) =>
      typeOf(text) === 'done' ? [text, text] : [text],
    ),
    heard('sound that nothing announces', 'live-spoken', (text) =>
      typeOf(text) === 'audio' ? [] : [text],
    ),
    heard('a session that ends without bye', 'live-end', (text) =>
      typeOf(text) === 'bye' ? [] : [text],
    ),
    {
      name: 'a session that is closed with another code',
      breaks: ['live-end'],
      tamperer: { closed: (code) => (code === 1000 ? 3000 : code) },
    },
    heard('ready without limits', 'live-ready', (text) => [text.replace('"limits":', '"bounds":')]),
    {
      name: 'live sessions for any page',
      breaks: ['live-refused'],
      tamperer: {
        before: ({ headers }) => {
          if (headers.origin !== undefined) headers.origin = 'https://shop.example.com';
        },
      },
    },
  ],
  origins: [
    fault(
      'any page may read with its cookies',
      ['cors-echo', 'cors-preflight', 'origin-foreign'],
      publicPath,
      withHeader('access-control-allow-credentials', 'true'),
    ),
    fault(
      'a star for an origin',
      ['cors-echo', 'cors-preflight', 'origin-foreign'],
      publicPath,
      withHeader('access-control-allow-origin', '*'),
    ),
    fault(
      'a foreign 403 that its page cannot read',
      ['origin-foreign'],
      { status: /403/, body: /"origin"/ },
      withHeader('access-control-allow-origin'),
    ),
    {
      name: 'origins that are not checked',
      breaks: ['origin-foreign', 'origin-preflight', 'origin-near', 'origin-absent'],
      tamperer: {
        before: ({ headers }) => {
          headers.origin = headers.origin ? 'https://shop.example.com' : 'https://a.example.org';
        },
      },
    },
  ],
  'site keys': [
    fault(
      'an old key that is still served',
      ['key-rotated'],
      { path: /config\?key=pk_(?!0)/, status: /401/ },
      withStatus(200),
    ),
  ],
  agents: [
    fault(
      'a tool of another name',
      ['mcp-ask'],
      { path: mcp, sent: /tools\/list/ },
      withBody(/"name":"ask"/, '"name":"answer"'),
    ),
    fault(
      'an answer whose text is no JSON of it',
      ['mcp-ask'],
      { path: mcp, sent: /tools\/call/ },
      withBody(/\\"answered\\":(?:true|false)/, '\\\\"answered\\\\":null'),
    ),
    fault(
      'the tools of visitors for a bad credential',
      ['mcp-owner'],
      { path: mcp, status: /401/ },
      withStatus(200),
    ),
    fault('a 405 that names no method', ['mcp-methods'], { path: mcp }, withHeader('allow')),
    fault(
      'a notification that is answered',
      ['mcp-methods'],
      { path: mcp, status: /202/ },
      withBody(/^$/, '{}'),
    ),
  ],
  'owner endpoints': [
    fault(
      'owner endpoints that any page may read',
      ['owner-no-cors'],
      admin,
      withHeader('access-control-allow-origin', '*'),
    ),
    fault(
      'a site of another that is 403 instead of 404',
      ['owner-absent'],
      { ...admin, status: /404/ },
      withStatus(403),
    ),
  ],
  profile: [
    fault(
      'unusual texts without a warning',
      ['profile-other-texts'],
      saved,
      withBody(/"warnings":\[.*?\]/, '"warnings":[]'),
    ),
    fault(
      'a style in the place of a colour',
      ['profile-looks'],
      publicPath,
      withBody(/"colour":"[^"]*"/, '"colour":"red;background:url(//x.example)"'),
    ),
  ],
  'profile versions': [
    fault(
      'a profile that is saved without what was taught loses it',
      ['profile-taught-stays'],
      { path: /\/profile$/, body: /"taught":true/ },
      withBody(/"faqs":\[.*?\],"documents"/, '"faqs":[],"documents"'),
    ),
    fault(
      'versions without an order, and prices without ids',
      ['profile-entries', 'profile-price-ids', 'profile-versions'],
      admin,
      (one) => {
        withBody(/"id":"price_[^"]*",/g, '')(one);
        if (!one.path.endsWith('/versions')) return;
        const { versions } = JSON.parse(one.body);
        one.body = JSON.stringify({ versions: versions.toReversed() });
      },
    ),
  ],
  'questions and leads': [
    fault(
      'a table whose cells compute',
      ['questions-csv'],
      { path: /format=csv/ },
      withBody(/'=/g, '='),
    ),
    fault(
      'a key in an export',
      ['export-asked-for'],
      { path: /\/export/ },
      withBody(/\{/, `{"key":"pk_${'a'.repeat(22)}",`),
    ),
    fault(
      'a deletion of an absent thing that answers 200',
      ['question-deleted', 'lead-handled'],
      { method: /DELETE/, status: /404/ },
      withStatus(200),
    ),
  ],
  'what is missing': [
    {
      name: 'filters that are ignored',
      breaks: ['questions-by-feedback'],
      tamperer: {
        before: (one) => {
          one.path = one.path.replace(/[?&](?:feedback|status)=\w+/, '');
        },
      },
    },
    fault(
      'gaps without entries',
      ['gaps-language', 'gaps-unused'],
      { path: /\/gaps/ },
      withBody(/.*/s, '{"questions":[],"total":0,"unused":[],"unused_total":0}'),
    ),
    fault(
      'a digest schedule that is not saved',
      ['notify-digest'],
      saved,
      withBody(/"notify":\{.*?\}/, '"notify":{}'),
    ),
  ],
  'operators and nodes': [
    fault(
      'a private key among the public ones',
      ['operator-keys'],
      { path: /^\/v1\/operator$/ },
      withBody(/"kty":"EC"/, '"kty":"EC","d":"c2VjcmV0"'),
    ),
    fault(
      'a base that is not encrypted',
      ['site-operator'],
      { path: /^\/v1\/sites\/.*\/operator$/ },
      withBody(/.*/s, '{"base":"http://assistant.example"}'),
    ),
  ],
  errors: [
    fault(
      'an error without a code',
      ['error-shape', 'error-body-large', 'error-hostile', 'error-retry-after'],
      { status: /^[45]/ },
      withBody(/"code":"[^"]*",?/, ''),
    ),
    fault(
      'a rate limit without Retry-After',
      ['error-retry-after'],
      { status: /429/ },
      withHeader('retry-after'),
    ),
    fault(
      'a fault as a page of HTML',
      ['error-hostile'],
      { sent: /^\[\[\[\[/, status: /^[45]/ },
      asPage,
    ),
  ],
  'engine details': [
    fault(
      'the name of a model in a header',
      ['engine-hidden'],
      publicPath,
      withHeader('x-served-by', 'gpt-4o-mini'),
    ),
    fault(
      'a score in an answer',
      ['engine-hidden'],
      ask,
      withBody(/"answered":/, '"score":0.71,"answered":'),
    ),
    fault(
      'a stack in an error',
      ['engine-hidden'],
      { status: /404/ },
      withBody(/"error":"/, '"error":"Error at find (/srv/app/site.js:10:3) '),
    ),
    heard('the name of a model in a live session', 'engine-hidden', (text) => [
      typeOf(text) === 'ready' ? text.replace('{', '{"voice":"kokoro-82m",') : text,
    ]),
  ],
};
