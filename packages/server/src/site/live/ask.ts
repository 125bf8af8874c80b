import { type AskRequest, cutCharacters, type DoneEvent, siteLimits } from '@baraza/contract';
import type { Answer } from '../../http/answer.ts';
import type { Arrival } from '../../http/route.ts';
import type { LiveQuestion } from '../../voice/answering.ts';
import type { AskDone } from '../../voice/turn-events.ts';
import { admitVisitor } from '../admission.ts';
import { answerVisitor } from '../asks/ask.routes.ts';
import type { Assistant, Visitor } from '../site.ts';
import { limitVisits } from '../visits.ts';

/**
 * A question of a live session is an ask like any other, with all its rules: who may ask is looked
 * up again, it is counted, kept, and has one `done`.
 */
export async function askInSession(
  assistant: Assistant,
  arrival: Arrival<Visitor>,
  { spoken, question, history, ...rest }: LiveQuestion,
  onToken: (text: string) => void,
): Promise<AskDone> {
  const caller = await admitVisitor(assistant, arrival.raw, arrival.caller.site.id);
  const visit = { ...arrival, caller };
  await limitVisits(assistant, 'ask')(visit);
  const asked: AskRequest = {
    ...rest,
    question: cutCharacters(question, siteLimits.questionCharactersMax),
    history: [...history],
    mode: spoken ? 'voice' : undefined,
    request_id: undefined,
  };
  return readAnswer(await answerVisitor(assistant, visit, asked), onToken);
}

/** Reads the stream as a widget does. */
async function readAnswer(answer: Answer, onToken: (text: string) => void): Promise<AskDone> {
  let unread = '';
  let done: AskDone | undefined;
  const read = (line: string): void => {
    if (!line.startsWith('data: ')) return;
    const event = JSON.parse(line.slice(6)) as DoneEvent | { type: 'token'; text: string };
    if (event.type === 'token') onToken(event.text);
    else if (event.type === 'done') {
      const { type: _, ...fields } = event;
      done = fields;
    }
  };
  if ('stream' in answer)
    await answer.stream({
      headersOnly: false,
      start: () => {},
      flush: async () => {},
      write: async (chunk) => {
        const lines = (unread + String(chunk)).split('\n');
        unread = lines.pop() ?? '';
        for (const line of lines) read(line);
      },
    });
  if (done === undefined) throw new Error('an ask ended without its done');
  return done;
}
