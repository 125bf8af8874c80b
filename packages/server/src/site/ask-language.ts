import type { AskRequest, Language } from '@baraza/contract';
import type { SiteRow } from '../store/sites.ts';
import { askEngine } from './ask.ts';
import type { Assistant } from './site.ts';

/** The language of a question that is not going to be answered. */
export async function questionLanguage(
  assistant: Assistant,
  site: SiteRow,
  asked: AskRequest,
): Promise<Language | undefined> {
  if (asked.language !== undefined) return asked.language;
  try {
    return (await askEngine(assistant, site, asked)).reply.language;
  } catch {
    return undefined;
  }
}
