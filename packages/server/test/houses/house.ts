import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createKey, revokeKey } from '../../src/access/keys.ts';
import { createMac } from '../../src/access/mac.ts';
import { createOwner } from '../../src/access/owners.ts';
import { createSeal } from '../../src/access/seal.ts';
import { assemble, type Installation } from '../../src/assemble.ts';
import { listen } from '../../src/cli/serve/listen.ts';
import { readConfig } from '../../src/config.ts';
import { createLocalEngine } from '../../src/engine/local.ts';
import type { EngineModels } from '../../src/engine/work.ts';
import { type Log, silentLog } from '../../src/kernel/log.ts';
import { createGenerations, type GenerationTimes } from '../../src/platform/ai/generations.ts';
import { createChanges } from '../../src/platform/changes.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { createRecordUpkeep } from '../../src/platform/records/record-upkeep.ts';
import type { PlatformRoute } from '../../src/platform/route.ts';
import { platformRoutes } from '../../src/platform/routes.ts';
import { createPlatformService } from '../../src/platform/service.ts';
import type { Engine } from '../../src/store/store.ts';
import { createMigratedDatabase } from '../postgres/server.ts';

export const engines: readonly Engine[] = ['sqlite', 'postgres'];

/** A whole platform on real engines and a real port, with a clock that tests can move. */
export interface House {
  readonly engine: Engine;
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  readonly installation: Installation;
  readonly platform: Platform;
  readonly routes: readonly PlatformRoute[];
  readonly clock: {
    advance: (ms: number) => void;
    /** From now on only `advance` moves it: what is due in seconds is not due because a machine is slow. */
    stop: () => void;
  };
  readonly newOwner: () => Promise<Owner>;
  readonly revoke: (keyId: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

export interface Owner {
  readonly id: string;
  /** A key with every scope. */
  readonly key: string;
  readonly newKey: (
    scopes: readonly string[],
    expiresInMs?: number | null,
    /** The ids that it is for; without them, all. */
    resources?: readonly string[],
  ) => Promise<{ readonly id: string; readonly key: string }>;
}

export async function openHouse(
  engine: Engine,
  options: {
    readonly environment?: { readonly [name: string]: string };
    readonly log?: Log;
    readonly loadLanguageModel?: Platform['loadLanguageModel'];
    /** Without it only exact wordings and fields answer, which is enough for most rules of the platform. */
    readonly read?: EngineModels['read'];
    readonly generationTimes?: Partial<GenerationTimes>;
  } = {},
): Promise<House> {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-test-'));
  const config = readConfig({
    BARAZA_DATA: folder,
    ...(engine === 'postgres' ? { DATABASE_URL: await createMigratedDatabase() } : {}),
    ...options.environment,
  });
  let aheadMs = 0;
  let stoppedMs: number | undefined;
  const clock = () => (stoppedMs ?? Date.now()) + aheadMs;
  const log = options.log ?? silentLog;
  const installation = await assemble(config, log, clock);
  const platform: Platform = {
    store: installation.store,
    blobs: await installation.openBlobs(),
    clock,
    makeId: installation.makeId,
    log,
    changes: createChanges(),
    recordUpkeep: createRecordUpkeep({ store: installation.store, log }),
    loadLanguageModel: options.loadLanguageModel ?? installation.loadLanguageModel,
    engine: createLocalEngine({ read: options.read }),
    generations: createGenerations(options.generationTimes),
    seal: createSeal(installation.keyring.pepper),
    mac: createMac(installation.keyring.pepper),
    proxyHops: config.proxyHops,
    ownerBytesMax: config.ownerBytesMax,
    recordsMax: config.recordsMax,
    version: '0.0.0-test',
    startedAtMs: clock(),
  };
  const app = createPlatformService({
    keyring: installation.keyring,
    platform,
    origins: config.platformOrigins,
    publicUrl: () => 'http://platform.test',
    isDraining: () => false,
    metricsOpen: config.metricsOpen,
  });
  const service = await listen(app, '127.0.0.1', 0, 'BARAZA_PLATFORM_PORT');
  let owners = 0;
  return {
    engine,
    url: service.url,
    port: service.port,
    folder,
    installation,
    platform,
    routes: platformRoutes(platform, () => 'http://platform.test'),
    clock: {
      advance: (ms) => {
        aheadMs += ms;
      },
      stop: () => {
        stoppedMs ??= Date.now();
      },
    },
    newOwner: async () => {
      owners += 1;
      const { keyring } = installation;
      const owner = await createOwner(keyring, `owner ${owners}`);
      const newKey: Owner['newKey'] = (scopes, expiresInMs = null, only = undefined) =>
        createKey(keyring, {
          owner: owner.id,
          name: 'test key',
          scopes,
          expiresInMs,
          resources: only,
        });
      return { id: owner.id, key: (await newKey(['*'])).key, newKey };
    },
    revoke: (keyId) => revokeKey(installation.keyring, keyId),
    close: async () => {
      platform.changes.close();
      await service.close();
      await platform.recordUpkeep.stop();
      await installation.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely; schemas are checked by their own test.
  readonly json: any;
}

/** One request as a caller makes it; a body that is no text or bytes goes as JSON. */
export async function ask(
  house: Pick<House, 'url'>,
  method: string,
  target: string,
  options: {
    readonly key?: string | undefined;
    readonly body?: unknown;
    readonly headers?: { readonly [name: string]: string };
  } = {},
): Promise<Reply> {
  const { key, body } = options;
  const raw =
    body === undefined ||
    typeof body === 'string' ||
    body instanceof Uint8Array ||
    body instanceof FormData;
  const response = await fetch(`${house.url}${target}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(raw ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body: (raw ? body : JSON.stringify(body)) as BodyInit }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

export function form(
  file: { readonly bytes: string | Uint8Array; readonly name?: string; readonly type?: string },
  fields: { readonly [name: string]: string } = {},
): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  const blob = new Blob(
    [file.bytes as BlobPart],
    file.type === undefined ? {} : { type: file.type },
  );
  data.append('file', blob, file.name ?? 'file.txt');
  return data;
}

export const resources = '/api/platform/resources';
export const storage = '/api/platform/storage';

/** A new resource of a service, with the kind that the console offers for it. */
export async function newResource(
  house: House,
  key: string,
  service: string,
  config: object = {},
): Promise<{ readonly id: string; readonly [field: string]: unknown }> {
  const kinds: { readonly [service: string]: string } = {
    data: 'Collection',
    storage: 'Bucket',
    ai: 'Assistant',
    dev: 'Project',
    connect: 'Form',
    work: 'Task',
  };
  const made = await ask(house, 'POST', resources, {
    key,
    body: { service, kind: kinds[service], name: `a ${service} resource`, config },
  });
  if (made.status !== 201) throw new Error(`not created: ${made.status} ${made.text}`);
  return made.json;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
