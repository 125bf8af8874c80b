/** The operator commands; they work the same with and without a running server. */

import type { Keyring } from '../../access/keys.ts';
import { ownerOperations } from '../../access/owner-operations.ts';
import { createSeal } from '../../access/seal.ts';
import type { Installation } from '../../assemble.ts';
import type { Blobs } from '../../blobs/blobs.ts';
import type { Config } from '../../config.ts';
import { consoleOperations, type InviteDesk } from '../../console/invite.ts';
import { dataPaths, readJsonFile } from '../../data-folder.ts';
import type { GrantDesk } from '../../nodes/grants.ts';
import { nodeOperations } from '../../nodes/node-operations.ts';
import { programVersion } from '../../program.ts';
import type { Assistant } from '../../site/assistant.ts';
import type { contentOperations } from '../../site/sites/content-operations.ts';
import { siteOperations } from '../../site/sites/site-operations.ts';
import { localUrl } from '../serve/listen.ts';
import type { DeletionContext, deletions } from './deletions.ts';

type AdminContext = Keyring & DeletionContext & GrantDesk & InviteDesk;

/** What a running server brings; without one, commands make their own. */
export interface RunningParts {
  readonly blobs: Blobs;
  /** Undefined where it does not serve sites. */
  readonly assistant: Assistant | undefined;
}

export function adminContextOf(installation: Installation, running?: RunningParts): AdminContext {
  const { keyring, plans, config, log } = installation;
  return {
    log,
    blobs: async () => running?.blobs ?? installation.openBlobs(),
    assistant: async () => running?.assistant ?? (await assistantOf(installation)),
    ...keyring,
    plans,
    planOfNew: config.plan,
    seal: createSeal(keyring.pepper),
    role: config.role,
    siteUrl: () => siteUrlOf(config),
    consoleUrl: () => consoleUrlOf(config),
  };
}

/** An assistant on the store alone; its engine starts with the first question. */
async function assistantOf(installation: Installation): Promise<Assistant> {
  const { config, keyring, store, clock, makeId, log, plans } = installation;
  const { createAssistant } = await import('../../site/create-assistant.ts');
  return createAssistant({
    store,
    clock,
    makeId,
    log,
    plans,
    pepper: keyring.pepper,
    planOfNew: config.plan,
    off: config.off,
    proxyHops: config.proxyHops,
    publicUrl: () => siteUrlOf(config),
    version: programVersion,
    engine: installation.engine,
  });
}

/** Where visitors reach the site assistant of these settings. */
export function siteUrlOf(config: Config): string {
  return (
    config.publicSiteUrl ?? runningAt(config)?.site?.url ?? localUrl(config.host, config.sitePort)
  );
}

/** Where people reach the platform, which serves the console. */
function consoleUrlOf(config: Config): string {
  return (
    config.publicPlatformUrl ??
    runningAt(config)?.platform?.url ??
    localUrl(config.host, config.platformPort)
  );
}

// A port chosen at the start (setting 0) is written only there.
function runningAt({ dataFolder }: Config) {
  type At = { readonly [service in 'platform' | 'site']?: { readonly url: string } };
  return readJsonFile<At>(dataPaths(dataFolder).run);
}

const operations = {
  ...ownerOperations,
  ...siteOperations,
  ...nodeOperations,
  ...consoleOperations,
} as const;

const loadContent = async () =>
  (await import('../../site/sites/content-operations.ts')).contentOperations;
const loadDeletions = async () => (await import('./deletions.ts')).deletions;

type LateOperations = typeof contentOperations & typeof deletions;

/** Loaded when they are called: the engine that they need would slow every other command down. */
const late: { readonly [name in keyof LateOperations]: () => Promise<object> } = {
  'sites profile get': loadContent,
  'sites profile set': loadContent,
  'sites profile patch': loadContent,
  'sites questions': loadContent,
  'sites teach': loadContent,
  'sites leads': loadContent,
  'sites delete': loadDeletions,
  'owners delete': loadDeletions,
};

type Operations = typeof operations & LateOperations;
export type OperationName = keyof Operations;
export type OperationInput<Name extends OperationName> = Parameters<Operations[Name]>[1];
export type OperationResult<Name extends OperationName> = Awaited<ReturnType<Operations[Name]>>;

export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(operations, name) || Object.hasOwn(late, name);
}

export async function performOperation(
  context: AdminContext,
  name: OperationName,
  input: unknown,
): Promise<unknown> {
  const known: object = name in late ? await late[name as keyof LateOperations]() : operations;
  const run = (known as { readonly [name: string]: unknown })[name] as (
    context: AdminContext,
    given: unknown,
  ) => Promise<unknown>;
  return run(context, input);
}
