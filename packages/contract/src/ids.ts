/** TypeIDs: a prefix that names the noun, and 26 characters of Crockford base32 over a UUIDv7. */
export const idPrefixes = {
  resource: 'res',
  record: 'rec',
  activity: 'act',
  key: 'key',
  owner: 'own',
  generation: 'gen',
  event: 'evt',
  question: 'q',
  lead: 'lead',
  message: 'm',
  arrival: 'in',
  notice: 'msg',
  live: 'live',
  grant: 'grant',
  member: 'mem',
  push: 'push',
} as const;
export type IdNoun = keyof typeof idPrefixes;

// The first character has only the top three of 128 bits, so it is at most 7.
const suffix = '[0-7][0-9a-hjkmnp-tv-z]{25}';

const patterns = Object.fromEntries(
  Object.entries(idPrefixes).map(([noun, prefix]) => [noun, new RegExp(`^${prefix}_${suffix}$`)]),
) as Record<IdNoun, RegExp>;

/** Whether a text has the form of an id; otherwise no lookup is needed. */
export function isId(noun: IdNoun, text: string): boolean {
  return patterns[noun].test(text);
}

/** The ids that clients may choose for records. */
export const clientIdPattern = '^[A-Za-z0-9_-]{1,64}$';
const clientId = new RegExp(clientIdPattern);

/** The id of a record, chosen by the server or by a client; `summary` is reserved for another path. */
export function isRecordId(text: string): boolean {
  return clientId.test(text) && text !== 'summary';
}

export function idPattern(noun: IdNoun): string {
  return patterns[noun].source;
}
