/** Addresses with and without `www.`: browsers treat them as two websites, their owner as one. */

/** Adds `https://` to an address that was typed without it. */
export function wholeAddress(text: string): string {
  const address = text.trim();
  return address === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `https://${address}`;
}

/** For each website in a list, the address with or without `www.` that the list lacks. */
export function missingTwins(origins: readonly string[]): readonly string[] {
  const listed = new Set(origins.map((origin) => parsed(origin)?.origin ?? origin.trim()));
  return origins.flatMap((origin) => {
    const twin = twinOf(origin);
    if (twin === undefined || listed.has(twin)) return [];
    return listed.has(twin.replace('://www.', '://*.')) ? [] : [twin];
  });
}

function twinOf(origin: string): string | undefined {
  const url = parsed(origin);
  if (url === undefined || !isWholeDomain(url.hostname.replace(/^www\./, ''))) return undefined;
  const { protocol, host } = url;
  return `${protocol}//${host.startsWith('www.') ? host.slice(4) : `www.${host}`}`;
}

function parsed(text: string): URL | undefined {
  const address = wholeAddress(text);
  return address !== '' && URL.canParse(address) ? new URL(address) : undefined;
}

// True for duka.co.ke and duka.com. A subdomain such as shop.duka.co.ke is not used with `www.`.
function isWholeDomain(host: string): boolean {
  return /^[a-z\d-]+\.(?:(?:co|or|go|ac|ne|sc|me|com|org|net|info|mobi)\.[a-z]{2}|[a-z]{2,})$/.test(
    host,
  );
}
