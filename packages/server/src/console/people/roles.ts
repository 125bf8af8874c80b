/** Which roles reach which routes of the console. A route without a row is for owners only, and fails a test. */
import type { MemberRole } from '@baraza/contract';
import { Problem } from '../../kernel/problem.ts';

type Roles = readonly MemberRole[];

const owners: Roles = ['owner'];
/** Information. */
const editors: Roles = ['owner', 'editor'];
/** Leads. */
const answerers: Roles = ['owner', 'answerer'];
/** Questions, conversations, and the account of each person. */
const everyone: Roles = ['owner', 'editor', 'answerer'];

/** By method and path; `*` at the end of a path means everything below, and the longest row counts. */
const table: { readonly [route: string]: Roles } = {
  'GET /console/session': everyone,
  'DELETE /console/session': everyone,
  'GET /console/sessions': everyone,
  'DELETE /console/sessions': everyone,
  'DELETE /console/sessions/:id': everyone,
  'GET /console/passkeys': everyone,
  'POST /console/passkeys': everyone,
  'POST /console/passkeys/options': everyone,
  'DELETE /console/passkeys/:id': everyone,
  'GET /console/push': everyone,
  'POST /console/push': everyone,
  'POST /console/push/test': everyone,
  'DELETE /console/push/:id': everyone,
  'GET /console/members': everyone,
  // Others than owners may change only themselves; `changeMember` checks that.
  'PATCH /console/members/:id': everyone,
  'POST /console/email': everyone,
  'POST /console/email/link': everyone,
  'POST /console/members': owners,
  'POST /console/members/:id/invite': owners,
  'DELETE /console/members/:id': owners,
  'GET /console/openapi.json': everyone,
  'GET /console/sites-openapi.json': everyone,
  'GET /console/keys': owners,
  'POST /console/keys': owners,
  'POST /console/keys/:id/rotate': owners,
  'DELETE /console/keys/:id': owners,
  'GET /console/usage': owners,
  '* /console/operator*': owners,
  '* /console/platform/*': owners,
  'GET /console/sites': everyone,
  'POST /console/sites': owners,
  // Everybody sees the approved information; a conversation cannot be answered without it.
  'GET /console/sites/:site': everyone,
  'DELETE /console/sites/:site': owners,
  'GET /console/sites/:site/usage': everyone,
  'POST /console/sites/:site/pause': owners,
  'POST /console/sites/:site/resume': owners,
  'POST /console/sites/:site/rotate-key': owners,
  'POST /console/sites/:site/move': owners,
  'GET /console/sites/:site/export': owners,
  'POST /console/sites/:site/import': owners,
  'POST /console/sites/:site/origins/test': owners,
  'POST /console/sites/:site/notices/test': owners,
  'POST /console/sites/:site/notices/confirm': owners,
  // Fields that are not information are refused to editors (`changedSettings` in `site/profile/profile-changes.ts`).
  '* /console/sites/:site/profile*': editors,
  'POST /console/sites/:site/sources': editors,
  'POST /console/sites/:site/preview': everyone,
  'GET /console/sites/:site/gaps': everyone,
  '* /console/sites/:site/questions*': everyone,
  '* /console/sites/:site/conversations*': everyone,
  '* /console/sites/:site/saved-answers*': everyone,
  '* /console/sites/:site/leads*': answerers,
  // Everything that one person wrote, to hand over or to erase.
  '* /console/sites/:site/people*': owners,
  '* /console/sites/:site/channels*': owners,
};

/** The roles of a route; undefined if it has no row. */
export function rolesOf(method: string, path: string): Roles | undefined {
  const exact = table[`${method} ${path}`];
  if (exact !== undefined) return exact;
  const [longest] = Object.entries(table)
    .flatMap(([row, roles]) => {
      const [rowMethod = '', pattern = ''] = row.split(' ');
      const isFor = rowMethod === '*' || rowMethod === method;
      const start = pattern.endsWith('*') ? pattern.slice(0, -1) : undefined;
      return isFor && start !== undefined && path.startsWith(start) ? [{ start, roles }] : [];
    })
    .toSorted((one, other) => other.start.length - one.start.length);
  return longest?.roles;
}

/** The rows of the table, for the test that compares them with the routes. */
export const roleRows: readonly string[] = Object.keys(table);

export function assertRole(
  role: MemberRole,
  { method, path }: { readonly method: string; readonly path: string },
): void {
  if ((rolesOf(method, path) ?? owners).includes(role)) return;
  throw new Problem('scope', `This is not for the role ${role}; ask an owner of this account.`);
}
