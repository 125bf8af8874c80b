/** What an operator can do from the command line, the same whether a server runs or not. */
import { administration as keyAdministration } from '../access/administration.ts';
import type { Keyring } from '../access/keys.ts';
import { createSeal } from '../access/seal.ts';
import type { Installation } from '../assemble.ts';
import type { Config } from '../config.ts';
import { dataPaths, readJsonFile } from '../data-folder.ts';
import { nodeAdministration } from '../nodes/administration.ts';
import type { GrantDesk } from '../nodes/grants.ts';
import type { SiteDesk } from '../site/administration.ts';
import { siteAdministration } from '../site/administration.ts';
import { localUrl } from './listen.ts';

export type Desk = Keyring & SiteDesk & GrantDesk;

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
    // A port that was chosen when the server started stands nowhere else.
    readJsonFile<{ readonly site?: { readonly url: string } }>(run)?.site?.url ??
    localUrl(config.host, config.sitePort)
  );
}

export const administration = {
  ...keyAdministration,
  ...siteAdministration,
  ...nodeAdministration,
} as const;

export type Administration = typeof administration;
export type AdministrationName = keyof Administration;
export type AdministrationInput<Name extends AdministrationName> = Parameters<
  Administration[Name]
>[1];
export type AdministrationResult<Name extends AdministrationName> = Awaited<
  ReturnType<Administration[Name]>
>;

export function isAdministrationName(name: string): name is AdministrationName {
  return Object.hasOwn(administration, name);
}

export function runAdministration(
  desk: Desk,
  name: AdministrationName,
  input: unknown,
): Promise<unknown> {
  const run = administration[name] as unknown as (desk: Desk, given: unknown) => Promise<unknown>;
  return run(desk, input);
}
