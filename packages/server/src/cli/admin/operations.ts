/** The operator commands; they work the same with and without a running server. */

import type { Keyring } from '../../access/keys.ts';
import { ownerOperations } from '../../access/owner-operations.ts';
import { createSeal } from '../../access/seal.ts';
import type { Installation } from '../../assemble.ts';
import type { Config } from '../../config.ts';
import { dataPaths, readJsonFile } from '../../data-folder.ts';
import type { GrantDesk } from '../../nodes/grants.ts';
import { nodeOperations } from '../../nodes/node-operations.ts';
import type { SiteDesk } from '../../site/sites/site-operations.ts';
import { siteOperations } from '../../site/sites/site-operations.ts';
import { localUrl } from '../serve/listen.ts';

type Desk = Keyring & SiteDesk & GrantDesk;

export function deskOf({ keyring, plans, config }: Installation): Desk {
  return {
    ...keyring,
    plans,
    planOfNew: config.plan,
    seal: createSeal(keyring.pepper),
    role: config.role,
    siteUrl: () => siteUrlOf(config),
  };
}

/** Where visitors reach the site assistant of these settings. */
export function siteUrlOf(config: Config): string {
  const { run } = dataPaths(config.dataFolder);
  return (
    config.publicSiteUrl ??
    // A port chosen at the start (setting 0) is written only there.
    readJsonFile<{ readonly site?: { readonly url: string } }>(run)?.site?.url ??
    localUrl(config.host, config.sitePort)
  );
}

const operations = {
  ...ownerOperations,
  ...siteOperations,
  ...nodeOperations,
} as const;

type Operations = typeof operations;
export type OperationName = keyof Operations;
export type OperationInput<Name extends OperationName> = Parameters<Operations[Name]>[1];
export type OperationResult<Name extends OperationName> = Awaited<ReturnType<Operations[Name]>>;

export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}

export function performOperation(
  desk: Desk,
  name: OperationName,
  input: unknown,
): Promise<unknown> {
  const run = operations[name] as unknown as (desk: Desk, given: unknown) => Promise<unknown>;
  return run(desk, input);
}
