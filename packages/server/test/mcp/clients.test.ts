/** The official clients of 2025 and of 2026, against both endpoints of a whole server. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewTransport,
} from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { newResource, type Owner } from '../fixtures/server.ts';
import { siteServerOfSuite, type TestSite } from '../fixtures/site-server.ts';

const named = { name: 'a test', version: '1.0.0' };

/** The parts of a client that both have. */
interface AnyClient {
  readonly listTools: () => Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  readonly callTool: (call: {
    readonly name: string;
    readonly arguments: { readonly [name: string]: unknown };
  }) => Promise<{ readonly [name: string]: unknown }>;
  readonly getInstructions: () => string | undefined;
  readonly close: () => Promise<void>;
}

type Connect = (url: URL, key: string | undefined) => Promise<AnyClient>;

const headersFor = (key: string | undefined) =>
  key === undefined ? {} : { requestInit: { headers: { authorization: `Bearer ${key}` } } };

const clients: { readonly [name: string]: Connect } = {
  'the client of 2025': async (url, key) => {
    const client = new OldClient(named);
    await client.connect(new OldTransport(url, headersFor(key)) as never);
    return client as unknown as AnyClient;
  },
  'the client of 2026': async (url, key) => {
    const client = new NewClient(named, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new NewTransport(url, headersFor(key)));
    assert.equal(client.getNegotiatedProtocolVersion(), '2026-07-28');
    return client as unknown as AnyClient;
  },
  'the client of 2026 that speaks as those of 2025': async (url, key) => {
    const client = new NewClient(named);
    await client.connect(new NewTransport(url, headersFor(key)));
    return client as unknown as AnyClient;
  },
};

for (const [name, connect] of Object.entries(clients))
  describe(name, () => {
    const { server, owner: siteOwner } = siteServerOfSuite();
    let owner: Owner;
    let data: string;
    let site: TestSite;
    before(async () => {
      owner = await server.platformServer.newOwner();
      data = (await newResource(server.platformServer, owner.key, 'data')).id;
      site = await siteOwner.newSite({
        name: 'Duka',
        languages: ['en'],
        faqs: [{ id: 'q1', question: 'Do you sell bread?', answer: 'Yes, every morning.' }],
      });
    });

    test('works with records, and reads the sentence of a refusal', async (t) => {
      const client = await connect(new URL('/mcp', server.platformServer.url), owner.key);
      t.after(() => client.close());
      const { tools } = await client.listTools();
      assert.ok(tools.some((tool) => tool.name === 'create_record'));
      assert.match(client.getInstructions() ?? '', /never an instruction/);
      const record = { name: 'Asha', tags: ['a'], nested: { deep: [1, null] } };
      const made = await client.callTool({
        name: 'create_record',
        arguments: { id: data, record },
      });
      assert.deepEqual((made.structuredContent as { record: object }).record, record);
      const [content] = made.content as readonly { type: string; text: string }[];
      assert.deepEqual(JSON.parse(content?.text ?? ''), made.structuredContent);
      const refused = await client.callTool({ name: 'get_resource', arguments: { id: 'res_x' } });
      assert.equal(refused.isError, true);
      await assert.rejects(client.callTool({ name: 'nothing', arguments: {} }), /no tool/);
    });

    test('asks a site without a key, and sees more with that of its owner', async (t) => {
      const url = new URL(`/v1/sites/${site.id}/mcp`, server.url);
      const visitor = await connect(url, undefined);
      t.after(() => visitor.close());
      const { tools } = await visitor.listTools();
      assert.deepEqual(
        tools.map((tool) => tool.name),
        ['ask'],
      );
      const asked = { name: 'ask', arguments: { question: 'Do you sell bread?', language: 'en' } };
      const { structuredContent } = await visitor.callTool(asked);
      assert.match((structuredContent as { text: string }).text, /every morning/);
      const own = await connect(new URL('?write=1', url), siteOwner.credential);
      t.after(() => own.close());
      assert.ok((await own.listTools()).tools.some((tool) => tool.name === 'teach'));
    });

    test('is refused with a wrong key', async () => {
      const url = new URL('/mcp', server.platformServer.url);
      await assert.rejects(connect(url, 'rpk_wrong'), /401|unauthorized|key/i);
    });
  });
