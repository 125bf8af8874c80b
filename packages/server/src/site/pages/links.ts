import type { Language } from '@baraza/contract';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';

/** The line that puts the assistant on a page; undefined if embedding is off. */
export function embedLine(
  { off, publicUrl }: Pick<Assistant, 'off' | 'publicUrl'>,
  { id, key }: Pick<SiteRow, 'id' | 'key'>,
): string | undefined {
  if (off.has('embed')) return undefined;
  // Needs no escaping: an origin, a slug and a key contain no quotes.
  return `<script src="${publicUrl()}/w.js" data-site="${id}" data-key="${key}" defer></script>`;
}

/** The page on which the owner of an e-mail address confirms that it gets notices. */
export function confirmationLink(publicUrl: string, token: string, language: Language): string {
  return `${publicUrl}${confirmationPath}?token=${token}&language=${language}`;
}

export const confirmationPath = '/confirm-email';

/** Where an owner answers questions: the console's page of a site's questions, or of one of them. */
export function consolePage(consoleUrl: string, siteId: string, questionId?: string): string {
  // In the fragment, which survives a sign-in.
  const questions = `${consoleUrl}/#/sites/${siteId}/questions`;
  return questionId === undefined ? questions : `${questions}/${questionId}`;
}

export function conversationPage(consoleUrl: string, siteId: string, id: string): string {
  return `${consoleUrl}/#/sites/${siteId}/conversations/${id}`;
}
