import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Health, minuteMs } from '@baraza/contract';
import type { Installation } from '../../assemble.ts';
import type { BackupCatalog } from '../../backup/backup-catalog.ts';
import { type Config, ownEnvironment } from '../../config.ts';
import type { OperatorServices } from '../../console/operator.ts';
import { type Clock, isoTime } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import { adminContextOf, performOperation, type RunningParts } from '../admin/operations.ts';

/** What the console may do for the operator of this server: commands, doctor and backups. */
export function createOperatorServices(
  installation: Installation,
  running: RunningParts,
  backups: BackupCatalog,
): OperatorServices {
  const { config, plans, clock, store } = installation;
  const context = adminContextOf(installation, running);
  return {
    run: (name, input) => performOperation(context, name, input) as never,
    role: config.role,
    plans,
    planOfNew: config.plan,
    engines: { store: store.engine, ...enginesOf(config) },
    ...createDoctor(clock),
    backups,
  };
}

function enginesOf({ blobUrl, modelUrl, sttUrl, ttsUrl, speech }: Config) {
  const isServed = sttUrl !== undefined || ttsUrl !== undefined;
  return {
    blobs: blobUrl === undefined ? 'files' : 's3',
    models: modelUrl === undefined ? 'built in' : 'model server',
    speech: isServed ? 'speech server' : speech ? 'built in' : 'off',
  };
}

const main = fileURLToPath(new URL('../../main.ts', import.meta.url));

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
  const words = [main, 'doctor', '--json'];
  // Exit code 1 means that a check fails; the findings are printed all the same.
  const text = await promisify(execFile)(process.execPath, words, options).then(
    ({ stdout }) => stdout,
    (error: { readonly stdout?: string }) => error.stdout ?? '',
  );
  try {
    return JSON.parse(text) as Health['findings'];
  } catch (cause) {
    throw new Problem('unavailable', 'The doctor did not answer; try again shortly.', { cause });
  }
}
