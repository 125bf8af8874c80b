/**
 * The list of erased people in the data folder. A backup from before an erasure still has their data; a restore finds
 * them by this list. It has only times and hashes keyed with the pepper.
 */
import { createHmac } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { type Clock, isoTime } from '../kernel/clock.ts';
import { isMissing } from '../kernel/fault.ts';
import { isObject } from '../kernel/json/is-object.ts';
import { unavailable } from '../kernel/problem.ts';
import { reasonOf } from '../setup/data-folder.ts';

interface ErasedPerson {
  readonly at: string;
  readonly site: string;
  readonly contact: string;
}

/** Appends durably; rejects if that fails, so that nothing is erased without it. */
export function openErasures(file: string, pepper: Buffer, clock: Clock) {
  return {
    note: async (site: string, contact: string): Promise<void> => {
      const person: ErasedPerson = {
        at: isoTime(clock()),
        site,
        contact: hashContact(pepper, site, contact),
      };
      try {
        const handle = openSync(file, 'a', 0o600);
        try {
          writeSync(handle, `${JSON.stringify(person)}\n`);
          fsyncSync(handle);
        } finally {
          closeSync(handle);
        }
      } catch (cause) {
        throw unavailable(`${file} cannot be written: ${reasonOf(cause)}.`, {
          cause,
        });
      }
    },
  };
}

/** The people who were erased after a time; none if there is no file. */
export function erasedSince(file: string, time: string): readonly ErasedPerson[] {
  return linesOf(file)
    .flatMap((line): ErasedPerson[] => {
      try {
        const read: unknown = JSON.parse(line);
        return isObject(read) && typeof read.site === 'string' ? [read as never] : [];
      } catch {
        // The last line after a power cut.
        return [];
      }
    })
    .filter(({ at }) => at >= time);
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Contacts are compared as in the store: without case, and telephone numbers without spaces and signs. */
export function hashContact(pepper: Buffer, site: string, contact: string): string {
  const lower = contact.toLowerCase();
  const folded = lower.includes('@') ? lower : lower.replaceAll(/[ ()+.-]/g, '');
  return createHmac('sha256', pepper).update(`erased ${site} ${folded}`).digest('base64url');
}
