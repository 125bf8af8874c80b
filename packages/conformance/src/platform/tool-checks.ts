import { expect, expectEqual, expectShape, is, skipIf } from '../check.ts';
import { expectReply, expectStatus, type Json } from '../reply.ts';
import { absent, type PlatformBench, platformSection, resources } from './bench.ts';

export const toolSection = platformSection(
  'tools',
  {
    'tools-listed': 'A key sees tools for its records, and those that delete are marked as such',
    'tools-records': 'A tool does what its route does, and refuses in the sentence of the route',
    'tools-refused':
      'No key is 401, a foreign Origin 403 before the key, and GET and DELETE 405 with Allow: POST',
    'tools-protocol': 'Errors of the protocol are 200, and a notification is 202 and empty',
  },
  {
    async 'tools-listed'(bench) {
      const { tools } = (await tell(bench, 'tools/list')).result;
      const find = (wanted: string) => tools.find(({ name }: Json) => name === wanted);
      for (const name of ['find_records', 'create_record'])
        expect(find(name) !== undefined, `there is no tool ${name}`);
      for (const { name, annotations } of tools)
        if (/^(?:delete|remove)_/.test(name))
          expectShape(annotations, { destructiveHint: true }, `the hints of ${name}`);
      expectShape(
        find('find_records').annotations,
        { readOnlyHint: true },
        'the hints of a search',
      );
    },
    async 'tools-records'(bench) {
      const { id } = await bench.make('Collection');
      const use = async (name: string, given: Json) =>
        (await tell(bench, 'tools/call', { name, arguments: given })).result;
      const made = await use('create_record', { id, record: { seen: 'by a tool' } });
      expectShape(made.structuredContent, { recordId: is.text }, 'the new record');
      const found = await use('find_records', { id, where: { seen: 'by a tool' } });
      expectEqual(found.structuredContent.records.length, 1, 'the number of records');
      const refused = await use('get_resource', { id: absent });
      const overHttp = await bench.call('GET', `${resources}/${absent}`);
      expectEqual(
        [refused.isError, refused.content[0].text],
        [true, overHttp.body.error],
        'the refusal',
      );
    },
    async 'tools-refused'(bench) {
      await tell(bench, 'ping');
      const { wire } = bench;
      expectStatus(await wire.call('POST', '/mcp', message('ping')), 401);
      const origin = 'https://evil.example';
      expectStatus(await wire.call('POST', '/mcp', message('ping'), { origin }), 403);
      for (const method of ['GET', 'DELETE'])
        expectReply(await bench.call(method, '/mcp'), 405, undefined, { allow: 'POST' });
    },
    async 'tools-protocol'(bench) {
      for (const [method, params] of [
        ['no/such-method', {}],
        ['tools/call', { name: 'no_such_tool', arguments: {} }],
      ] as const)
        expectShape((await tell(bench, method, params)).error, { code: is.whole }, 'the error');
      const note = { jsonrpc: '2.0', method: 'notifications/initialized' };
      const taken = await bench.call('POST', '/mcp', note);
      expectStatus(taken, 202);
      expect(taken.text === '', `a notification is answered ${taken.text}`);
    },
  },
);

function message(method: string, params: Json = {}) {
  return { jsonrpc: '2.0', id: 1, method, params };
}

/** The answer to a message; skips the check at a server that has no such endpoint. */
async function tell({ call }: PlatformBench, method: string, params: Json = {}): Promise<Json> {
  const reply = await call('POST', '/mcp', message(method, params));
  skipIf(reply.status === 404, 'an endpoint for tools is not offered');
  return expectReply(reply, 200).body;
}
