import { expect, expectEqual, expectShape, is } from '../check.ts';
import { expectReply, expectStatus, type Json } from '../reply.ts';
import { offered, type SiteBench, siteSection } from './bench.ts';

export const agentSection = siteSection(
  'agents',
  {
    'mcp-ask': 'An agent without a key sees one tool, ask, and its answer has what an ask has',
    'mcp-owner':
      'A bad credential of an owner is 401 and any with an Origin 403, never the tools of visitors',
    'mcp-methods': 'GET and DELETE are 405 with Allow: POST, and a notification is 202 and empty',
  },
  {
    async 'mcp-ask'(bench) {
      const listed = await tell(bench, 'tools/list');
      const names = listed.result.tools.map(({ name }: Json) => name);
      expectEqual(names, ['ask'], 'the names of the tools');
      const asked = { name: 'ask', arguments: { question: 'Habari?' } };
      const { result } = await tell(bench, 'tools/call', asked);
      const answer = { answered: is.truth, text: is.text, sources: is.list, handoff: is.text };
      expectShape(result.structuredContent, answer, 'the answer');
      expectEqual(JSON.parse(result.content[0].text), result.structuredContent, 'its text');
    },
    async 'mcp-owner'(bench) {
      await tell(bench, 'ping');
      const authorization = `Bearer osk_00000000_${'0'.repeat(49)}`;
      const list = message('tools/list');
      expectStatus(await bench.visit('POST', 'mcp', list, { authorization }), 401);
      const inPage = { authorization, origin: 'https://shop.example.com' };
      expectStatus(await bench.visit('POST', 'mcp', list, inPage), 403);
    },
    async 'mcp-methods'(bench) {
      await tell(bench, 'ping');
      for (const method of ['GET', 'DELETE'])
        expectReply(await bench.visit(method, 'mcp'), 405, undefined, { allow: 'POST' });
      const note = { jsonrpc: '2.0', method: 'notifications/initialized' };
      const taken = await bench.visit('POST', 'mcp', note);
      expectStatus(taken, 202);
      expect(taken.text === '', `a notification is answered ${taken.text}`);
    },
  },
);

function message(method: string, params: Json = {}) {
  return { jsonrpc: '2.0', id: 1, method, params };
}

/** The answer to a message; skips the check at a server that has no such endpoint. */
async function tell({ visit }: SiteBench, method: string, params: Json = {}): Promise<Json> {
  const reply = await visit('POST', 'mcp', message(method, params));
  return expectReply(offered(reply, 'an endpoint for agents', 404), 200).body;
}
