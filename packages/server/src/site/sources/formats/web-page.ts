/** A response of a website: a page, or a sitemap. */

import { gunzipSync } from 'node:zlib';
import { invalid } from '../../../kernel/problem.ts';
import type { PageLink } from '../page-queue.ts';
import type { ReadText } from './blocks.ts';
import { decodeText, isText } from './decode-text.ts';
import { readNodes } from './html.ts';
import { elementsWhere, parseTree, rawText } from './html-tree.ts';
import { pageDetails, pageLinks } from './page-details.ts';
import { readPlain } from './plain.ts';

const unpackedBytesMax = 16 * 1024 * 1024;
const urlsMax = 5_000;

type WebAnswer =
  | { readonly kind: 'page'; readonly text: ReadText; readonly links: readonly PageLink[] }
  | {
      readonly kind: 'sitemap';
      readonly pages: readonly string[];
      readonly sitemaps: readonly string[];
    };

/** `isWhole`: also what a page of a whole website says beside its content, and its links. */
export function readWeb(
  given: Uint8Array,
  {
    url,
    type,
    isWhole,
  }: { readonly url: string; readonly type: string; readonly isWhole: boolean },
): WebAnswer {
  const bytes = unpacked(given);
  const media = (type.split(';')[0] ?? '').trim().toLowerCase();
  if (
    !isText(bytes) ||
    !/^(?:text\/|application\/(?:xhtml\+xml|xml|x?html|gzip|x-gzip))|^$/.test(media)
  )
    throw invalid('This address is not a web page: download the file and send it as a file.');
  const charset = /charset="?([\w-]+)/i.exec(type)?.[1] ?? '';
  const text = decodeText(bytes, charset);
  if (/<(?:urlset|sitemapindex)[\s>]/i.test(text.slice(0, 5_000))) return readSitemap(text);
  if (media === 'text/plain') return { kind: 'page', text: { ...readPlain(text), url }, links: [] };
  const tree = parseTree(text);
  const content = readNodes(tree, { isWholePage: true, url });
  if (!isWhole) return { kind: 'page', text: content, links: [] };
  const about = pageDetails(tree.nodes, url);
  return { kind: 'page', text: { ...content, about }, links: absolute(pageLinks(tree.nodes), url) };
}

function absolute(links: readonly PageLink[], base: string): readonly PageLink[] {
  return links.flatMap(({ url, text }) => {
    const href = URL.parse(url, base)?.href;
    return href === undefined ? [] : [{ url: href, text }];
  });
}

// Sitemaps are often stored compressed, and some servers compress although identity was asked for.
function unpacked(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: unpackedBytesMax });
  } catch (cause) {
    throw invalid('The content of this address is compressed and cannot be decompressed.', {
      cause,
    });
  }
}

function readSitemap(text: string): WebAnswer {
  // The HTML parser knows no document types: it fetches nothing and expands no entities but those of HTML.
  const { nodes } = parseTree(text.replaceAll(/<!\[CDATA\[([\s\S]{0,4000}?)\]\]>/g, '$1'));
  const locations = (name: string) =>
    [...elementsWhere(nodes, (element) => element.name === name)]
      .slice(0, urlsMax)
      .flatMap(({ children }) =>
        [...elementsWhere(children, (element) => element.name === 'loc')].slice(0, 1),
      )
      .map((element) => rawText(element).trim());
  return { kind: 'sitemap', pages: locations('url'), sitemaps: locations('sitemap') };
}
