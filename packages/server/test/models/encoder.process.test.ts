import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { createLog, silentLog } from '../../src/kernel/log.ts';
import {
  type BuiltInOptions,
  findEncoder,
  openBuiltInModels,
} from '../../src/models/built-in/built-in-models.ts';
import type { Encoder } from '../../src/models/models.ts';

const noEncoder =
  findEncoder() === undefined ? 'there are no weights, or no runtime for them' : false;
const standInProgram = new URL('../stand-ins/models-stand-in.ts', import.meta.url);
const builtInModels = new URL('../../src/models/built-in/built-in-models.ts', import.meta.url).href;
const patience = () => AbortSignal.timeout(90_000);

test('the shipped weights give the vectors of their card, and a question passes a long list', {
  skip: noEncoder,
}, async (t) => {
  const encoder = await openEncoder({ files: { encoder: findEncoder() }, log: silentLog });
  t.after(encoder.close);
  assert.equal(encoder.state(), 'asleep');
  const place = import.meta.resolve('@baraza/answer-model/encoder-cases.json');
  const cases: {
    tolerance: number;
    singles: { text: string; embedding: number[] }[];
  } = JSON.parse(readFileSync(new URL(place), 'utf8'));
  const texts = cases.singles.map(({ text }) => text);
  const vectors = await encoder.embed(texts, patience());
  assert.equal(encoder.state(), 'awake');
  for (const [index, { text, embedding }] of cases.singles.entries()) {
    const vector = vectors[index] ?? new Float32Array();
    const length = Math.hypot(...vector);
    assert.ok(vector.length === 384 && Math.abs(length - 1) < 0.001, `${text}: ${length}`);
    embedding.forEach((value, at) => {
      assert.ok(Math.abs((vector[at] ?? 9) - value) <= cases.tolerance, `${text}: ${at}`);
    });
  }
  const order: string[] = [];
  const long = encoder.embed(Array(200).fill(texts[0]), patience()).then(() => order.push('long'));
  const short = encoder
    .embed(['Mnafungua lini?'], patience(), 'urgent')
    .then(() => order.push('short'));
  await Promise.all([long, short]);
  assert.deepEqual(order, ['short', 'long']);
  const again = await encoder.embed([texts[0] ?? ''], patience());
  assert.deepEqual(again[0], vectors[0], 'company changes no vector');
});

test('the process ends with its server, however that ends', {
  skip: noEncoder || (existsSync('/proc/self/task') ? false : 'children are looked up in /proc'),
}, async (t) => {
  const program = `
    import { findEncoder, openBuiltInModels } from '${builtInModels}';
    const { encoder } = await openBuiltInModels({ files: { encoder: findEncoder() }, log: { warn() {} } });
    await encoder.embed(['a'], AbortSignal.timeout(90_000));
    console.log('made');`;
  const server = spawn(process.execPath, ['--input-type=module', '-e', program]);
  t.after(() => server.kill('SIGKILL'));
  await once(server.stdout, 'data');
  const children = `/proc/${server.pid}/task/${server.pid}/children`;
  const pid = Number(readFileSync(children, 'utf8').trim());
  assert.ok(pid > 0 && isAlive(pid));
  server.kill('SIGKILL');
  await until(() => !isAlive(pid));
});

test('a process that dies is started again, and what was under way is made after all', async (t) => {
  const { encoder, warnings } = await standIn(t);
  const [first = 0] = await who(encoder);
  assert.deepEqual(
    await who(encoder),
    [first, 1, 0],
    'one process, and nothing of our environment',
  );
  await assert.rejects(encoder.embed(['die'], patience(), 'urgent'), /ended with 1/);
  const [second] = await who(encoder);
  assert.notEqual(second, first);
  const killed = encoder.embed(['a', 'bc'], patience());
  process.kill(second ?? 0, 'SIGKILL');
  assert.equal((await killed).length, 2);
  assert.ok(warnings.length >= 1);
});

