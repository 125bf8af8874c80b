/** A server of any checkout as its users see it: a process, its two addresses, its commands. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export const root = path.join(import.meta.dirname, '../..');

export interface HouseOptions {
  /** The checkout whose program runs; this one unless given. */
  readonly checkout?: string;
  readonly folder: string;
  /** The time at its start, as ISO text; it runs on from there. */
  readonly now: string;
  readonly environment?: { readonly [name: string]: string };
}

export interface House {
  readonly pid: number;
  readonly platform: string;
  readonly site: string;
  readonly folder: string;
  /** The key of the platform that the first start made. */
  readonly key: string;
  /** The credential of the first owner for sites. */
  readonly credential: string;
  readonly command: (...words: readonly string[]) => Promise<Json>;
  readonly setTime: (now: string) => void;
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: what a server replies is looked at, not trusted.
export type Json = any;

export async function startHouse(options: HouseOptions): Promise<House> {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const clockFile = `${options.folder}.clock`;
  const setTime = (now: string) => writeFileSync(clockFile, `${Date.parse(now) - Date.now()}`);
  setTime(options.now);
  const child = await runProgram(options, ['serve']);
  const output = collect(child);
  const ended = once(child, 'close');
  while (!/^ready$/m.test(output.out)) {
    await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), ended]);
    if (child.exitCode !== null) throw new Error(`the server did not start: ${output.err}`);
  }
  const run = readJson(path.join(options.folder, 'run.json'));
  const bootstrap = path.join(options.folder, 'bootstrap.json');
  const first = existsSync(bootstrap) ? readJson(bootstrap) : {};
  return {
    pid: run.pid,
    platform: run.platform.url,
    site: run.site.url,
    folder: options.folder,
    key: first.platform?.key ?? '',
    credential: first.site?.owner_key ?? '',
    command: (...words) => runCommand(options, words),
    setTime,
    stop: async (signal = 'SIGTERM') => {
      process.kill(run.pid, signal);
      await ended;
    },
  };
}

/** Runs one command to its end; its JSON, also where it ends with another code than 0. */
async function runCommand(options: HouseOptions, words: readonly string[]): Promise<Json> {
  const child = await runProgram(options, [...words, '--json']);
  const output = collect(child);
  await once(child, 'close');
  if (output.out.trim() === '') throw new Error(`${words.join(' ')}: ${output.err}`);
  return JSON.parse(output.out);
}

async function runProgram(options: HouseOptions, words: readonly string[]): Promise<ChildProcess> {
  const server = path.join(options.checkout ?? root, 'packages/server');
  const runtime = await import(pathToFileURL(path.join(server, 'bin/runtime.mjs')).href);
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(?:BARAZA_|DATABASE_URL$|BLOB_URL$|NODE_TEST_CONTEXT$)/.test(name),
  );
  const clock = new URL('./clock.mjs', import.meta.url).href;
  const main = path.join(server, 'src/main.ts');
  const flags = [...runtime.serverFlags, `--import=${clock}`, main, ...words];
  const child = spawn(process.execPath, flags, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      NODE_COMPILE_CACHE: runtime.nodeEnvironment().NODE_COMPILE_CACHE,
      ...Object.fromEntries(kept),
      ...runtime.serverEnvironment,
      RECORDER_CLOCK: `${options.folder}.clock`,
      BARAZA_DATA: options.folder,
      BARAZA_PLATFORM_PORT: '0',
      BARAZA_SITE_PORT: '0',
      BARAZA_DEMO: '0',
      BARAZA_SPEECH: '0',
      BARAZA_LOG: 'warn',
      ...options.environment,
    },
  });
  // A recording that is stopped leaves no server behind.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
  return child;
}

function collect({ stdout, stderr }: ChildProcess): { out: string; err: string } {
  const output = { out: '', err: '' };
  stdout?.setEncoding('utf8').on('data', (text: string) => {
    output.out += text;
  });
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    output.err += text;
  });
  return output;
}

function readJson(file: string): Json {
  return JSON.parse(readFileSync(file, 'utf8'));
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body, if it is JSON. */
  readonly json: Json;
}

/** One request; never refuses. A texts body is sent as it is, anything else as JSON. */
export async function send(
  base: string,
  method: string,
  target: string,
  { key, body, headers }: { key?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const response = await fetch(base + target, {
    method,
    redirect: 'manual',
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

const busyTriesMax = 120;

/** As `send`, repeated while the server is busy: that is about this machine, not about the request. */
export async function sendPatiently(...given: Parameters<typeof send>): Promise<Reply> {
  for (let tries = 1; ; tries += 1) {
    const reply = await send(...given);
    if (reply.json?.code !== 'busy' || tries === busyTriesMax) return reply;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** The reply, which must be a success. */
export async function demand(...given: Parameters<typeof send>): Promise<Json> {
  const { status, text, json } = await sendPatiently(...given);
  if (status >= 300) throw new Error(`${given[1]} ${given[2]}: ${status} ${text.slice(0, 300)}`);
  return json;
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
