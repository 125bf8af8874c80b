/** The routes of both services from their OpenAPI documents, so that new routes are included. */
import type { Installation } from './installation.ts';

export interface TableRoute {
  readonly service: 'platform' | 'site';
  readonly method: string;
  /** With `{name}` placeholders. */
  readonly path: string;
  readonly statuses: readonly number[];
  /** The required credential: a platform key, an owner's, or none. */
  readonly credential: 'key' | 'owner' | 'none';
  /** The first accepted body type; undefined if it takes no body. */
  readonly bodyType: string | undefined;
}

interface Described {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
}

interface Operation {
  readonly responses: { readonly [status: string]: unknown };
  readonly security?: readonly unknown[];
  readonly requestBody?: { readonly content: { readonly [type: string]: unknown } };
}

export async function readRouteTable(server: Installation): Promise<readonly TableRoute[]> {
  const platform = await server.platform('GET', '/api/platform/openapi.json');
  const site = await server.visit('GET', '/v1/openapi.json');
  return [...routesOf('platform', platform.json), ...routesOf('site', site.json)];
}

function routesOf(service: TableRoute['service'], { paths }: Described): readonly TableRoute[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { responses, security, requestBody }]) => ({
      service,
      method: method.toUpperCase(),
      path,
      statuses: Object.keys(responses).map(Number),
      credential: security?.length === 0 ? 'none' : service === 'platform' ? 'key' : 'owner',
      bodyType: Object.keys(requestBody?.content ?? {})[0],
    })),
  );
}

/** Fills the placeholders; missing values become ids that do not exist. */
export function fillPath(
  { path }: TableRoute,
  given: { readonly [name: string]: string | undefined } = {},
): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => given[name] ?? absentId(name));
}

function absentId(name: string): string {
  if (name === 'site') return 'absent-site';
  return `${name === 'recordId' ? 'rec' : 'res'}_${'0'.repeat(25)}1`;
}
