/** Several servers on one PostgreSQL, each a process with a data folder of its own. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { callControl } from '../../src/control/control.ts';
import { openFakeS3 } from '../fakes/s3-server.ts';
import {
  type Environment,
  newPepper,
  type ServerProcess,
  startProcess,
  temporaryFolder,
} from '../fixtures/server-process.ts';

type Scope = Parameters<typeof startProcess>[0];

export interface SeveralServers {
  readonly servers: readonly ServerProcess[];
  /** The platform key and the owner's credential of the first start. */
  readonly key: string;
  readonly credential: string;
  /** A command through the local socket of one of them. */
  // biome-ignore lint/suspicious/noExplicitAny: what a command answers is looked into freely.
  readonly command: (at: number, name: string, input?: object) => Promise<any>;
}

/** The settings by which servers share a database, a bucket and a pepper. */
export async function shareOf(t: Scope, databaseUrl: string) {
  const objects = await openFakeS3();
  t.after(objects.close);
  return {
    ...objects.environment,
    DATABASE_URL: databaseUrl,
    BARAZA_PEPPER_FILE: newPepper(t),
    BARAZA_ENCODER: '0',
  };
}

export async function startSeveral(
  t: Scope,
  count: number,
  databaseUrl: string,
  environment: Environment = {},
): Promise<SeveralServers> {
  const all = { ...(await shareOf(t, databaseUrl)), ...environment };
  const servers = await Promise.all(
    Array.from({ length: count }, () => startProcess(t, temporaryFolder(t), all)),
  );
  const files = servers.map(({ folder }) => path.join(folder, 'bootstrap.json'));
  const made = JSON.parse(readFileSync(files.find(existsSync) ?? '', 'utf8')) as {
    readonly platform: { readonly key: string };
    readonly site: { readonly owner_key: string };
  };
  return {
    servers,
    key: made.platform.key,
    credential: made.site.owner_key,
    command: async (at, name, input = {}) => {
      const socket = servers[at]?.run.socket ?? '';
      const answer = await callControl(socket, { name, input });
      if (answer === undefined) throw new Error(`no server answered ${name}`);
      return answer.value;
    },
  };
}
