/** Paths after the `#`: `/sites/:site/questions/:id?`. */
export type Params = Readonly<Record<string, string>>;

/** The values of the pattern's parameters; undefined if the path does not match. */
export function matchPath(pattern: string, path: string): Params | undefined {
  const names = partsOf(pattern);
  const parts = partsOf(path);
  if (parts.length > names.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, name] of names.entries()) {
    const part = parts[at];
    const isOptional = name.endsWith('?');
    if (part === undefined && isOptional) continue;
    if (part === undefined) return undefined;
    if (!name.startsWith(':')) {
      if (name !== part) return undefined;
      continue;
    }
    const value = decoded(part);
    if (value === undefined) return undefined;
    params[name.replace(':', '').replace('?', '')] = value;
  }
  return params;
}

/** The path of a pattern with these parameters. */
export function pathTo(pattern: string, params: Params): string {
  const parts = partsOf(pattern).flatMap((name) => {
    if (!name.startsWith(':')) return [name];
    const value = params[name.replace(':', '').replace('?', '')];
    return value === undefined ? [] : [encodeURIComponent(value)];
  });
  return `/${parts.join('/')}`;
}

/** The path and the query of `#/path?a=b`. */
export function parseHash(hash: string): { readonly path: string; readonly query: string } {
  const [path = '', query = ''] = hash.replace('#', '').split('?', 2);
  return { path: `/${partsOf(path).join('/')}`, query };
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
