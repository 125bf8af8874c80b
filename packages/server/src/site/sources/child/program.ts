/** Child process that reads one untrusted source, so that a crash, a bomb or an exploit stays in it. */
import { hash } from 'node:crypto';
import { invalid, Problem } from '../../../kernel/problem.ts';
import { serveRequests, watchMemory } from '../../../kernel/process/child-program.ts';
import type { Progress, ReadText } from '../formats/blocks.ts';
import { readFile } from '../formats/read-file.ts';
import { withoutKnown } from '../propose/known-entries.ts';
import { whyNothing } from '../propose/nothing.ts';
import { collectProposals, keyOf } from '../propose/proposal.ts';
import { proposeFrom } from '../propose/propose.ts';
import type { ReaderReply, ReaderRequest } from '../reading-process.ts';

// A rejection that a parser leaves unhandled must not end the process.
process.on('unhandledRejection', () => {});

const damagedSentence =
  'This file is damaged or not what its name says: open it, save it again and send that.';
interface RobotRules {
  readonly isAllowed: (url: string, agent: string) => boolean | undefined;
  readonly getCrawlDelay: (agent: string) => number | undefined;
}

const texts: ReadText[] = [];
const counted = new Set<string>();
const robots = new Map<string, RobotRules>();

await watchMemory();
serveRequests<ReaderRequest, Progress>(async (request, { takeChunks, progress }) => {
  const takeBytes = () => new Uint8Array(Buffer.concat(takeChunks()));
  try {
    return await execute(request, takeBytes, progress);
  } catch (error) {
    // Any other error is one of a parser.
    throw error instanceof Problem ? error : invalid(damagedSentence);
  }
});

async function execute(
  request: ReaderRequest,
  takeBytes: () => Uint8Array,
  report: (progress: Progress) => void,
): Promise<ReaderReply> {
  switch (request.kind) {
    case 'file':
      texts.push(await readFile(takeBytes(), request, report));
      return { kind: 'done' };
    case 'web': {
      const { readWeb } = await import('../formats/web-page.ts');
      const answer = readWeb(takeBytes(), request);
      if (answer.kind === 'sitemap') return answer;
      if (request.isSitemap) return { kind: 'done' };
      texts.push(answer.text);
      if (!request.isWhole) return { kind: 'done' };
      return { kind: 'page', links: answer.links, found: countNew(answer.text) };
    }
    case 'robots': {
      // The package declares a default export that it does not have.
      const { default: parse } = (await import('robots-parser')) as unknown as {
        readonly default: (url: string, text: string) => RobotRules;
      };
      const text = new TextDecoder().decode(takeBytes());
      robots.set(new URL(request.url).origin, parse(request.url, text));
      return { kind: 'done' };
    }
    case 'may-fetch': {
      const rules = robots.get(new URL(request.url).origin);
      return {
        kind: 'may-fetch',
        may: rules?.isAllowed(request.url, request.agent) !== false,
        delaySeconds: rules?.getCrawlDelay(request.agent) ?? 0,
      };
    }
    case 'propose': {
      const { name, currency, known } = request;
      const proposed = proposeFrom(texts, { name, currency });
      const found = collectProposals(withoutKnown(proposed, known));
      const why = whyNothing(texts, proposed);
      if (why !== undefined) throw invalid(why);
      if (found.proposals.length + found.leftOut.length > 0) return { kind: 'proposed', ...found };
      throw invalid('There is no text in it that could be proposed.');
    }
  }
}

/** Counts the proposals of a page that no page before had. */
function countNew(text: ReadText): { readonly [list: string]: number } {
  const counts: { [list: string]: number } = {};
  for (const proposal of proposeFrom([text], { name: '', currency: '' }).proposals) {
    const key = hash('sha256', keyOf(proposal));
    if (counted.has(key)) continue;
    counted.add(key);
    counts[proposal.list] = (counts[proposal.list] ?? 0) + 1;
  }
  return counts;
}
