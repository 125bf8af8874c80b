/** The pepper: the secret that keys are hashed with. It lies in a file and never in the database. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createSeal } from './access/seal.ts';
import { type DataPaths, dataPaths, reasonOf, writePrivate } from './data-folder.ts';
import { Problem } from './kernel/problem.ts';

const pepperBytes = 32;

/**
 * Reads the pepper of the data folder, or of `file` where BARAZA_PEPPER_FILE names one; `isNew` creates it for a new
 * installation. With a new one no existing key would work, so a lost pepper is an error and never replaced.
 */
export function readPepper(
  paths: Pick<DataPaths, 'pepper'>,
  file: string | undefined,
  isNew: boolean,
): Buffer {
  const place = file ?? paths.pepper;
  const shownPath = file === undefined ? place : `${place} of BARAZA_PEPPER_FILE`;
  if (isNew && file === undefined && !existsSync(place))
    writePrivate(place, `${randomBytes(pepperBytes).toString('base64url')}\n`);
  let text: string;
  try {
    text = readFileSync(place, 'utf8').trim();
  } catch (cause) {
    throw new Problem(
      'unavailable',
      `The pepper ${shownPath} cannot be read: ${reasonOf(cause)}; keys cannot be checked without it` +
        `${file === undefined ? ', so put it back, or set BARAZA_PEPPER_FILE to the file that has it' : ''}.`,
      { cause },
    );
  }
  if (text.length < pepperBytes)
    throw new Problem(
      'unavailable',
      `The pepper ${shownPath} must have at least ${pepperBytes} characters.`,
    );
  return Buffer.from(text, 'utf8');
}

interface PepperSettings {
  readonly pepperFile: string | undefined;
  readonly dataFolder: string;
}

/** A pepper with its file, and whether it opens what was sealed. */
export function pepperOf({ pepperFile, dataFolder }: PepperSettings, bytes: Buffer) {
  const seal = createSeal(bytes);
  const opens = (sealed: string): boolean => {
    try {
      seal.open(sealed);
      return true;
    } catch {
      return false;
    }
  };
  return { bytes, place: pepperFile ?? dataPaths(dataFolder).pepper, opens };
}
