/** A path with its query; undefined values are left out. */
export function pathWith(
  path: string,
  query: Readonly<Record<string, string | number | boolean | undefined>> = {},
): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
