/** Child process that reads one untrusted source, so that a crash, a bomb or an exploit stays in it. */
import { Worker } from 'node:worker_threads';
import { loadGuess } from '../../knowledge/text-language.ts';
import { type ReadText, Unreadable } from '../formats/blocks.ts';
import { readFile } from '../formats/read-file.ts';
import type { RobotRules } from '../formats/robots.ts';
import type { FromReader, Order, ReaderReply, ToReader } from '../messages.ts';
import { collectProposals } from '../propose/collection.ts';
import { withoutKnown } from '../propose/known-entries.ts';
import { proposeFrom } from '../propose/propose.ts';

// Ctrl-C reaches the whole process group; the parent drains first and ends this child itself.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit(0));
process.on('unhandledRejection', () => {});

// In a worker thread, which keeps running while a file blocks this one.
new Worker(new URL('../../../kernel/process/memory-watch.ts', import.meta.url), {
  workerData: { parent: process.ppid },
  resourceLimits: { maxOldGenerationSizeMb: 16 },
}).unref();

const pieces: Uint8Array[] = [];
const texts: ReadText[] = [];
const robots = new Map<string, RobotRules>();

process.on('message', (message: ToReader) => {
  if ('piece' in message) pieces.push(message.piece);
  else void obey(message.order).then((reply) => tell({ reply }));
});
tell({ ready: true });

async function obey(order: Order): Promise<ReaderReply> {
  try {
    return await execute(order);
  } catch (error) {
    if (error instanceof Unreadable) return { kind: 'refused', sentence: error.message };
    // A parser that fails in a way of its own has met a file that is not what it says.
    return { kind: 'refused', sentence: damaged };
  }
}

const damaged =
  'This file is damaged or not what its name says: open it, save it again and send that.';

async function execute(order: Order): Promise<ReaderReply> {
  switch (order.kind) {
    case 'file':
      texts.push(
        await readFile(taken(), order, (done, total, unit) =>
          tell({ progress: { done, total, unit } }),
        ),
      );
      return { kind: 'done' };
    case 'web': {
      const { readWeb } = await import('../formats/web-page.ts');
      const answer = readWeb(taken(), order.url, order.type);
      if (answer.kind === 'sitemap') return answer;
      texts.push(answer.text);
      return { kind: 'done' };
    }
    case 'robots': {
      const { readRobots } = await import('../formats/robots.ts');
      const text = new TextDecoder().decode(taken());
      robots.set(new URL(order.url).origin, readRobots(order.url, text));
      return { kind: 'done' };
    }
    case 'may-fetch': {
      const rules = robots.get(new URL(order.url).origin);
      return {
        kind: 'may-fetch',
        may: rules?.isAllowed(order.url, order.agent) !== false,
        delaySeconds: rules?.getCrawlDelay(order.agent) ?? 0,
      };
    }
    case 'propose':
      await propose(order);
      return { kind: 'done' };
  }
}

async function propose({ name, currency, known }: Order & { kind: 'propose' }): Promise<void> {
  const proposed = proposeFrom(texts, { guess: await loadGuess(), name, currency });
  const fresh = withoutKnown(proposed.proposals, known);
  const { entries, leftOut } = collectProposals({
    proposals: fresh.proposals,
    leftOut: [...proposed.leftOut, ...fresh.leftOut],
  });
  if (entries.length === 0 && leftOut.length === 0)
    throw new Unreadable('There is no text in it that could be proposed.');
  for (const proposal of entries) tell({ proposal });
  for (const item of leftOut) tell({ leftOut: item });
}

function taken(): Uint8Array {
  return new Uint8Array(Buffer.concat(pieces.splice(0)));
}

function tell(message: FromReader): void {
  process.send?.(message);
}
