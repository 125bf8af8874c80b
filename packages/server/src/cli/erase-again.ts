import { existsSync } from 'node:fs';
import { erasedSince, hashContact } from '../backup/erased-people.ts';
import { isoTime, systemClock } from '../kernel/clock.ts';
import { invalid } from '../kernel/problem.ts';
import { assemble } from '../server/assemble.ts';
import type { Config } from '../setup/config.ts';
import { dataPaths } from '../setup/data-folder.ts';
import { createConversationUpdates } from '../site/conversations/conversation-updates.ts';
import { erasePeopleAgain } from '../site/conversations/people.ts';
import type { Store } from '../store/store.ts';
import type { Context, Given, Result } from './command.ts';
import { assertNoServer } from './run-operation.ts';

/** After the database was restored to an earlier time by its own tools: repeats the erasures since then. */
export async function runEraseAgain(given: Given, { config, log }: Context): Promise<Result> {
  const time = given.positional(0);
  const atMs = Date.parse(time);
  // Without a zone it would be the local time of this machine.
  if (Number.isNaN(atMs) || !/(?:Z|[+-]\d\d:?\d\d)$/i.test(time))
    throw invalid('The time must be written as in 2026-11-17T14:30:00Z.');
  await assertNoServer(config, 'erase');
  const since = isoTime(atMs);
  await using installation = await assemble(config, log);
  const { store, keyring } = installation;
  const lists = erasedLists(config, given.option('erased'));
  const people = await eraseListed(store, keyring.pepper, lists, since);
  return {
    value: { since, people },
    lines: [
      `${people} ${people === 1 ? 'person' : 'people'} who were erased after ${since} were erased again.`,
    ],
  };
}

/** The list of this data folder, and another one. */
export function erasedLists(config: Config, other: string | undefined): readonly string[] {
  if (other !== undefined && !existsSync(other))
    throw invalid(`There is no list of erased people at ${other}.`);
  return [dataPaths(config.dataFolder).erased, ...(other === undefined ? [] : [other])];
}

/** Erases those of the lists who were erased after a time. Returns how many were found. */
export function eraseListed(
  store: Store,
  pepper: Buffer,
  lists: readonly string[],
  since: string,
): Promise<number> {
  const erased = lists.flatMap((list) => erasedSince(list, since));
  const hashes = new Set(erased.map(({ contact }) => contact));
  return erasePeopleAgain(
    { store, clock: systemClock, conversationUpdates: createConversationUpdates() },
    new Set(erased.map(({ site }) => site)),
    (site, contact) => hashes.has(hashContact(pepper, site, contact)),
  );
}
