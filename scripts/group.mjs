/** Runs a group of test files in its own process group, and makes sure that the group ends. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { findNodes, nodeEnvironment, noNodeSentence } from '../packages/server/bin/runtime.mjs';
import { onSignals } from '../packages/server/bin/signals.mjs';

const silenceMaxMs = Number(process.env.BARAZA_TEST_SILENCE_MS ?? 10 * 60_000);

/**
 * Calls `report` with each outcome, even if the run was cut short; returns the signal that interrupted it, if any.
 * `services` is a folder in which the groups of one run register the servers that they share.
 */
export function runGroup(root, { files, services }, report) {
  const [node] = findNodes();
  if (node === undefined) {
    report({ kind: 'fail', name: 'starting Node', text: noNodeSentence });
    return undefined;
  }
  return new Promise((resolve) => {
    const child = start(node, { root, files }, services);
    const only = files.length === 1 ? files[0] : undefined;
    let interruption;
    let cause;
    let running = 'loading the files';
    let finished = false;

    const stopListening = onSignals((signal) => {
      interruption ??= signal;
      endGroup(child, signal);
      setTimeout(() => endGroup(child, 'SIGKILL'), 5_000).unref();
    });
    const silence = setTimeout(() => {
      cause = `nothing happened for ${Math.round(silenceMaxMs / 1000)} s`;
      endGroup(child, 'SIGKILL');
    }, silenceMaxMs);

    createInterface({ input: child.stdio[3] }).on('line', (line) => {
      silence.refresh();
      const outcome = JSON.parse(line);
      if (outcome.kind === 'running') running = `running “${outcome.name}”`;
      else if (outcome.kind === 'finished') {
        finished = true;
        report(outcome);
      } else report({ file: only, ...outcome });
    });
    child.once('error', (error) => {
      cause = error.message;
    });
    child.once('close', (code, signal) => {
      clearTimeout(silence);
      stopListening();
      endGroup(child, 'SIGTERM');
      cause ??= `ended by ${interruption ?? signal ?? `an exit with code ${code}`}`;
      if (!finished)
        report({
          file: only,
          kind: 'fail',
          name: 'The run was cut short',
          text: `${cause} while ${running}`,
        });
      resolve(interruption);
    });
  });
}

function start(node, order, services) {
  // A nested suite must not inherit the context of the outer test.
  const { NODE_TEST_CONTEXT: _, ...env } = nodeEnvironment();
  const outcomes = fileURLToPath(new URL('./outcomes.mjs', import.meta.url));
  return spawn(node, [outcomes, JSON.stringify(order)], {
    cwd: order.root,
    env: { ...env, BARAZA_TEST_SERVICES: services, BARAZA_TEST_RUNNER: String(process.pid) },
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    // The servers that tests start belong to the group and end with it.
    detached: process.platform !== 'win32',
  });
}

function endGroup(child, signal) {
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal);
  } catch {
    // The group has already ended.
  }
}
