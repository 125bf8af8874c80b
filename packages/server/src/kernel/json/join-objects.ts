/** The JSON text of one object with the fields of several, which have none in common. */
export function joinObjects(...objects: readonly string[]): string {
  const fields = objects.map((object) => object.slice(1, -1)).filter((text) => text !== '');
  return `{${fields.join(',')}}`;
}
