import { type FeedbackRequest, isId } from '@baraza/contract';
import { absent } from '../../kernel/problem.ts';
import { setFeedback } from '../../store/site/questions.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';

/** Whether an answer helped. Where the owner does not ask for it, there is nothing to say it about. */
export async function takeFeedback(
  assistant: Assistant,
  site: SiteRow,
  { id, value }: FeedbackRequest,
): Promise<void> {
  const { feedback } = await assistant.profiles.headOf(site);
  if (!feedback || !isId('question', id)) throw absent('question');
  const changed = await assistant.store.write((tx) => setFeedback(tx, site.id, id, value));
  if (changed === 0) throw absent('question');
}
