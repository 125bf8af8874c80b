import { CheckSkipped, type Checks, display, expect, expectIs } from '../check.ts';
import { expectOpenApi, expectRefused, expectStatus, type Reply } from '../reply.ts';
import type { SiteBench } from './bench.ts';

export const errorChecks: Checks<SiteBench> = {
  'error-shape': {
    holds: 'A refusal is JSON with one sentence, a code and a request_id',
    run: async ({ wire, visit }) => {
      for (const reply of [
        await wire.call('GET', '/v1/sites/no-such-site-here/config'),
        await wire.call('GET', '/v1/no-such-path'),
        await visit('POST', 'ask', { body: {} }),
        await visit('POST', 'ask', {
          headers: { 'content-type': 'application/json' },
          body: '{"question":',
        }),
        await wire.call('GET', '/v1/admin/sites/demo'),
      ])
        expectRefusal(reply);
    },
  },
  'error-body-large': {
    holds: 'An ask of more than 256 KB is 413 with the code too_large',
    run: async ({ visit }) => {
      const reply = await visit('POST', 'ask', {
        body: { question: 'Habari?', page: 'x'.repeat(300_000) },
      });
      expectRefusal(reply);
      expectRefused(reply, 413, 'too_large');
    },
  },
  'error-hostile': {
    holds: 'Hostile JSON is refused or accepted, and the server keeps running',
    run: async ({ visit }) => {
      for (const body of [
        '['.repeat(20_000),
        '{"question":"\\u0000"}',
        '{"question":"\\ud800"}',
        '{"__proto__":{"question":"x"},"question":"Habari?"}',
        'null',
        '"Habari?"',
      ]) {
        const reply = await visit('POST', 'ask', {
          headers: { 'content-type': 'application/json' },
          body,
        });
        expect(reply.status < 500, `${display(body)} is ${reply.status}`);
        if (reply.status !== 200) expectRefusal(reply);
      }
      expectStatus(await visit('GET', 'config'), 200, 'the status afterwards');
    },
  },
  'error-retry-after': {
    holds:
      'Over a rate: 429 with Retry-After, RateLimit, RateLimit-Policy, a sentence and a handoff',
    run: async ({ requireOwnSite, visitOnce }) => {
      requireOwnSite();
      const headers = { 'x-visitor': 'conformance0limit00000' };
      // Fewer than a network may ask in a minute, more than one visitor may.
      for (let asked = 0; asked < 30; asked += 1) {
        const reply = await visitOnce('POST', 'ask', { body: { question: 'Habari?' }, headers });
        if (reply.status === 200) continue;
        expectStatus(reply, 429);
        for (const name of ['retry-after', 'ratelimit', 'ratelimit-policy'])
          expect(reply.headers[name] !== undefined, `${name} is absent`);
        expect(/^\d+$/.test(String(reply.headers['retry-after'])), 'Retry-After is not a number');
        const { code, handoff } = reply.json();
        expect(code === 'rate' || code === 'quota', `the code is ${display(code)}`);
        expect(typeof handoff === 'string', `handoff is ${display(handoff)}`);
        return;
      }
      throw new CheckSkipped('the plan of this site has no rate that 30 questions reach');
    },
  },
  openapi: {
    holds: 'GET /v1/openapi.json describes the API in OpenAPI 3.1',
    run: async ({ wire }) => {
      const reply = await wire.call('GET', '/v1/openapi.json');
      if (reply.status === 404) throw new CheckSkipped('this server offers none');
      const paths = ['config', 'ask', 'leads', 'transcribe', 'speak', 'live'];
      expectOpenApi(reply.json(), paths);
    },
  },
};

function expectRefusal(reply: Reply): void {
  const type = String(reply.headers['content-type'] ?? '');
  expectIs(type, /^application\/json\b/, `a ${reply.status}`);
  const { error, code, request_id } = reply.json();
  expect(
    typeof error === 'string' && error !== '' && !error.includes('\n'),
    `the error of a ${reply.status} is ${display(error)}`,
  );
  expect(
    typeof code === 'string' && /^[a-z_]+$/.test(code),
    `the code of a ${reply.status} is ${display(code)}`,
  );
  expect(
    typeof request_id === 'string' && request_id !== '',
    `the request_id of a ${reply.status} is ${display(request_id)}`,
  );
  if (reply.status === 503 || reply.status === 429)
    expect(reply.headers['retry-after'] !== undefined, `a ${reply.status} has no Retry-After`);
}
