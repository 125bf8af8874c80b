/** What an operator can do from the command line, the same whether a server runs or not. */
import { administration as keyAdministration } from '../access/administration.ts';
import type { Keyring } from '../access/keys.ts';
import type { Installation } from '../assemble.ts';
import type { SiteDesk } from '../site/administration.ts';
import { siteAdministration } from '../site/administration.ts';

export type Desk = Keyring & SiteDesk;

export function deskOf({ keyring, plans, config }: Installation): Desk {
  return { ...keyring, plans, planOfNew: config.plan };
}

export const administration = { ...keyAdministration, ...siteAdministration } as const;

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
