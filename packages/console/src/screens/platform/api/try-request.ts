/** Turns the form of an operation into a request from this page, and into a curl command. */
import { shellSafe } from '../shell-safe.ts';
import type { Operation, Parameter } from './openapi.ts';

export type ApiName = 'platform' | 'site' | 'console';

/** What was typed, by the key of a parameter. */
export type Typed = Readonly<Record<string, string>>;

export function keyOf({ place, name }: Pick<Parameter, 'place' | 'name'>): string {
  return `${place} ${name}`;
}

export type Sender = 'session' | 'key' | 'none';

/** As whom it can be sent from this page; empty if the endpoint is on another origin. */
export function sendersOf(api: ApiName, operation: Operation): readonly Sender[] {
  if (api === 'platform') return operation.isPublic ? ['none', 'key'] : ['session', 'key'];
  return mirrorOf(api, operation.path) === undefined ? [] : ['session'];
}

/** The path of the same endpoint below /console, for callers with a session; undefined if there is none. */
export function mirrorOf(api: ApiName, path: string): string | undefined {
  if (api === 'console') return path;
  if (api === 'platform') return path.replace(/^\/api\/platform/, '/console/platform');
  if (path === '/v1/openapi.json') return '/console/sites-openapi.json';
  return path.startsWith('/v1/admin/sites')
    ? path.replace('/v1/admin/sites', '/console/sites')
    : undefined;
}

/** The path and query. A path parameter without a value becomes a shell variable. */
export function addressOf({ path, parameters }: Operation, typed: Typed): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = typed[keyOf({ place: 'path', name })] ?? '';
    return value.trim() === '' ? `$${name}` : encoded(value.trim());
  });
  const query = parameters
    .filter(({ place }) => place === 'query')
    .flatMap((parameter) => pairsOf(parameter, typed[keyOf(parameter)] ?? ''))
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
}

/** The names of path parameters without a value. */
export function missingIn({ parameters }: Operation, typed: Typed): readonly string[] {
  return parameters
    .filter((one) => one.place === 'path' && (typed[keyOf(one)] ?? '').trim() === '')
    .map(({ name }) => name);
}

export function headersOf({ parameters }: Operation, typed: Typed): Record<string, string> {
  const given = parameters
    .filter(({ place }) => place === 'header')
    .map((one) => [one.name, (typed[keyOf(one)] ?? '').trim()] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

export function curlOf(
  api: ApiName,
  url: string,
  operation: Operation,
  { typed, body }: { readonly typed: Typed; readonly body: string },
): string {
  const { method, isPublic } = operation;
  const type = operation.body?.type;
  const headers = Object.entries(headersOf(operation, typed));
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${url}${addressOf(operation, typed)}"`,
    ...(isPublic ? [] : [credentialOf[api]]),
    ...headers.map(([name, value]) => `-H '${shellSafe(`${name}: ${value}`)}'`),
    ...(type === 'multipart/form-data' ? ['-F file=@photo.jpg'] : []),
    ...(type === undefined || type === 'multipart/form-data'
      ? []
      : [`-H 'Content-Type: ${type}'`, `--data-binary '${shellSafe(oneLineJson(body))}'`]),
  ];
  return lines.join(' \\\n  ');
}

const credentialOf = {
  platform: '-H "Authorization: Bearer $BARAZA_KEY"',
  site: '-H "Authorization: Bearer $BARAZA_OWNER_CREDENTIAL"',
  console: '-H "X-Console: 1" -b "$BARAZA_COOKIE"',
} as const;

/** Parameters of the query. A map has one pair per line: `status=paid` becomes `where.status=paid`. */
function pairsOf({ name, isMap }: Parameter, text: string): readonly (readonly [string, string])[] {
  if (!isMap) return text.trim() === '' ? [] : [[name, text.trim()]];
  return text
    .split('\n')
    .filter((line) => line.includes('='))
    .map((line) => {
      const at = line.indexOf('=');
      return [`${name}.${line.slice(0, at).trim()}`, line.slice(at + 1).trim()];
    });
}

// Shells interpret `!` even inside double quotes.
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll('!', '%21');
}

function oneLineJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
