import { CheckSkipped, display, expect, expectShape, is } from '../check.ts';
import { expectOpenApi, expectRefused, expectReply, expectStatus, type Reply } from '../reply.ts';
import { siteSection } from './bench.ts';

const asJson = { 'content-type': 'application/json' };

export const errorSection = siteSection(
  'errors',
  {
    'error-shape': 'A refusal is JSON with one sentence, a code and a request_id',
    'error-body-large': 'An ask of more than 256 KB is 413 with the code too_large',
    'error-hostile': 'Hostile JSON is refused or accepted, and the server keeps running',
    'error-retry-after':
      'Over a rate: 429 with Retry-After, RateLimit, RateLimit-Policy, a sentence and a handoff',
    openapi: 'GET /v1/openapi.json describes the API in OpenAPI 3.1',
  },
  {
    async 'error-shape'({ wire, visit }) {
      for (const reply of [
        await wire.call('GET', '/v1/sites/no-such-site-here/config'),
        await wire.call('GET', '/v1/no-such-path'),
        await visit('POST', 'ask', {}),
        await visit('POST', 'ask', '{"question":', asJson),
        await wire.call('GET', '/v1/admin/sites/demo'),
      ])
        expectRefusal(reply);
    },
    async 'error-body-large'({ visit }) {
      const body = { question: 'Habari?', page: 'x'.repeat(300_000) };
      const reply = await visit('POST', 'ask', body);
      expectRefusal(reply);
      expectRefused(reply, 413, 'too_large');
    },
    async 'error-hostile'({ visit }) {
      for (const body of [
        '['.repeat(20_000),
        '{"question":"\\u0000"}',
        '{"question":"\\ud800"}',
        '{"__proto__":{"question":"x"},"question":"Habari?"}',
        'null',
        '"Habari?"',
      ]) {
        const reply = await visit('POST', 'ask', body, asJson);
        expect(reply.status < 500, `${display(body)} is ${reply.status}`);
        if (reply.status !== 200) expectRefusal(reply);
      }
      expectStatus(await visit('GET', 'config'), 200, 'the status afterwards');
    },
    async 'error-retry-after'({ own: _, visitOnce }) {
      const headers = { 'x-visitor': 'conformance0limit00000' };
      // Fewer than a network may ask in a minute, more than one visitor may.
      for (let asked = 0; asked < 30; asked += 1) {
        const reply = await visitOnce('POST', 'ask', { question: 'Habari?' }, headers);
        if (reply.status === 200) continue;
        expectReply(
          reply,
          429,
          { code: is.oneOf('rate', 'quota'), handoff: is.text },
          { 'retry-after': /^\d+$/, ratelimit: is.present, 'ratelimit-policy': is.present },
        );
        return;
      }
      throw new CheckSkipped('the plan of this site has no rate that 30 questions reach');
    },
    async openapi({ wire }) {
      const reply = await wire.call('GET', '/v1/openapi.json');
      if (reply.status === 404) throw new CheckSkipped('this server offers none');
      const paths = ['config', 'ask', 'leads', 'transcribe', 'speak', 'live'];
      expectOpenApi(reply.body, paths);
    },
  },
);

function expectRefusal({ status, headers, body }: Reply): void {
  const what = `a ${status}`;
  expectShape(headers, { 'content-type': /^application\/json\b/ }, what);
  expectShape(body, { error: /^[^\n]+$/, code: /^[a-z_]+$/, request_id: /./s }, what);
  if (status === 503 || status === 429) expectShape(headers, { 'retry-after': is.present }, what);
}
