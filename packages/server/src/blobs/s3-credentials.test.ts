/** Where the credentials of an S3 server may come from, as the documents promise. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { openS3BlobsAt } from '../../test/s3/s3-blobs.ts';

interface Credentials {
  readonly key: string;
  readonly token?: string | undefined;
}

interface Way {
  readonly name: string;
  readonly expected: Credentials;
  /** The environment of the server; `folder` has the files below, and the server at `url` gives out `expected`. */
  readonly environment: (folder: string, url: string) => { readonly [name: string]: string };
  readonly files?: { readonly [name: string]: string };
}

const secret = 'a secret';

const ways: readonly Way[] = [
  {
    name: 'the environment',
    expected: { key: 'in-environment' },
    environment: () => ({
      AWS_ACCESS_KEY_ID: 'in-environment',
      AWS_SECRET_ACCESS_KEY: secret,
    }),
  },
  {
    name: 'the environment with a session',
    expected: { key: 'in-environment', token: 'of-a-session' },
    environment: () => ({
      AWS_ACCESS_KEY_ID: 'in-environment',
      AWS_SECRET_ACCESS_KEY: secret,
      AWS_SESSION_TOKEN: 'of-a-session',
    }),
  },
  {
    name: 'a file',
    expected: { key: 'in-file' },
    environment: (folder) => ({ AWS_SHARED_CREDENTIALS_FILE: path.join(folder, 'credentials') }),
    files: {
      credentials: `[default]\naws_access_key_id = in-file\naws_secret_access_key = ${secret}\n`,
    },
  },
  {
    name: 'a profile of a file',
    expected: { key: 'in-profile', token: 'of-a-profile' },
    environment: (folder) => ({
      AWS_SHARED_CREDENTIALS_FILE: path.join(folder, 'credentials'),
      AWS_PROFILE: 'objects',
    }),
    files: {
      credentials: [
        `[default]\naws_access_key_id = in-file\naws_secret_access_key = ${secret}`,
        `[objects]\naws_access_key_id = in-profile\naws_secret_access_key = ${secret}`,
        'aws_session_token = of-a-profile\n',
      ].join('\n'),
    },
  },
  {
    name: 'the role of a machine',
    expected: { key: 'of-a-machine', token: 'of-a-role' },
    environment: (_folder, url) => ({
      AWS_EC2_METADATA_DISABLED: 'false',
      AWS_EC2_METADATA_SERVICE_ENDPOINT: url,
    }),
  },
  {
    name: 'the role of a container',
    expected: { key: 'of-a-container', token: 'of-a-role' },
    environment: (_folder, url) => ({ AWS_CONTAINER_CREDENTIALS_FULL_URI: `${url}/container` }),
  },
  {
    name: 'the role of a service account',
    expected: { key: 'of-an-account', token: 'of-a-role' },
    environment: (folder, url) => ({
      AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/objects',
      AWS_WEB_IDENTITY_TOKEN_FILE: path.join(folder, 'identity'),
      AWS_REGION: 'us-east-1',
      AWS_ENDPOINT_URL_STS: url,
    }),
    files: { identity: 'who I am' },
  },
];

for (const { name, expected, environment, files = {} } of ways)
  test(`requests are signed with credentials from ${name}`, async (t) => {
    const server = await openServer(t, () => ({ ...expected, minutes: 60 }));
    const folder = mkdtempSync(path.join(tmpdir(), 'baraza-credentials-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
    replaceEnvironment(t, environment(folder, server.url));
    const { blobs, close } = openS3BlobsAt(server.address);
    t.after(close);
    assert.equal(await blobs.owner(), undefined);
    assert.deepEqual(server.signedBy, [{ token: undefined, ...expected }]);
  });

test('credentials of a role are renewed before they expire', async (t) => {
  let given = 0;
  const server = await openServer(t, () => {
    given += 1;
    return { key: `key-${given}`, token: `token-${given}`, minutes: given === 1 ? 1 : 60 };
  });
  replaceEnvironment(t, { AWS_CONTAINER_CREDENTIALS_FULL_URI: `${server.url}/container` });
  const { blobs, close } = openS3BlobsAt(server.address);
  t.after(close);
  for (let n = 0; n < 4; n += 1) await blobs.owner();
  assert.equal(given, 2);
  assert.deepEqual(server.signedBy.at(-1), { key: 'key-2', token: 'token-2' });
});

/** An S3 server without objects, which is also every service that gives out credentials. */
async function openServer(t: TestContext, give: () => Credentials & { readonly minutes: number }) {
  const signedBy: Credentials[] = [];
  const server = createServer((request, response) => {
    request.resume();
    const { headers, url = '' } = request;
    if (url.startsWith('/bucket/')) {
      signedBy.push(credentialsOf(headers));
      response.writeHead(404).end();
    } else giveCredentials(request, response, give);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, address: `s3://bucket?endpoint=${encodeURIComponent(url)}`, signedBy };
}

// A token that is sent without being signed is refused by Amazon.
function credentialsOf({ authorization = '', ...headers }: IncomingHttpHeaders): Credentials {
  const [, key = ''] = /Credential=([^/]+)\//.exec(authorization) ?? [];
  const token = headers['x-amz-security-token'];
  const isSigned = /SignedHeaders=[^,]*x-amz-security-token/.test(authorization);
  return { key, token: isSigned && typeof token === 'string' ? token : undefined };
}

function giveCredentials(
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
  give: () => Credentials & { readonly minutes: number },
): void {
  if (method === 'PUT') return void response.end('a token of the metadata service');
  if (url.endsWith('/security-credentials/')) return void response.end('objects');
  const { key, token = '', minutes } = give();
  const expires = new Date(Date.now() + minutes * 60_000).toISOString();
  if (method === 'POST')
    response
      .setHeader('content-type', 'text/xml')
      .end(
        '<AssumeRoleWithWebIdentityResponse><AssumeRoleWithWebIdentityResult><Credentials>' +
          `<AccessKeyId>${key}</AccessKeyId><SecretAccessKey>${secret}</SecretAccessKey>` +
          `<SessionToken>${token}</SessionToken><Expiration>${expires}</Expiration>` +
          '</Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>',
      );
  else
    response.end(
      JSON.stringify({
        Code: 'Success',
        AccessKeyId: key,
        SecretAccessKey: secret,
        Token: token,
        Expiration: expires,
      }),
    );
}

/** Without what this machine may have; put back after the test. */
function replaceEnvironment(
  t: TestContext,
  environment: { readonly [name: string]: string },
): void {
  const before = Object.entries(process.env).filter(([name]) => name.startsWith('AWS_'));
  const clear = () => {
    for (const name of Object.keys(process.env))
      if (name.startsWith('AWS_')) delete process.env[name];
  };
  clear();
  Object.assign(process.env, {
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_SHARED_CREDENTIALS_FILE: path.join(tmpdir(), 'no-credentials'),
    AWS_CONFIG_FILE: path.join(tmpdir(), 'no-configuration'),
    ...environment,
  });
  t.after(() => {
    clear();
    Object.assign(process.env, Object.fromEntries(before));
  });
}
