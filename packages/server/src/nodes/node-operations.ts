import {
  absentSites,
  assertOperator,
  authoriseNode,
  type GrantContext,
  listGrants,
  revokeNode,
  type WantedGrant,
} from './grants.ts';
import { rotateSigningKey } from './signing.ts';

/** Operator commands for nodes. */
export const nodeOperations = {
  'nodes authorize': async (context: GrantContext, input: WantedGrant) => ({
    ...(await authoriseNode(context, input)),
    absent: await absentSites(context.store, input.sites ?? []),
  }),
  'nodes revoke': (context: GrantContext, input: { readonly jti: string }) => {
    assertOperator(context.role);
    return revokeNode(context, input.jti);
  },
  'nodes list': (context: GrantContext, _input: object) => listGrants(context),
  'nodes rotate-key': async (context: GrantContext, _input: object) => ({
    kid: await rotateSigningKey(context),
  }),
} as const;
