/** Runs the installed nginx or Caddy with the files of deploy/ in front of server processes. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { eventually } from '../../packages/server/test/fixtures/server-process.ts';

export type ProxyName = 'nginx' | 'caddy';

export interface Proxy {
  readonly platformUrl: string;
  readonly siteUrl: string;
  /** Starts forwarding to these ports. */
  readonly start: (upstreams: Upstreams) => Promise<void>;
  /** Its error output. */
  readonly errorOutput: () => string;
  /** Empty for Caddy, whose file turns no access log on. */
  readonly accessLog: () => string;
}

interface Upstreams {
  readonly platformPorts: readonly number[];
  readonly sitePorts: readonly number[];
}

interface Ports {
  readonly platform: number;
  readonly site: number;
}

const deploy = new URL('../../deploy/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, deploy), 'utf8');

/** A reason to skip, or false. */
export function noProxy(name: ProxyName): string | false {
  const { error } = spawnSync(name, [name === 'nginx' ? '-v' : 'version'], { stdio: 'ignore' });
  return error === undefined ? false : `there is no ${name}: apt-get install -y ${name}`;
}

/** Chooses the addresses before the start, because the servers behind the proxy need them. */
export async function prepareProxy(
  { after, folder }: { readonly after: (stop: () => unknown) => void; readonly folder: string },
  name: ProxyName,
): Promise<Proxy> {
  const ports: Ports = { platform: await freePort(), site: await freePort() };
  let errorOutput = '';
  return {
    platformUrl: `http://127.0.0.1:${ports.platform}`,
    siteUrl: `http://127.0.0.1:${ports.site}`,
    errorOutput: () => errorOutput,
    accessLog: () =>
      name === 'nginx' ? readFileSync(path.join(folder, 'access.log'), 'utf8') : '',
    start: async (upstreams) => {
      const words = name === 'nginx' ? writeNginx(folder, ports, upstreams) : writeCaddy(folder);
      const child = spawn(name, words, {
        cwd: folder,
        env: {
          ...process.env,
          ...caddyEnvironment(ports, upstreams),
          HOME: folder,
          XDG_DATA_HOME: folder,
          XDG_CONFIG_HOME: folder,
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      child.stderr.on('data', (text: Buffer) => {
        errorOutput += text.toString();
      });
      const ended = once(child, 'exit');
      after(async () => {
        child.kill('SIGTERM');
        await ended;
      });
      await eventually(() => acceptsConnections(ports.site), 20_000);
    },
  };
}

function writeNginx(folder: string, ports: Ports, upstreams: Upstreams): readonly string[] {
  mkdirSync(path.join(folder, 'snippets'));
  for (const name of ['baraza-server.conf', 'baraza-proxy.conf'])
    writeFileSync(path.join(folder, 'snippets', name), read(`nginx/${name}`));
  const listening = [ports.platform, ports.site];
  const servers = withUpstreams(read('nginx/baraza.conf'), upstreams)
    .replaceAll(/^.*ssl_certificate.*\n/gm, '')
    .replaceAll('listen 443 ssl;', () => `listen 127.0.0.1:${listening.shift()};`);
  writeFileSync(path.join(folder, 'baraza.conf'), servers);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ');
  // Adds the lines for many streams, as the comments of the file tell operators to do.
  const documented = [...read('nginx/baraza.conf').matchAll(/^# {3}(\w.*[;}])$/gm)].map(
    ([, line]) => line,
  );
  writeFileSync(
    path.join(folder, 'nginx.conf'),
    `daemon off; worker_processes 2; pid ${folder}/pid; error_log stderr warn;
${documented.join('\n')}
http { access_log ${folder}/access.log; ${temporary} include ${folder}/baraza.conf; }`,
  );
  return ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', 'stderr'];
}

function writeCaddy(folder: string): readonly string[] {
  const file = path.join(folder, 'Caddyfile');
  writeFileSync(file, `{\n\tauto_https off\n\tadmin off\n}\n\n${read('Caddyfile')}`);
  return ['run', '--config', file, '--adapter', 'caddyfile'];
}

function caddyEnvironment(ports: Ports, { platformPorts, sitePorts }: Upstreams) {
  const addresses = (all: readonly number[]) => all.map((port) => `127.0.0.1:${port}`).join(' ');
  return {
    PLATFORM_NAME: `http://127.0.0.1:${ports.platform}`,
    SITE_NAME: `http://127.0.0.1:${ports.site}`,
    PLATFORM_PROCESSES: addresses(platformPorts),
    SITE_PROCESSES: addresses(sitePorts),
  };
}

/** Replaces the ports in the file with those of the test. */
function withUpstreams(text: string, { platformPorts, sitePorts }: Upstreams): string {
  return text.replaceAll(/127\.0\.0\.1:(4[12])0([01])\b/g, (_, service: string, index: string) => {
    const ports = service === '41' ? platformPorts : sitePorts;
    return `127.0.0.1:${ports[Number(index)]}`;
  });
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { readonly port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
