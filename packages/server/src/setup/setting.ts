import path from 'node:path';
import { type SiteFeature, siteFeatures } from '@baraza/contract/plain';

/** One setting: what it is called, what it means, and how its text becomes a value. */
export interface Setting<Value> {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
  readonly parse: (text: string) => Value;
  /** The value may contain a password, so error messages do not repeat it. */
  readonly isSecret?: true;
}

/** Settings of a common form, by the name of the variable and its meaning. */
export const text = (name: string, meaning: string) => ({
  name,
  fallback: '',
  meaning,
  parse: optional((given) => given),
});
export const secret = (name: string, meaning: string) => ({
  ...text(name, meaning),
  isSecret: true as const,
});
export const modelServer = (name: string, meaning: string) => ({
  ...secret(name, meaning),
  parse: optional(httpAddress),
});
export const file = (name: string, meaning: string) => ({
  ...text(name, meaning),
  parse: optional((given) => path.resolve(given)),
});
export const address = (name: string, meaning: string) => ({
  ...text(name, meaning),
  parse: optional((given) => origin(given, ['http:', 'https:'])),
});
export const onOff = (name: string, fallback: '0' | '1', meaning: string) => ({
  name,
  fallback,
  meaning,
  parse: flag,
});

export const number = (
  name: string,
  fallback: string,
  [min, max]: readonly [min: number, max: number],
  meaning: string,
) => ({ name, fallback, meaning, parse: (text: string) => wholeNumber(text, min, max) });

export function optional<Value>(
  parse: (text: string) => Value,
): (text: string) => Value | undefined {
  return (text) => (text === '' ? undefined : parse(text));
}

// A bare % in the password would make the driver fail.
export function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}

export function words(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

export function feature(text: string): SiteFeature {
  const known = siteFeatures.find((name) => name === text);
  if (known !== undefined) return known;
  throw new Error(`must be some of ${siteFeatures.join(', ')}`);
}

export function port(text: string): number {
  return wholeNumber(text, 0, 65_535);
}

export function flag(text: string): boolean {
  if (text === '0' || text === '1') return text === '1';
  throw new Error('must be 0 or 1');
}

export function wholeNumber(text: string, min: number, max: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new Error(`must be a whole number from ${min} to ${max}`);
}

const byteUnits: { readonly [unit: string]: number } = {
  '': 1,
  KB: 1024,
  MB: 1024 ** 2,
  GB: 1024 ** 3,
};

/** Bytes of a disk with this many. */
export function diskSize(text: string): (totalBytes: number) => number {
  const [whole, digits, unit = ''] = /^(\d+(?:\.\d+)?) ?(%|[KMG]B|)$/i.exec(text) ?? [];
  const size = Number(digits);
  if (whole !== undefined && unit === '%' && size <= 100)
    return (totalBytes) => Math.floor((totalBytes * size) / 100);
  const bytes = Math.floor(size * (byteUnits[unit.toUpperCase()] ?? Number.NaN));
  if (Number.isSafeInteger(bytes)) return () => bytes;
  throw new Error('must be a size like 500MB or 5%');
}

export function origin(text: string, protocols: readonly string[]): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // Must equal the origin: a path, a query or a password would be dropped silently.
  if (url !== undefined && protocols.includes(url.protocol) && url.href === `${url.origin}/`)
    return url.origin;
  throw new Error('must be an address like https://example.com');
}

/** The address of a server and perhaps a path on it, without a slash at its end. */
function httpAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    `${url.username}${url.password}${url.search}${url.hash}` === ''
  )
    return url.href.replace(/(?<!\/)\/+$/, '');
  throw new Error('must be an address like https://example.com/v1, without a password or a query');
}
