/** Two server processes with a shared database and bucket, each with fixed ports. */
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { callControl } from '../../packages/server/src/control/control.ts';
import { openFakeS3 } from '../../packages/server/test/fakes/s3-server.ts';
import {
  type Environment,
  type ServerProcess,
  startProcess,
} from '../../packages/server/test/fixtures/server-process.ts';
import { createDatabase } from '../../packages/server/test/postgres/server.ts';
import { freePort } from './proxies.ts';

export interface TwoProcesses {
  readonly platformPorts: readonly number[];
  readonly sitePorts: readonly number[];
  /** The credentials file of the first start. */
  readonly bootstrapFile: string;
  readonly credential: string;
  /** Runs an operator command through the control socket of the first. */
  readonly command: (name: string, input: object) => Promise<unknown>;
  /** Ends a process with SIGKILL. */
  readonly kill: (index: number) => Promise<void>;
  /** Starts a killed process again. */
  readonly revive: (index: number) => Promise<void>;
  /** Stops a process with SIGTERM and starts it again on the same ports. */
  readonly restart: (index: number) => Promise<void>;
}

export async function startTwo(
  context: { readonly after: (stop: () => unknown) => void; readonly folder: () => string },
  urls: { readonly platformUrl: string; readonly siteUrl: string },
  environment: Environment = { BARAZA_ENCODER: '0' },
): Promise<TwoProcesses> {
  const pepper = path.join(context.folder(), 'pepper');
  writeFileSync(pepper, randomBytes(32).toString('base64url'), { mode: 0o600 });
  const database = await createDatabase();
  const objects = await openFakeS3();
  context.after(objects.close);
  const places = await Promise.all(
    [0, 1].map(async () => ({
      folder: context.folder(),
      platformPort: await freePort(),
      sitePort: await freePort(),
    })),
  );
  const start = ({ folder, platformPort, sitePort }: (typeof places)[number]) =>
    startProcess({ after: context.after as never }, folder, {
      DATABASE_URL: database,
      ...objects.environment,
      BARAZA_PEPPER_FILE: pepper,
      BARAZA_PLATFORM_PORT: String(platformPort),
      BARAZA_SITE_PORT: String(sitePort),
      BARAZA_PUBLIC_PLATFORM_URL: urls.platformUrl,
      BARAZA_PUBLIC_SITE_URL: urls.siteUrl,
      BARAZA_TRUST_PROXY: '1',
      ...environment,
    });
  const running: ServerProcess[] = [];
  const revive = async (index: number) => {
    const place = places[index];
    if (place === undefined) throw new Error(`there is no process ${index}`);
    running[index] = await start(place);
  };
  for (const place of places) running.push(await start(place));
  const bootstrapFile = path.join(places[0]?.folder ?? '', 'bootstrap.json');
  const { site } = JSON.parse(readFileSync(bootstrapFile, 'utf8')) as {
    readonly site: { readonly owner_key: string };
  };
  return {
    platformPorts: places.map(({ platformPort }) => platformPort),
    sitePorts: places.map(({ sitePort }) => sitePort),
    bootstrapFile,
    credential: site.owner_key,
    command: async (name, input) => {
      const answer = await callControl(running[0]?.run.socket ?? '', { name, input });
      if (answer === undefined) throw new Error(`no server answered ${name}`);
      return answer.value;
    },
    kill: async (index) => void (await running[index]?.end('SIGKILL')),
    revive,
    restart: async (index) => {
      const { code, stderr } = (await running[index]?.end('SIGTERM')) ?? {};
      if (code !== 0) throw new Error(`a process ended with ${code}: ${stderr}`);
      await revive(index);
    },
  };
}
