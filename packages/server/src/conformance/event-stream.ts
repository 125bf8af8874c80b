import { display, expect } from './check.ts';
import type { Json, Reply } from './reply.ts';

/** The answer to an ask, parsed as strictly as the contract defines it. */
interface AskAnswer {
  readonly events: readonly Json[];
  readonly text: string;
  readonly done: Json;
}

/** The events of a stream; CheckFailed when a line is neither empty, a comment nor one JSON object after `data:`. */
function eventsOf(reply: Reply): readonly Json[] {
  const type = String(reply.headers['content-type'] ?? '');
  expect(
    reply.status === 200 && /^text\/event-stream\b/.test(type),
    `it answered ${reply.status} ${type}, not an event stream: ${reply.text.slice(0, 80)}`,
  );
  return reply.text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(':'))
    .map((line) => {
      expect(line.startsWith('data:'), `the line ${display(line)} does not begin with data:`);
      try {
        return JSON.parse(line.slice(5)) as Json;
      } catch {
        return expect(false, `the line ${display(line)} holds no JSON`);
      }
    });
}

/** Tokens, then exactly one `done`, and nothing after it. */
export function readAskAnswer(reply: Reply): AskAnswer {
  const events = eventsOf(reply);
  const dones = events.filter(({ type }) => type === 'done');
  expect(dones.length === 1, `the stream has ${dones.length} events of type done, not one`);
  expect(events.at(-1)?.type === 'done', `something comes after done: ${display(events.at(-1))}`);
  const tokens = events.slice(0, -1);
  for (const token of tokens)
    expect(
      token.type === 'token' && typeof token.text === 'string',
      `an event is ${display(token)}, not a token with a text`,
    );
  return { events, text: tokens.map(({ text }) => text).join(''), done: events.at(-1) };
}
