import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BackupList, type Health, minuteMs } from '@baraza/contract';
import type { BackupCatalog } from '../backup/backup-catalog.ts';
import type { OperatorServices } from '../console/operator.ts';
import { type Clock, isoTime } from '../kernel/clock.ts';
import { unavailable } from '../kernel/problem.ts';
import { type Config, ownEnvironment } from '../setup/config.ts';
import type { Installation } from './assemble.ts';
import { backupSchedule, failedAttempt, setBackupSchedule } from './backup-schedule.ts';
import { adminContextOf, performOperation, type RunningParts } from './operations.ts';

/** What the console may do for the operator of this server: commands, doctor and backups. */
export function createOperatorServices(
  installation: Installation,
  running: RunningParts,
  backups: BackupCatalog,
): OperatorServices {
  const { config, clock, store } = installation;
  const context = adminContextOf(installation, running);
  return {
    run: (name, input) => performOperation(context, name, input) as never,
    deleteOwner: (id) =>
      performOperation(context, 'owners delete', { owner: id, yes: true }) as never,
    role: config.role,
    planOfNew: config.plan,
    engines: { store: store.engine, ...enginesOf(config) },
    ...createDoctor(clock),
    backups: {
      ...backups,
      list: async () => {
        const [list, schedule] = await Promise.all([backups.list(), backupSchedule(installation)]);
        const failed = list.failed ?? (await failedAttempt(installation, list.last));
        return { ...list, failed, schedule, restore: restoreOf(installation) };
      },
      schedule: (wanted) => setBackupSchedule(installation, wanted),
    },
  };
}

const launcher = fileURLToPath(new URL('../../bin/baraza.mjs', import.meta.url));

/** The command that restores on this installation, without settings that have passwords. */
function restoreOf({ config, paths }: Installation): BackupList['restore'] {
  const settings = [
    `BARAZA_DATA=${quoted(path.resolve(paths.folder))}`,
    ...(config.pepperFile === undefined
      ? []
      : [`BARAZA_PEPPER_FILE=${quoted(path.resolve(config.pepperFile))}`]),
  ];
  const command = [...settings, 'node', quoted(launcher), 'restore'].join(' ');
  const secret = [
    ...(config.databaseUrl === undefined ? [] : ['DATABASE_URL']),
    ...(config.blobUrl === undefined ? [] : ['BLOB_URL']),
  ];
  return { command, user: userInfo().username, settings: secret };
}

/** As a shell reads it. */
function quoted(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function enginesOf({ blobUrl, modelUrl, sttUrl, ttsUrl, speech }: Config) {
  const isServed = sttUrl !== undefined || ttsUrl !== undefined;
  return {
    blobs: blobUrl === undefined ? 'files' : 's3',
    models: modelUrl === undefined ? 'built in' : 'model server',
    speech: isServed ? 'speech server' : speech ? 'built in' : 'off',
  };
}

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

// In a separate process: the doctor opens the database and tries models, which would delay requests here.
function createDoctor(clock: Clock): Pick<OperatorServices, 'examine' | 'lastHealth'> {
  let last: Health | undefined;
  let examining: Promise<Health> | undefined;
  const run = async (): Promise<Health> => {
    const findings = await runDoctorProcess();
    last = { checkedAt: isoTime(clock()), findings };
    return last;
  };
  return {
    lastHealth: () => last,
    examine: () => {
      examining ??= run().finally(() => {
        examining = undefined;
      });
      return examining;
    },
  };
}

async function runDoctorProcess(): Promise<Health['findings']> {
  const options = { timeout: minuteMs, env: ownEnvironment };
  const args = [main, 'doctor', '--json'];
  // Exit code 1 means that a check fails; the findings are printed all the same.
  const text = await promisify(execFile)(process.execPath, args, options).then(
    ({ stdout }) => stdout,
    (error: { readonly stdout?: string }) => error.stdout ?? '',
  );
  try {
    return JSON.parse(text) as Health['findings'];
  } catch (cause) {
    throw unavailable('The doctor did not answer; try again shortly.', { cause });
  }
}
