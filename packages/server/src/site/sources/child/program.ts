/** Child process that reads one untrusted source, so that a crash, a bomb or an exploit stays in it. */
import { serveRequests, watchMemory } from '../../../kernel/process/child-program.ts';
import { loadGuess } from '../../knowledge/text-language.ts';
import { type ReadText, Unreadable } from '../formats/blocks.ts';
import { readFile } from '../formats/read-file.ts';
import type { RobotRules } from '../formats/robots.ts';
import type { Order, ReaderProgress, ReaderReply } from '../messages.ts';
import { collectProposals } from '../propose/collection.ts';
import { withoutKnown } from '../propose/known-entries.ts';
import { proposeFrom } from '../propose/propose.ts';

// A rejection that a parser leaves unhandled must not end the reading.
process.on('unhandledRejection', () => {});

const damagedSentence =
  'This file is damaged or not what its name says: open it, save it again and send that.';
const texts: ReadText[] = [];
const robots = new Map<string, RobotRules>();

await watchMemory();
serveRequests<Order, ReaderProgress>(async (order, { takeChunks, progress }) => {
  try {
    return await execute(order, takeChunks, progress);
  } catch (error) {
    if (error instanceof Unreadable)
      return { kind: 'refused', sentence: error.message } satisfies ReaderReply;
    // A parser that fails in a way of its own has met a file that is not what it says.
    return { kind: 'refused', sentence: damagedSentence } satisfies ReaderReply;
  }
});

async function execute(
  order: Order,
  takeChunks: () => readonly Uint8Array[],
  report: (progress: ReaderProgress) => void,
): Promise<ReaderReply> {
  const takeBytes = () => new Uint8Array(Buffer.concat(takeChunks()));
  switch (order.kind) {
    case 'file':
      texts.push(
        await readFile(takeBytes(), order, (done, total, unit) =>
          report({ progress: { done, total, unit } }),
        ),
      );
      return { kind: 'done' };
    case 'web': {
      const { readWeb } = await import('../formats/web-page.ts');
      const answer = readWeb(takeBytes(), order.url, order.type);
      if (answer.kind === 'sitemap') return answer;
      texts.push(answer.text);
      return { kind: 'done' };
    }
    case 'robots': {
      const { readRobots } = await import('../formats/robots.ts');
      const text = new TextDecoder().decode(takeBytes());
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
      await propose(order, report);
      return { kind: 'done' };
  }
}

async function propose(
  { name, currency, known }: Order & { kind: 'propose' },
  report: (progress: ReaderProgress) => void,
): Promise<void> {
  const proposed = proposeFrom(texts, { guess: await loadGuess(), name, currency });
  const fresh = withoutKnown(proposed.proposals, known);
  const { entries, leftOut } = collectProposals({
    proposals: fresh.proposals,
    leftOut: [...proposed.leftOut, ...fresh.leftOut],
  });
  if (entries.length === 0 && leftOut.length === 0)
    throw new Unreadable('There is no text in it that could be proposed.');
  for (const proposal of entries) report({ proposal });
  for (const item of leftOut) report({ leftOut: item });
}
