import type { SiteRow } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';

/** The line that puts the assistant on a page; undefined where this server offers none. */
export function embedLine(
  { off, publicUrl }: Pick<Assistant, 'off' | 'publicUrl'>,
  { id, key }: Pick<SiteRow, 'id' | 'key'>,
): string | undefined {
  if (off.has('embed')) return undefined;
  // Nothing in it can end an attribute: an origin, a slug and a key have no quotes.
  return `<script src="${publicUrl()}/w.js" data-site="${id}" data-key="${key}" defer></script>`;
}
