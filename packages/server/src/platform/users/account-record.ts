/** The records of a resource of kind Users: each is an account with an e-mail address. */
import { emailAddressOf, type JsonObject } from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import { invalid } from '../../kernel/problem.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';

/** The field that is unique in every Users resource. */
export const emailFields: readonly string[] = ['email'];

export function isUsers({ service, kind }: Pick<ResourceRow, 'service' | 'kind'>): boolean {
  return service === 'data' && kind.toLowerCase() === 'users';
}

/** A record as it is stored: of an account, with its address in lower case. */
export function accountRecord(resource: Pick<ResourceRow, 'service' | 'kind'>, record: JsonObject) {
  if (!isUsers(resource)) return record;
  // A stored password would be exported, sent by webhooks and read by assistants.
  if (Object.hasOwn(record, 'password'))
    throw invalid(
      'A password is not a field of a record: it is given at sign-up, or set with …/users/{id}/password.',
    );
  const email = emailOf(record.email);
  return record.email === email ? record : { ...record, email };
}

/** An e-mail address in lower case. */
export function emailOf(value: unknown): string {
  const address = typeof value === 'string' ? emailAddressOf(value) : undefined;
  if (address === undefined) throw invalid('email must be an e-mail address.');
  return address;
}

/** Refuses fields that only the server sets: others would trust the values. */
export function assertNotReserved(fields: JsonObject): void {
  const reserved = ['id', 'verified'].find((field) => Object.hasOwn(fields, field));
  if (reserved !== undefined) throw invalid(`The field ${reserved} cannot be set.`);
}

/** Through the routes of records, a user changes no address: that needs a recent sign-in. */
export function assertAddressKept(
  { keyless }: Caller,
  resource: ResourceRow,
  before: JsonObject,
  after: JsonObject,
): void {
  if (keyless === undefined || keyless.isOnOwnAccount === true || !isUsers(resource)) return;
  if (before.email !== after.email) throw invalid('email is changed with PATCH …/users/{id}/me.');
}
