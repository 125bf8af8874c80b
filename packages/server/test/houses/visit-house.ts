import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SiteFeature } from '@baraza/contract';
import { createOwnerCredential } from '../../src/access/keys.ts';
import { createOwner } from '../../src/access/owners.ts';
import { assemble, type Installation } from '../../src/assemble.ts';
import { listen } from '../../src/cli/serve/listen.ts';
import { readConfig } from '../../src/config.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { createLocalEngine } from '../../src/engine/local.ts';
import { vectorsOfServer } from '../../src/engine/models/server-vectors.ts';
import type { EngineModels } from '../../src/engine/work.ts';
import { type Log, silentLog } from '../../src/kernel/log.ts';
import { defaultPlans, type Plans } from '../../src/limits/plans.ts';
import type { Encoder, LanguageModel } from '../../src/models/models.ts';
import { type AskTimes, createAsks } from '../../src/site/asks/asks.ts';
import type { ModelExam } from '../../src/site/asks/model-exam.ts';
import { createWriter, noWriter, type WritingTimes } from '../../src/site/asks/written-answer.ts';
import type { Assistant } from '../../src/site/assistant.ts';
import { createAssistant } from '../../src/site/create-assistant.ts';
import { createSessionRegistry } from '../../src/site/live/session-registry.ts';
import { createSiteService } from '../../src/site/service.ts';
import { createSite } from '../../src/site/sites/sites.ts';
import type { SpeechEngines } from '../../src/speech/speech.ts';
import type { Store, Engine as StoreEngine } from '../../src/store/store.ts';
import type { Time } from '../../src/voice/time.ts';
import { createMigratedDatabase } from '../postgres/server.ts';
import { ask as call, type Reply } from './house.ts';

/** A whole site assistant on real engines and a real port, with a clock that tests can move. */
export interface SiteHouse {
  readonly url: string;
  readonly port: number;
  readonly databaseUrl: string | undefined;
  readonly installation: Installation;
  readonly assistant: Assistant;
  readonly clock: { readonly advance: (ms: number) => void };
  readonly newOwner: () => Promise<SiteOwner>;
  readonly close: () => Promise<void>;
}

export interface SiteOwner {
  readonly id: string;
  /** An owner's credential. */
  readonly key: string;
  /** A site with this profile; its name is made up where none is given. */
  readonly newSite: (profile?: object, plan?: string) => Promise<string>;
}

export interface SiteHouseOptions {
  readonly plans?: Plans;
  /** Instead of the one that is made of encoder and reader. */
  readonly engine?: Engine;
  readonly times?: Partial<AskTimes>;
  readonly log?: Log;
  /** Puts something between the rules and the store. */
  readonly store?: (store: Store) => Store;
  readonly proxyHops?: number;
  readonly encoder?: Encoder;
  readonly read?: EngineModels['read'];
  readonly model?: LanguageModel;
  readonly writingTimes?: Partial<WritingTimes>;
  /** Without it, the model's word on what answers counts. */
  readonly exam?: Pick<ModelExam, 'hasPassed'>;
  readonly contextTokens?: number;
  /** What hears and speaks; without it, nothing does. */
  readonly voice?: SpeechEngines;
  /** That of live sessions. */
  readonly time?: Time;
  readonly off?: readonly SiteFeature[];
  /** That of another house, to be a second process on its store. */
  readonly beside?: SiteHouse;
}

