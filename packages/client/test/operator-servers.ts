/** An operator and a node over real HTTP, with real keys and responses that a test can change. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { GrantClaims } from '@baraza/contract';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

type Answers = { [path: string]: unknown };

export type FakeServer = {
  readonly url: string;
  /** The response of each path: JSON, or a URL to redirect to; other paths are 404. */
  readonly answers: Answers;
  /** Requested paths, in order. */
  readonly asked: string[];
  readonly close: () => Promise<void>;
};

export async function startFakeServer(t: TestContext): Promise<FakeServer> {
  const answers: Answers = {};
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const answer = answers[path.split('?')[0] ?? ''];
    if (answer instanceof URL) {
      response.writeHead(302, { location: answer.href }).end();
      return;
    }
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { error: 'There is no such path.', code: 'not_found' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  t.after(close);
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, answers, asked, close };
}

export type Signer = {
  readonly key: { readonly [name: string]: unknown };
  readonly sign: (claims: object, header?: object) => Promise<string>;
};

export async function makeSigner(kid: string): Promise<Signer> {
  const pair = (await crypto.subtle.generateKey(algorithm, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair;
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  return {
    key: { kty, crv, x, y, kid, alg: 'ES256', use: 'sig' },
    sign: async (claims, header = { alg: 'ES256', kid }) => {
      const signed = `${encoded(header)}.${encoded(claims)}`;
      const bytes = new TextEncoder().encode(signed);
      const signature = await crypto.subtle.sign(algorithm, pair.privateKey, bytes);
      return `${signed}.${Buffer.from(signature).toString('base64url')}`;
    },
  };
}

export function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

export type Pair = {
  readonly operator: FakeServer;
  readonly node: FakeServer;
  readonly signer: Signer;
  readonly claims: GrantClaims;
  /** Makes the node present this grant. */
  readonly show: (grant: string | null, nodeId?: string) => void;
};

/** Both serve the site `duka`, and the node presents a valid grant. */
export async function startPair(t: TestContext, nowMs: number): Promise<Pair> {
  const [operator, node] = [await startFakeServer(t), await startFakeServer(t)];
  const signer = await makeSigner('key-1');
  const iat = Math.floor(nowMs / 1000);
  const claims: GrantClaims = {
    iss: operator.url,
    sub: 'node_a',
    origin: node.url,
    sites: ['duka'],
    caps: ['ask'],
    iat,
    exp: iat + 30 * 86_400,
    jti: 'grant_1',
  };
  const show: Pair['show'] = (grant, nodeId = 'node_a') => {
    node.answers['/v1/operator'] = { role: 'node', node_id: nodeId, keys: [], grant };
  };
  operator.answers['/v1/operator'] = { role: 'operator', keys: [signer.key], grant: null };
  operator.answers['/v1/revoked'] = { revoked: [] };
  operator.answers['/v1/sites/duka/operator'] = { base: operator.url };
  operator.answers['/v1/sites/duka/config'] = { name: 'of the operator' };
  node.answers['/v1/sites/duka/config'] = { name: 'of the node' };
  show(await signer.sign(claims));
  return { operator, node, signer, claims, show };
}
