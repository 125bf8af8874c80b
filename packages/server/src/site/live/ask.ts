import { type AskRequest, cutCharacters, siteLimits } from '@baraza/contract';
import type { CallOrigin } from '../../access/origins.ts';
import { Problem } from '../../kernel/problem.ts';
import type { LiveQuestion } from '../../voice/answering.ts';
import type { AskDone } from '../../voice/turn-events.ts';
import { admitVisitor, requireSite } from '../admission.ts';
import { askAsVisitor } from '../asks/ask.ts';
import { questionLanguage } from '../asks/ask-language.ts';
import type { Assistant } from '../assistant.ts';
import { countVisit, limitRefusal, type VisitorInfo } from '../visits.ts';
import { busy } from '../words.ts';

/** The visitor as the socket was opened; admission is checked again with each question. */
export interface LiveVisitorInfo extends VisitorInfo {
  readonly callOrigin: CallOrigin;
}

/**
 * A question of a live session is an ask like any other, with all its rules: who may ask is looked
 * up again, it is counted, kept, and has one `done`.
 */
export async function askInSession(
  assistant: Assistant,
  talker: LiveVisitorInfo,
  question: LiveQuestion,
  onToken: (text: string) => void,
  signal: AbortSignal,
): Promise<AskDone> {
  try {
    return await askOnce(assistant, talker, question, onToken, signal);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'busy') throw error;
    // The visitor hears this sentence, whatever part of the server was busy.
    const language = await questionLanguage(question);
    throw await limitRefusal(assistant, talker, error, busy, language);
  }
}

async function askOnce(
  assistant: Assistant,
  talker: LiveVisitorInfo,
  { spoken, question, history, ...rest }: LiveQuestion,
  onToken: (text: string) => void,
  signal: AbortSignal,
): Promise<AskDone> {
  const site = await requireSite(assistant.store, talker.site.id);
  admitVisitor(assistant, site, talker.callOrigin);
  const visitorInfo = { ...talker, site };
  await countVisit(assistant, 'ask', visitorInfo);
  const asked: AskRequest = {
    ...rest,
    question: cutCharacters(question, siteLimits.questionCharactersMax),
    history: [...history],
    mode: spoken ? 'voice' : undefined,
    request_id: undefined,
  };
  for await (const event of await askAsVisitor(assistant, visitorInfo, asked, signal)) {
    if (event.type === 'done') {
      // Buttons are for who reads; whoever talks is told that there is no answer, and asks again.
      const { suggestions: _, ...done } = event.done;
      return done;
    }
    for (const token of event.tokens) onToken(token);
  }
  throw new Error('an ask ended without its done');
}