test('one that never starts is tried a few times, then rests, and questions do not wait for it', async (t) => {
  const { encoder, warnings, breakIt } = await standIn(t, { restsMs: [0, 0, 60_000] });
  breakIt();
  const waiting = new AbortController();
  const asked = assert.rejects(encoder.embed(['a'], waiting.signal));
  await until(() => encoder.state() === 'away');
  assert.equal(warnings.length, 3);
  await assert.rejects(encoder.embed(['a'], patience(), 'urgent'), /rests/);
  waiting.abort();
  await asked;
});

test('one that hangs is ended', async (t) => {
  // Its start counts too, and takes a while on a busy machine.
  const { encoder } = await standIn(t, { stallMs: 4_000 });
  const [first = 0] = await who(encoder);
  await assert.rejects(encoder.embed(['hang'], patience(), 'urgent'), /SIGKILL/);
  assert.equal(isAlive(first), false);
});

test('one that hangs is ended though each of its callers gives up before', async (t) => {
  const { encoder } = await standIn(t, { stallMs: 1_500 });
  const [first = 0] = await who(encoder);
  while (isAlive(first)) {
    const asked = encoder.embed(['hang'], AbortSignal.timeout(100), 'urgent');
    await asked.catch(() => undefined);
  }
  assert.equal(isAlive(first), false);
});

test('whoever gives up is let go at once, and the process serves the next', async (t) => {
  const { encoder } = await standIn(t);
  const [first] = await who(encoder);
  const impatient = new AbortController();
  const asked = encoder.embed(['hang'], impatient.signal);
  impatient.abort(new Error('enough'));
  await assert.rejects(asked, /enough/);
  assert.equal((await who(encoder))[0], first);
});

test('an idle process ends, and the next text wakes another', async (t) => {
  const { encoder } = await standIn(t, { idleMs: 50 });
  const [first = 0] = await who(encoder);
  await until(() => !isAlive(first));
  assert.equal(encoder.state(), 'asleep');
  assert.notEqual((await who(encoder))[0], first);
});

test('closing ends the process, also while it works, and lets nobody wait', async (t) => {
  const { encoder } = await standIn(t);
  const [first = 0] = await who(encoder);
  const asked = assert.rejects(encoder.embed(['hang'], patience()), /stopping/);
  await encoder.close();
  await asked;
  assert.equal(isAlive(first), false);
  await assert.rejects(encoder.embed(['a'], patience()), /stopping/);
});

async function standIn(t: TestContext, options: Partial<BuiltInOptions> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-encoder-'));
  const files = { weights: path.join(folder, 'w'), vocabulary: path.join(folder, 'v') };
  for (const file of Object.values(files)) writeFileSync(file, 'anything');
  const warnings: string[] = [];
  const encoder = await openEncoder({
    files: { encoder: files },
    log: createLog('warn', (line) => warnings.push(line)),
    program: standInProgram,
    restsMs: [0, 0, 0],
    ...options,
  });
  t.after(async () => {
    await encoder.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { encoder, warnings, breakIt: () => writeFileSync(`${files.vocabulary}.broken`, '') };
}

async function openEncoder(options: BuiltInOptions): Promise<Encoder> {
  const { encoder } = await openBuiltInModels(options);
  assert.ok(encoder);
  return encoder;
}

async function who(encoder: Encoder): Promise<number[]> {
  const [vector] = await encoder.embed(['a'], patience());
  return [...(vector ?? [])];
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // One whose parent has gone may still be listed until somebody collects it.
  const status = `/proc/${pid}/status`;
  return !existsSync(status) || !/^State:\s+Z/m.test(readFileSync(status, 'utf8'));
}

async function until(isSo: () => boolean): Promise<void> {
  const tooLateMs = performance.now() + 60_000;
  while (!isSo()) {
    assert.ok(performance.now() < tooLateMs, 'it never came to be');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
