/** One request of a case. `{name}` in path, headers and body is the id that an earlier step saved under this name. */
export interface Step {
  /** Whose request: a user by name, `nobody`, or the owner's key unless given. */
  readonly as?: string;
  readonly method: string;
  readonly path: string;
  /** A text is sent as it is, with its content type in `headers`. */
  readonly body?: unknown;
  readonly headers?: { readonly [name: string]: string };
  /** The name for the id in the reply. */
  readonly saves?: string;
  /** Follows `nextCursor` to the end; the outcome has all pages. */
  readonly pages?: true;
}

export interface Case {
  readonly name: string;
  readonly steps: readonly Step[];
}

/** Resources and records that the cases share, played first; the cases are played in their order. */
export interface World {
  readonly name: string;
  readonly setup: readonly Step[];
  readonly cases: readonly Case[];
}

export const resources = '/api/platform/resources';
export const records = (name = 'main', rest = '') => `${resources}/{${name}}/records${rest}`;

export function create(name: string, config: object, service = 'data', kind = 'Collection'): Step {
  return { method: 'POST', path: resources, body: { service, kind, name, config }, saves: name };
}

export function put(id: string, record: unknown, name = 'main', as?: string): Step {
  return { method: 'PUT', path: records(name, `/${id}`), body: record, ...(as && { as }) };
}

export function get(query: readonly (readonly [string, string])[], rest = ''): Step {
  const text = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return { method: 'GET', path: `${records('main', rest)}${text && `?${text}`}` };
}

export function configure(config: unknown, action = 'configure', name = 'main'): Step {
  return { method: 'PATCH', path: `${resources}/{${name}}`, body: { action, config } };
}

export const range = (count: number) => Array.from({ length: count }, (_, at) => at);
export const numbered = (kind: string, at: number) => `${kind}-${String(at + 1).padStart(3, '0')}`;
