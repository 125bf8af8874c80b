import {
  absentSites,
  assertOperator,
  authoriseNode,
  type GrantDesk,
  listGrants,
  revokeNode,
  type WantedGrant,
} from './grants.ts';
import { rotateSigningKey } from './signing.ts';

/** Operator commands for nodes. */
export const nodeOperations = {
  'nodes authorize': async (desk: GrantDesk, input: WantedGrant) => ({
    ...(await authoriseNode(desk, input)),
    absent: await absentSites(desk.store, input.sites ?? []),
  }),
  'nodes revoke': (desk: GrantDesk, input: { readonly jti: string }) => {
    assertOperator(desk.role);
    return revokeNode(desk, input.jti);
  },
  'nodes list': (desk: GrantDesk, _input: object) => listGrants(desk),
  'nodes rotate-key': async (desk: GrantDesk, _input: object) => ({
    kid: await rotateSigningKey(desk),
  }),
} as const;