export async function openSiteHouse(
  engine: StoreEngine,
  options: SiteHouseOptions = {},
): Promise<SiteHouse> {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-site-'));
  const databaseUrl =
    engine === 'postgres'
      ? (options.beside?.databaseUrl ?? (await createMigratedDatabase()))
      : undefined;
  const config = readConfig({
    BARAZA_DATA: folder,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  });
  let aheadMs = 0;
  const clock = () => Date.now() + aheadMs;
  const log = options.log ?? silentLog;
  const installation = await assemble(
    { ...config, pepperFile: options.beside?.installation.paths.pepper ?? config.pepperFile },
    log,
    clock,
  );
  const { makeId, keyring } = installation;
  const store = options.store?.(installation.store) ?? installation.store;
  const { encoder, read, model, writingTimes: times = {} } = options;
  const answering =
    options.engine ?? createLocalEngine({ vectors: encoder && vectorsOfServer(encoder), read });
  const assistant: Assistant = {
    ...createAssistant({
      store,
      clock,
      makeId,
      log,
      pepper: keyring.pepper,
      plans: { ...defaultPlans, ...options.plans },
      planOfNew: 'local',
      off: new Set(options.off ?? []),
      proxyHops: options.proxyHops ?? 0,
      publicUrl: () => 'https://assistant.test',
      version: '0.0.0-test',
      startedAtMs: clock(),
      engine: answering,
      ...(options.voice === undefined ? {} : { voice: options.voice }),
    }),
    asks: createAsks(undefined, options.times),
    live: createSessionRegistry(options.time),
    writer: model
      ? createWriter({
          log,
          clock,
          loadLanguageModel: async () => model,
          contextTokens: options.contextTokens ?? 6_000,
          ...(options.exam === undefined ? {} : { exam: options.exam }),
          times,
        })
      : noWriter,
  };
  const app = createSiteService({
    keyring,
    assistant,
    isDraining: () => false,
    metricsOpen: false,
  });
  const service = await listen(app, '127.0.0.1', 0, 'BARAZA_SITE_PORT');
  let count = 0;
  return {
    url: service.url,
    port: service.port,
    databaseUrl,
    installation,
    assistant,
    clock: {
      advance: (ms) => {
        aheadMs += ms;
      },
    },
    newOwner: async () => {
      count += 1;
      const owner = await createOwner(keyring, `owner ${count}`);
      const { key } = await createOwnerCredential(keyring, owner.id);
      return {
        id: owner.id,
        key,
        newSite: async (profile = {}, plan = 'local') => {
          count += 1;
          const id = `site-${count}`;
          await store.write((tx) =>
            createSite(assistant, tx, owner.id, { id, plan, profile: profile as never }),
          );
          return id;
        },
      };
    },
    close: async () => {
      await assistant.live.drain();
      await assistant.vectors.stop();
      await answering.close();
      await service.close();
      await installation.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface Told {
  readonly response: Reply;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: events are looked into freely; schemas are checked by their own test.
  readonly events: readonly any[];
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly done: any;
}

/** Asks a site as a widget does and reads the stream to its end. */
export async function askSite(
  house: Pick<SiteHouse, 'url'>,
  site: string,
  body: object | string,
  headers: { readonly [name: string]: string } = {},
): Promise<Told> {
  const response = await call(house, 'POST', `/v1/sites/${site}/ask`, {
    body: typeof body === 'string' ? { question: body } : body,
    headers,
  });
  const events = eventsIn(response.text);
  return {
    response,
    events,
    text: events
      .filter(({ type }) => type === 'token')
      .map(({ text }) => text)
      .join(''),
    done: events.find(({ type }) => type === 'done'),
  };
}

/** A reader of the tests' own: every line of the stream is a JSON object, a comment or empty. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
export function eventsIn(text: string): any[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)));
}

/** A call with an owner's credential. */
export function asOwner(
  house: Pick<SiteHouse, 'url'>,
  owner: Pick<SiteOwner, 'key'>,
  method: string,
  target: string,
  body?: object,
): Promise<Reply> {
  return call(house, method, `/v1/admin/sites/${target}`, {
    key: owner.key,
    ...(body === undefined ? {} : { body }),
  });
}

export const shop = {
  name: 'Amani',
  business: 'Duka la Amani',
  whatsapp: '+254 700 000 001',
  languages: ['en', 'sw'],
  faqs: [
    {
      id: 'delivery',
      question: 'Do you deliver?',
      answer: 'Yes, we deliver in Nairobi for 200 shillings.',
      language: 'en',
    },
    {
      id: 'malipo',
      question: 'Mnakubali M-Pesa?',
      answer: 'Ndiyo, tunakubali M-Pesa kwa nambari ya till 12345.',
      language: 'sw',
    },
  ],
};
