/** Where calls go and who sends them. What is wrong with either fails here, before anything is sent. */

export type QueryValues = { readonly [name: string]: string | number | boolean | undefined };

/** The address without a trailing slash; in a browser it may be relative to the page. */
export function parseBaseUrl(text: string): string {
  const page: { readonly href: string } | undefined = globalThis.location;
  const url = parseUrl(text, page?.href);
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('baseUrl must be an http or https address.');
  }
  // The text stays out of the message: what is refused here is a secret in it.
  if (url.username !== '' || url.password !== '') {
    throw new TypeError('baseUrl must carry no credentials.');
  }
  return url.origin + url.pathname.replace(/(?<!\/)\/+$/, '');
}

/** Headers name a value they refuse in their error, so a broken key must never reach them. */
export function parseKey(text: string): string {
  const key = text.trim();
  if (!/^[\x21-\x7e]+$/.test(key)) throw new TypeError('key must be an API key: visible ASCII.');
  return key;
}

/** One segment of a path, whatever the text; only what no path can carry is refused. */
export function segment(id: string): string {
  // URL parsers resolve these (%2e too), and the call would go to another endpoint.
  if (id === '' || id === '.' || id === '..') throw new TypeError(`"${id}" is no resource id.`);
  return encodeURIComponent(id);
}

export function queryText(values: QueryValues): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** Encoders replace lone surrogates silently: another object would be read, or written. */
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
