/**
 * A kill does not show what a power cut would lose, because the page cache survives a kill. So this test traces the
 * system calls: data is written and synced before the answer is sent.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import {
  createResource,
  firstKey,
  startProcess,
  temporaryFolder,
} from '../fixtures/server-process.ts';
import { ask, form, storage } from '../sockets/requests.ts';

const calls = 'write,pwrite64,writev,sendmsg,sendto,fsync,fdatasync,rename,renameat,renameat2';
const tracer = ['strace', '-f', '-y', '-s', '64', '-e', `trace=${calls}`];
const probe = spawnSync('strace', ['-f', '-o', '/dev/null', process.execPath, '--version']);

test('a create and an upload are written and synced before they are answered', {
  skip: probe.status === 0 ? false : 'strace cannot run here',
}, async (t) => {
  const folder = temporaryFolder(t);
  const log = path.join(temporaryFolder(t), 'trace');
  const server = await startProcess(t, folder, {}, [...tracer, '-o', log]);
  const key = firstKey(folder);
  await ask(server, 'GET', '/healthz');
  const bucket = await createResource(server, key, 'storage');
  const uploaded = await ask(server, 'POST', `${storage}/${bucket}`, {
    key,
    body: form({ bytes: 'x'.repeat(300_000) }),
  });
  assert.equal(uploaded.status, 201);
  await server.end('SIGTERM');

  const [, created, stored] = betweenAnswers(parseTrace(readFileSync(log, 'utf8')));
  assertInOrder(created, [
    ['the row is written', (call) => isWrite(call) && call.text.includes('-wal>')],
    ['the log is synced', (call) => isSync(call) && call.text.includes('-wal>')],
  ]);
  assertInOrder(stored, [
    ['the bytes are written', (call) => isWrite(call) && call.text.includes('/incoming/blob_')],
    ['the bytes are synced', (call) => isSync(call) && call.text.includes('/incoming/blob_')],
    ['they get their name', (call) => call.name.startsWith('rename') && inShard(call.text)],
    ['the name is synced', (call) => isSync(call) && /\/objects\/[0-9a-z]{6}>/.test(call.text)],
    ['the row is written', (call) => isWrite(call) && call.text.includes('-wal>')],
    ['the log is synced', (call) => isSync(call) && call.text.includes('-wal>')],
  ]);
  assert.ok(
    stored?.some((call) => isSync(call) && call.text.includes('/objects>')),
    '`objects`, the parent of the new shard folder, is synced',
  );
});

interface Call {
  readonly name: string;
  readonly text: string;
  /** Lines of the trace: a call of one thread may go on while others begin and end. */
  readonly began: number;
  readonly ended: number;
}

function parseTrace(trace: string): readonly Call[] {
  const open = new Map<string, { name: string; text: string; began: number }>();
  const done: Call[] = [];
  trace.split('\n').forEach((line, at) => {
    const [, thread = '', rest = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const start = /^(\w+)\((.*)$/.exec(rest);
    if (start !== null) {
      const call = { name: start[1] ?? '', text: start[2] ?? '', began: at };
      if (rest.includes('<unfinished ...>')) open.set(thread, call);
      else done.push({ ...call, ended: at });
    } else if (rest.startsWith('<... ')) {
      const call = open.get(thread);
      if (call !== undefined) done.push({ ...call, ended: at });
      open.delete(thread);
    }
  });
  return done.sort((one, other) => one.began - other.began);
}

/** For each answer, the calls that began after the previous answer and ended before this one was sent. */
function betweenAnswers(calls: readonly Call[]): readonly (readonly Call[])[] {
  const answers = calls.filter(({ text }) => /"HTTP\/1\.1 20[01]/.test(text));
  return answers.map((answer, index) =>
    calls.filter(
      ({ began, ended }) => began > (answers[index - 1]?.began ?? -1) && ended < answer.began,
    ),
  );
}

/** Each step ends before the next begins. If several calls match a step, the last counts: all must have ended. */
function assertInOrder(
  calls: readonly Call[] | undefined,
  steps: readonly (readonly [string, (call: Call) => boolean])[],
): void {
  assert.ok(calls !== undefined, 'the answer was seen');
  let before: { readonly step: string; readonly ended: number } = { step: '', ended: -1 };
  for (const [step, isStep] of steps) {
    const call: Call | undefined = calls.findLast(isStep);
    assert.ok(call !== undefined, `before the answer, ${step}`);
    assert.ok(call.began > before.ended, `${step} after ${before.step}`);
    before = { step, ended: call.ended };
  }
}

function isWrite({ name }: Call): boolean {
  return name === 'write' || name === 'pwrite64' || name === 'writev';
}

function isSync({ name }: Call): boolean {
  return name === 'fsync' || name === 'fdatasync';
}

function inShard(text: string): boolean {
  return /\/incoming\/(blob_\w+)".*\/objects\/[0-9a-z]{6}\/\1"/.test(text);
}
