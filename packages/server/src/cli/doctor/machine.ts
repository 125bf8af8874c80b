/** Checks of the machine: clock, memory, descriptors, ports. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import type { Config } from '../../config.ts';
import { dataPaths, readJsonFile } from '../../data-folder.ts';
import { type Clock, systemClock } from '../../kernel/clock.ts';
import { codeOf } from '../../kernel/fault.ts';
import type { RunFile } from '../serve/serve.ts';
import { type Finding, failing, missing, ok } from './doctor-check.ts';

// A correct clock shows no time before the release of this version.
const earliestMs = Date.parse('2026-11-01T00:00:00Z');
const descriptorsMin = 4_096;
const megabyte = 2 ** 20;
const memoryMbMin = 512;
const speechMemoryMbMin = 2_048;

export async function examineMachine(
  config: Config,
  isRunning: boolean,
): Promise<readonly Finding[]> {
  const run = isRunning ? readJsonFile<RunFile>(dataPaths(config.dataFolder).run) : undefined;
  return [
    examineClock(),
    examineMemory(config, process.constrainedMemory() || totalmem()),
    ...examineDescriptors(run?.pid),
    ...(isRunning ? [] : await examinePorts(config)),
  ];
}

export function examineClock(clock: Clock = systemClock): Finding {
  const nowMs = clock();
  const found = `${new Date(nowMs).toISOString()} (UTC)`;
  if (nowMs >= earliestMs) return ok('clock', found);
  return failing(
    'clock',
    `${found} is in the past: keys, links and hours go by it`,
    'set the clock, best by NTP (timedatectl set-ntp true)',
  );
}

/** A container may have less than its machine. */
export function examineMemory(config: Config, bytes: number): Finding {
  const name = 'memory';
  const megabytes = Math.round(Math.min(bytes, totalmem()) / megabyte);
  const found = `${megabytes} MB`;
  if (megabytes < memoryMbMin)
    return missing(
      name,
      `${found}; the server and its reader need ${memoryMbMin}`,
      'give it more, or switch the reader off with BARAZA_READER=0',
    );
  const usesBuiltInSpeech = config.speech && config.sttUrl === undefined;
  if (!usesBuiltInSpeech || megabytes >= speechMemoryMbMin) return ok(name, found);
  return missing(
    name,
    `${found}; built-in speech needs ${speechMemoryMbMin} while it transcribes`,
    'give it more, set BARAZA_STT_URL, or switch speech off with BARAZA_SPEECH=0',
  );
}

/** The descriptors of the running server, else of this process; known on Linux only. */
function examineDescriptors(pid: number | undefined): readonly Finding[] {
  const name = 'descriptors';
  let limits: string;
  try {
    limits = readFileSync(`/proc/${pid ?? 'self'}/limits`, 'utf8');
  } catch {
    return [];
  }
  const soft = /^Max open files +(\S+)/m.exec(limits)?.[1] ?? '';
  const max = soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft);
  const found = `${soft} ${pid === undefined ? 'for this shell' : 'for the server'}`;
  if (max >= descriptorsMin) return [ok(name, found)];
  const remedy = 'LimitNOFILE=20000 in the service, or ulimit -n 20000 before the start';
  return [
    missing(
      name,
      `${found}: so many connections and files, at half of which it stops taking more`,
      remedy,
    ),
  ];
}

/** Whether a start would find its ports free. */
async function examinePorts({ host, platformPort, sitePort }: Config): Promise<readonly Finding[]> {
  const name = 'ports';
  const settings = [
    ['BARAZA_PLATFORM_PORT', platformPort],
    ['BARAZA_SITE_PORT', sitePort],
  ] as const;
  const taken: Finding[] = [];
  for (const [setting, port] of settings) {
    const fault = await whyTaken(host, port);
    if (fault === undefined) continue;
    const found = `${port} on ${host} cannot be listened on: ${fault}`;
    taken.push(missing(name, found, `set ${setting} to another one, or stop what has it`));
  }
  if (taken.length > 0) return taken;
  const named = settings.map(([, port]) => (port === 0 ? 'any' : port)).join(' and ');
  return [ok(name, `${named} on ${host} are free`)];
}

async function whyTaken(host: string, port: number): Promise<string | undefined> {
  const probe = createServer();
  try {
    probe.listen({ host, port, exclusive: true });
    await once(probe, 'listening');
    return undefined;
  } catch (error) {
    return codeOf(error);
  } finally {
    probe.close();
  }
}
