/** A package registry on a loopback address, with packages that the test makes. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

export interface PackageFiles {
  readonly [file: string]: string | Uint8Array;
}

/** What the registry does with a package instead of sending it. */
type Fault = 'changed' | 'cut off' | 'held';

export interface RegistryPackage {
  readonly version: string;
  readonly integrity: string;
}

const version = '1.0.0';

export async function openRegistry(
  t: { readonly after: (end: () => Promise<void>) => unknown },
  packages: { readonly [name: string]: PackageFiles },
) {
  const tarballs = new Map(
    Object.entries(packages).map(([name, files]) => [name, tarballOf(name, files)]),
  );
  const faults = new Map<string, Fault>();
  const downloads: string[] = [];
  const server = createServer((request, response) => {
    const [, name = '', isTarball] =
      /^\/((?:@[^/]+\/)?[^/]+)(\/-\/)?/.exec(decodeURIComponent(request.url ?? '')) ?? [];
    const tarball = tarballs.get(name);
    if (tarball === undefined) {
      response.writeHead(404).end('{"error":"not found"}');
      return;
    }
    if (isTarball === undefined) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(packument(name, tarball, url())));
      return;
    }
    downloads.push(name);
    sendTarball(response, tarball, faults.get(name));
  });
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return {
    url: url(),
    /** Each download that was asked for. */
    downloads,
    faults,
    /** As a lockfile records them. */
    recorded: Object.fromEntries(
      [...tarballs].map(([name, tarball]) => [name, { version, integrity: digestOf(tarball) }]),
    ) satisfies { readonly [name: string]: RegistryPackage },
    /** Cuts off whoever downloads now. */
    cut: () => server.closeAllConnections(),
  };
}

function sendTarball(response: ServerResponse, tarball: Buffer, fault: Fault | undefined): void {
  response.setHeader('content-type', 'application/octet-stream');
  const sent = fault === 'changed' ? tarballOf('changed', {}) : tarball;
  response.setHeader('content-length', sent.length);
  const half = tarball.subarray(0, tarball.length >> 1);
  if (fault === 'held') response.write(half);
  else if (fault === 'cut off') response.write(half, () => response.destroy());
  else response.end(sent);
}

function packument(name: string, tarball: Buffer, registry: string): object {
  const dist = {
    integrity: digestOf(tarball),
    tarball: `${registry}${name}/-/${name.split('/').at(-1)}-${version}.tgz`,
  };
  return {
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { name, version, dist } },
  };
}

function digestOf(bytes: Buffer): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}

function tarballOf(name: string, files: PackageFiles): Buffer {
  const all = { 'package.json': JSON.stringify({ name, version }), ...files };
  const entries = Object.entries(all).flatMap(([file, content]) => {
    const bytes = Buffer.from(content);
    const padding = Buffer.alloc((512 - (bytes.length % 512)) % 512);
    return [tarHeader(`package/${file}`, bytes.length), bytes, padding];
  });
  return gzipSync(Buffer.concat([...entries, Buffer.alloc(1024)]), { level: 1 });
}

function tarHeader(file: string, bytes: number): Buffer {
  const header = Buffer.alloc(512);
  header.write(file, 0);
  header.write('0000644\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('        0', 148);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}
