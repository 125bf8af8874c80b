/** The resources of the platform, as its API shows them. */

import { call } from '../../api/call.ts';
import type { Service } from './services.ts';

export interface Resource {
  readonly id: string;
  readonly service: Service;
  readonly kind: string;
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly state: ResourceState;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly recordCount?: number;
  readonly objectCount?: number;
  readonly bytes?: number;
  readonly completedAt?: string | null;
  readonly lastCapturedAt?: string | null;
  readonly validation?: Validation | null;
  readonly suspended?: string;
  /** Of a webhook, in the answer to its creation alone. */
  readonly secret?: string;
}

export type ResourceState =
  | 'active'
  | 'archived'
  | 'validated'
  | 'invalid'
  | 'captured'
  | 'completed';

interface Validation {
  readonly ok: boolean;
  readonly at: string;
  readonly checks: readonly {
    readonly name: string;
    readonly ok: boolean;
    readonly message: string;
  }[];
}

export interface Activity {
  readonly id: string;
  readonly at: string;
  readonly action: string;
  readonly resourceId: string;
  readonly service: Service;
  readonly kind: string;
  readonly name: string;
  readonly actor: { readonly keyId: string; readonly name: string };
}

interface ResourceList {
  readonly resources: readonly Resource[];
  readonly activity: readonly Activity[];
  readonly total: number;
  readonly nextCursor: string | null;
}

export const platformPath = '/console/platform';

export function resourcePath(id: string): string {
  return `${platformPath}/resources/${encodeURIComponent(id)}`;
}

export function listResources(
  query: Readonly<Record<string, string | number | undefined>>,
  signal?: AbortSignal,
): Promise<ResourceList> {
  return call('GET', `${platformPath}/resources`, { query, signal });
}

export function getResource(id: string, signal?: AbortSignal): Promise<Resource> {
  return call('GET', resourcePath(id), { query: { records: false }, signal });
}

/** One of the actions of PATCH; with `version` only if nobody else has changed it since. */
export function actOn(
  id: string,
  action: string,
  parameters: Readonly<Record<string, unknown>> = {},
  version?: number,
): Promise<Resource> {
  return call('PATCH', resourcePath(id), {
    body: { action, ...parameters },
    headers: version === undefined ? {} : { 'If-Match': `"${version}"` },
  });
}
