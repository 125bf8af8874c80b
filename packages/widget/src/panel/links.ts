/** The only code that turns an address into a link. */
import type { AnswerSource } from '@baraza/contract';
import { element, icon } from '../launcher/element.ts';
import { parsedUrl } from '../launcher/embed.ts';
import { icons } from './icons.ts';
import type { Words } from './words.ts';

/** A web link to one of `hosts`. */
export function webLink(
  address: string,
  label: string,
  hosts: ReadonlySet<string>,
): HTMLAnchorElement | undefined {
  const url = parsedUrl(address);
  if (url === undefined || !isWeb(url) || !hosts.has(hostAndPath(url))) return undefined;
  return externalLink(url.href, label);
}

/** The hosts that an answer may link to: those of its sources and of the contact. */
export function hostsOf(sources: readonly AnswerSource[], handoff: string): ReadonlySet<string> {
  const addresses = [...sources.map(({ url }) => url ?? ''), handoff];
  const urls = addresses.map(parsedUrl).filter((url) => url !== undefined);
  return new Set(urls.filter(isWeb).map(hostAndPath));
}

// On wa.me each path is a different phone number.
function hostAndPath({ host, pathname }: URL): string {
  return host === 'wa.me' ? host + pathname : host;
}

/** A way to reach a person; undefined for a link of any other kind. */
export function contactLink(address: string, words: Words): HTMLAnchorElement | undefined {
  const url = parsedUrl(address);
  if (url === undefined) return undefined;
  if (url.protocol === 'tel:') return choice(address, icons.phone, words.call);
  if (url.protocol === 'mailto:') return choice(address, icons.mail, words.mail);
  if (!isWeb(url)) return undefined;
  if (url.host === 'wa.me') return choice(url.href, icons.whatsapp, words.whatsapp);
  // A link to the current page is not another contact.
  if (url.origin + url.pathname === location.origin + location.pathname) return undefined;
  return choice(url.href, icons.page, words.page);
}

function choice(href: string, paths: readonly string[], label: string): HTMLAnchorElement {
  const link = externalLink(href, label);
  link.className = 'chip way';
  link.prepend(icon(...paths));
  return link;
}

function externalLink(href: string, label: string): HTMLAnchorElement {
  return element('a', { href, target: '_blank', rel: 'noopener noreferrer nofollow' }, label);
}

// User information before the host imitates another host.
function isWeb({ protocol, username, password }: URL): boolean {
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}
