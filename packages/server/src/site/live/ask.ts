import { type AskRequest, cutCharacters, siteLimits } from '@baraza/contract';
import type { CallOrigin } from '../../access/origins.ts';
import { Problem } from '../../kernel/problem.ts';
import type { LiveQuestion } from '../../voice/answering.ts';
import type { AskDone } from '../../voice/turn-events.ts';
import { admitVisitor, requireSite } from '../admission.ts';
import { askAsVisitor } from '../asks/ask.ts';
import type { AskContext } from '../asks/ask-once.ts';
import { questionLanguage } from '../asks/ask-outcome.ts';
import { limitRefusal, type VisitorInfo } from '../visits.ts';
import { busy } from '../words.ts';

/** The visitor as the socket was opened; admission is checked again with each question. */
export interface LiveVisitorInfo extends VisitorInfo {
  readonly callOrigin: CallOrigin;
}

/** A question of a live session is an ask like any other: it is admitted, counted, stored, and has one `done`. */
export async function askInSession(
  assistant: AskContext,
  talker: LiveVisitorInfo,
  { spoken, question, history, ...rest }: LiveQuestion,
  onToken: (text: string) => void,
  signal: AbortSignal,
): Promise<AskDone> {
  const asked: AskRequest = {
    ...rest,
    question: cutCharacters(question, siteLimits.questionCharactersMax),
    history: [...history],
    mode: spoken ? 'voice' : undefined,
    request_id: undefined,
  };
  try {
    const site = await requireSite(assistant.store, talker.site.id);
    admitVisitor(assistant, site, talker.callOrigin);
    const visitorInfo = { ...talker, site };
    for await (const event of await askAsVisitor(assistant, visitorInfo, asked, signal)) {
      if (event.type === 'done') {
        // Suggestions are buttons, which a listener cannot press.
        const { suggestions: _, ...done } = event.done;
        return done;
      }
      for (const token of event.tokens) onToken(token);
    }
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'busy') throw error;
    // The visitor gets this sentence, whatever part of the server was busy.
    throw await limitRefusal(assistant, talker, error, busy, await questionLanguage(asked));
  }
  throw new Error('an ask ended without its done');
}
