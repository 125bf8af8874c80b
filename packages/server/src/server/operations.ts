/** The operator commands; they work the same with and without a running server. */

import type { Keyring } from '../access/keys.ts';
import { createSeal } from '../access/seal.ts';
import type { BackupOptions, Backups } from '../backup/backup.ts';
import { openErasures } from '../backup/erased-people.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { InviteContext } from '../console/invite.ts';
import { type ControlRequest, serveControl } from '../control/control.ts';
import type { DiskRoom } from '../kernel/disk/disk-room.ts';
import { invalid, unavailable } from '../kernel/problem.ts';
import type { PlanContext } from '../limits/plan-operations.ts';
import type { GrantContext } from '../nodes/grants.ts';
import { reasonOf } from '../setup/data-folder.ts';
import { programVersion } from '../setup/program.ts';
import type { Assistant } from '../site/assistant.ts';
import type { Installation } from './assemble.ts';
import type { DeletionContext } from './deletions.ts';
import { addressesOf } from './listen.ts';

type AdminContext = Keyring &
  DeletionContext &
  GrantContext &
  InviteContext &
  PlanContext & { readonly disk: Pick<DiskRoom, 'assertRoom'> };

/** What the command sends to a running server for a backup. */
export type BackupInput = Omit<BackupOptions, 'signal'>;

/** What a running server brings; without one, commands make their own. */
export interface RunningParts {
  readonly blobs: Blobs;
  /** Undefined if it does not serve sites. */
  readonly assistant: Assistant | undefined;
  /** Opens the speech engines whose packages have come. */
  readonly reloadSpeech?: (() => Promise<void>) | undefined;
}

export function adminContextOf(installation: Installation, running?: RunningParts): AdminContext {
  const { keyring, plans, planBook, config, log, disk } = installation;
  return {
    log,
    disk,
    blobs: async () => running?.blobs ?? installation.openBlobs(),
    assistant: async () => running?.assistant ?? (await assistantOf(installation)),
    ...keyring,
    plans,
    planBook,
    planOfNew: config.plan,
    seal: createSeal(keyring.pepper),
    role: config.role,
    siteUrl: () => addressesOf(config).site.public(),
    consoleUrl: () => addressesOf(config).platform.public(),
  };
}

/** An assistant on the store alone; its engine starts with the first question. */
async function assistantOf(installation: Installation): Promise<Assistant> {
  const { createAssistant } = await import('../site/create-assistant.ts');
  const publicUrl = () => addressesOf(installation.config).site.public();
  return createAssistant({ ...assistantParts(installation), publicUrl });
}

/** What every assistant takes from its installation. */
export function assistantParts(installation: Installation) {
  const { store, clock, makeId, log, plans, engine, channels, config, keyring, paths, disk } =
    installation;
  const { plan: planOfNew, off, proxyHops, ownerBytesMax } = config;
  const { pepper } = keyring;
  const erasures = openErasures(paths.erased, pepper, clock);
  const own = { store, clock, makeId, log, disk, plans, engine, channels, pepper, erasures };
  return { ...own, planOfNew, off, proxyHops, ownerBytesMax, version: programVersion };
}

/** Loaded when one of them is called; on many servers none ever is. */
const loadQuickOperations = async () => ({
  ...(await import('../access/owner-operations.ts')).ownerOperations,
  ...(await import('../site/sites/site-operations.ts')).siteOperations,
  ...(await import('../limits/plan-operations.ts')).planOperations,
  ...(await import('../nodes/grants.ts')).nodeOperations,
  ...(await import('../console/invite.ts')).consoleOperations,
});

/** The engine that they need would slow every other command down. */
const loadSlowOperations = async () => ({
  ...(await import('../site/sites/content-operations.ts')).contentOperations,
  ...(await import('./deletions.ts')).deletions,
});

type Operations = Awaited<ReturnType<typeof loadQuickOperations>> &
  Awaited<ReturnType<typeof loadSlowOperations>>;
export type OperationName = keyof Operations;
export type OperationInput<Name extends OperationName> = Parameters<Operations[Name]>[1];
export type OperationResult<Name extends OperationName> = Awaited<ReturnType<Operations[Name]>>;

// They read, delete, revoke or end something. A link into the console leads to what can be deleted.
const freeing: ReadonlySet<string> = new Set<OperationName>([
  'keys list',
  'keys revoke',
  'nodes list',
  'nodes revoke',
  'owners delete',
  'owners invite',
  'owners list',
  'plans list',
  'plans remove',
  'sites delete',
  'sites leads',
  'sites list',
  'sites profile get',
  'sites questions',
]);

type AnyOperation = (context: AdminContext, input: unknown) => Promise<unknown>;

/** Refuses a name that no operation has: it may come from a command of another version. */
export async function performOperation(
  context: AdminContext,
  name: string,
  input: unknown,
): Promise<unknown> {
  const quick = await loadQuickOperations();
  const known = Object.hasOwn(quick, name) ? quick : await loadSlowOperations();
  if (!Object.hasOwn(known, name))
    throw invalid(`The running server does not know the command ${name}.`);
  context.disk.assertRoom(freeing.has(name) ? 'frees' : 'writes');
  return (known as unknown as { readonly [name: string]: AnyOperation })[name]?.(context, input);
}

/** Lets commands reach this server: they run its operations through the socket of its data folder. */
export async function serveOperations(
  installation: Installation,
  backups: Backups,
  running: RunningParts,
): Promise<() => Promise<void>> {
  const { paths, log } = installation;
  const run = async ({ name, input }: ControlRequest, signal: AbortSignal): Promise<unknown> => {
    if (name === 'backup') return backups.take({ ...(input as BackupInput), signal });
    if (name === 'migrate') {
      const { to } = installation.migrated;
      return { from: to, to, store: installation.storeName };
    }
    if (name === 'add speech') {
      await running.reloadSpeech?.();
      return {};
    }
    return performOperation(adminContextOf(installation, running), name, input);
  };
  try {
    return await serveControl(paths.socket, run, log);
  } catch (cause) {
    const sentence = `The socket ${paths.socket} cannot be used: ${reasonOf(cause)}.`;
    throw unavailable(sentence, { cause });
  }
}
