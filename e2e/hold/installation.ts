/** A server process with the credentials of its first start, and helpers for commands and requests. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { callControl } from '../../packages/server/src/control/control.ts';
import { ask, type Reply, resources } from '../../packages/server/test/fixtures/server.ts';
import {
  type Environment,
  type ServerProcess,
  startProcess,
} from '../../packages/server/test/fixtures/server-process.ts';

export interface StartOptions {
  readonly folder?: string;
  readonly environment?: Environment;
  /** A command prefix, such as `prlimit`. */
  readonly wrapper?: readonly string[];
}

export interface SiteOwner {
  readonly id: string;
  /** A platform key with every scope. */
  readonly key: string;
  readonly keyId: string;
  /** An owner credential (`osk_…`). */
  readonly credential: string;
}

export interface Installation extends ServerProcess {
  readonly sitePort: number;
  /** The key with every scope, created by the first start. */
  readonly key: string;
  /** The credential of the first owner, for sites. */
  readonly credential: string;
  /** Runs an operator command through the control socket, like the command line. */
  // biome-ignore lint/suspicious/noExplicitAny: results of commands are untyped.
  readonly command: (name: string, input?: object) => Promise<any>;
  readonly newOwner: (name: string) => Promise<SiteOwner>;
  readonly newResource: (service: string, config?: object, key?: string) => Promise<string>;
  readonly newSite: (slug: string, profile?: object, credential?: string) => Promise<string>;
  readonly platform: (method: string, target: string, options?: Asked) => Promise<Reply>;
  readonly visit: (method: string, target: string, options?: Asked) => Promise<Reply>;
  /** Log lines with a stack trace. */
  readonly stacks: () => readonly string[];
}

type Asked = NonNullable<Parameters<typeof ask>[3]>;

export async function startInstallation(
  t: { readonly after: (stop: () => unknown) => void },
  { folder = '', environment = {}, wrapper = [] }: StartOptions,
): Promise<Installation> {
  const server = await startProcess({ after: t.after as never }, folder, environment, wrapper);
  const bootstrap = JSON.parse(readFileSync(path.join(folder, 'bootstrap.json'), 'utf8')) as {
    readonly platform: { readonly key: string };
    readonly site: { readonly owner_key: string };
  };
  const { key } = bootstrap.platform;
  const credential = bootstrap.site.owner_key;
  const command = async (name: string, input: object = {}) => {
    const answer = await callControl(server.run.socket, { name, input });
    if (answer === undefined) throw new Error(`no server answered ${name}`);
    return answer.value;
  };
  const platform: Installation['platform'] = (method, target, options) =>
    ask(server, method, target, { key, ...options });
  const visit: Installation['visit'] = (method, target, options) =>
    ask(server.site, method, target, options);
  return {
    ...server,
    sitePort: Number(new URL(server.site.url).port),
    key,
    credential,
    command: command as Installation['command'],
    newOwner: async (name) => {
      const { id } = (await command('owners create', { name })) as { id: string };
      const given = { owner: id, name: 'hold', scopes: ['*'], expiresInMs: null };
      const issued = (await command('keys create', given)) as { id: string; key: string };
      const owner = (await command('owners key', { owner: id })) as { key: string };
      return { id, key: issued.key, keyId: issued.id, credential: owner.key };
    },
    newResource: async (service, config = {}, as = key) => {
      const body = { service, kind: kinds[service] ?? 'Kind', name: `a ${service}`, config };
      const reply = await platform('POST', resources, { key: as, body });
      return created(reply).id;
    },
    newSite: async (slug, profile = {}, as = credential) => {
      const body = { id: slug, profile };
      return created(await visit('POST', '/v1/admin/sites', { key: as, body })).site.key;
    },
    platform,
    visit,
    stacks: () =>
      server
        .stderr()
        .split('\n')
        .filter((line) => /\\n\s+at |^\s+at .*:\d+:\d+/.test(line)),
  };
}

const kinds: { readonly [service: string]: string } = {
  data: 'Collection',
  storage: 'Bucket',
  ai: 'Assistant',
  dev: 'Project',
  connect: 'Form',
  work: 'Task',
};

function created({ status, text, json }: Reply) {
  if (status !== 201) throw new Error(`not created: ${status} ${text.slice(0, 300)}`);
  return json;
}
