/** Validates addresses, keys and path segments before anything is sent. */

export type QueryValues = { readonly [name: string]: string | number | boolean | undefined };

/** The address without a trailing slash; in a browser it may be relative to the page. */
export function parseBaseUrl(text: string): string {
  const page: { readonly href: string } | undefined = globalThis.location;
  const url = parseUrl(text, page?.href);
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('baseUrl must be an http or https address.');
  }
  // The address is not part of the message, since it has a secret.
  if (url.username !== '' || url.password !== '') {
    throw new TypeError('baseUrl must carry no credentials.');
  }
  return url.origin + url.pathname.replace(/(?<!\/)\/+$/, '');
}

/** Checked here because `Headers` would show an invalid key in its error message. */
export function parseKey(text: string): string {
  const key = text.trim();
  if (!/^[\x21-\x7e]+$/.test(key)) throw new TypeError('key must be an API key: visible ASCII.');
  return key;
}

/** Encodes any text as one path segment; refuses the few that no path can contain. */
export function segment(id: string): string {
  // URL parsers resolve these (also %2e), so the call would go to another endpoint.
  if (id === '' || id === '.' || id === '..') throw new TypeError(`"${id}" is not a resource id.`);
  return encodeURIComponent(id);
}

export function queryText(values: QueryValues): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** Encoders silently replace lone surrogates, which would address another object. */
export function checkedObjectKey(key: string): string {
  if (key === '' || !key.isWellFormed()) {
    throw new TypeError('An object key must be Unicode text that is not empty.');
  }
  return key;
}

function parseUrl(text: string, base: string | undefined): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
