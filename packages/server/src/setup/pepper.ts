/**
 * The pepper: the secret that keys are hashed with. It is in a file and never in the database, which has only its
 * fingerprint. A store has one pepper: what a process with another one hashes or seals is useless to all the others.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSeal } from '../access/seal.ts';
import type { Blobs } from '../blobs/blobs.ts';
import { conflict, Problem, unavailable } from '../kernel/problem.ts';
import {
  addPepperMark,
  dropNotifySecrets,
  readPepperMark,
  someSealed,
} from '../store/processes/installation.ts';
import type { Reader, Store } from '../store/store.ts';
import { unusableLocation } from './blob-location.ts';
import { type DataPaths, dataPaths, reasonOf, writePrivate } from './data-folder.ts';

type Pepper = ReturnType<typeof pepperOf>;

const pepperBytes = 32;

/**
 * Reads the pepper of the data folder, or of `file` if BARAZA_PEPPER_FILE names one; `isNew` creates it for a new
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
    throw unavailable(
      `The pepper ${shownPath} cannot be read: ${reasonOf(cause)}; keys cannot be checked without it` +
        `${file === undefined ? ', so put it back, or set BARAZA_PEPPER_FILE to the file that has it' : ''}.`,
      { cause },
    );
  }
  if (text.length < pepperBytes)
    throw unavailable(`The pepper ${shownPath} must have at least ${pepperBytes} characters.`);
  return Buffer.from(text, 'utf8');
}

interface PepperSettings {
  readonly pepperFile: string | undefined;
  readonly dataFolder: string;
  readonly blobUrl: unknown;
}

/** The pepper of the settings, copied from the object store if servers share it; it must be that of the store. */
export async function openPepper(
  config: PepperSettings,
  store: Store,
  isNew: boolean,
  openBlobs: () => Promise<Blobs>,
): Promise<Pepper> {
  const paths = dataPaths(config.dataFolder);
  const mayMake = isNew && (await readPepperMark(store)) === undefined;
  if (config.pepperFile === undefined && config.blobUrl !== undefined)
    await fetchPepper(
      { paths, store, isNew, pepperOf: (bytes) => pepperOf(config, bytes) },
      openBlobs,
    );
  const pepper = pepperOf(config, readPepper(paths, config.pepperFile, mayMake));
  await assertPepper(store, pepper);
  return pepper;
}

export function pepperOf(config: Pick<PepperSettings, 'pepperFile' | 'dataFolder'>, bytes: Buffer) {
  const seal = createSeal(bytes);
  const opens = (sealed: string): boolean => {
    try {
      seal.open(sealed);
      return true;
    } catch {
      return false;
    }
  };
  return {
    bytes,
    /** The file that it was read from. */
    place: config.pepperFile ?? dataPaths(config.dataFolder).pepper,
    /** Whether it opens what was sealed. */
    opens,
  };
}

/** A one-way fingerprint, to compare peppers without revealing them. */
export function pepperFingerprint(pepper: Buffer): string {
  return createHmac('sha256', pepper).update('the pepper of a backup').digest('hex');
}

/** Refuses a pepper that is not the one of the store; without a fingerprint, what is sealed in the store decides. */
export async function assertPepper(store: Reader, pepper: Pepper): Promise<void> {
  const known = await readPepperMark(store);
  if (known === '' || known === pepperFingerprint(pepper.bytes)) return;
  if (known !== undefined) throw foreignPepper(pepper);
  const sealed = (await someSealed(store)).find((kind) => kind.length > 0) ?? [];
  // Before stores had a fingerprint, a process with another pepper could add to them: the majority decides.
  if (sealed.filter(pepper.opens).length * 2 < sealed.length) throw foreignPepper(pepper);
}

/** Makes it the pepper of the store, unless that has one: then it must be the same. */
export async function takePepper(store: Store, pepper: Pepper): Promise<void> {
  const own = pepperFingerprint(pepper.bytes);
  if ((await readPepperMark(store)) === own) return;
  await store.write(async (tx) => {
    if ((await addPepperMark(tx, own)) !== own) throw foreignPepper(pepper);
    await dropNotifySecrets(tx, (sealed) => !pepper.opens(sealed));
  });
}

function foreignPepper({ place }: Pepper): Problem {
  return conflict(
    `The keys of this database were made with a different pepper than ${place}; set BARAZA_PEPPER_FILE to the file ` +
      'with the one that all its servers use.',
  );
}

interface Sharing {
  readonly store: Store;
  readonly paths: DataPaths;
  readonly pepperOf: (bytes: Buffer) => Pepper;
  /** Whether the store has no owner yet. */
  readonly isNew: boolean;
  /** How long to wait for the pepper of another server. */
  readonly withinMs?: number;
}

// The first server writes it right after it has recorded its fingerprint in the store.
const writtenWithinMs = 10_000;
const pollMs = 200;

/**
 * Servers with one BLOB_URL share their pepper in the object store. A data folder without a pepper gets the shared
 * one; if there is none, it is created, and the store decides which server is the first.
 */
export async function fetchPepper(
  sharing: Sharing,
  openBlobs: () => Promise<Blobs>,
): Promise<void> {
  const { store, paths, isNew } = sharing;
  if (existsSync(paths.pepper)) return;
  const blobs = await openBlobs();
  if (blobs.pepper === undefined) return;
  const found = await copyShared(sharing, blobs);
  if (found === 'ours') return;
  if (!isNew || (await readPepperMark(store)) !== undefined) return awaitShared(sharing, blobs);
  // The location belongs to another database, and is refused when it is opened.
  if (found === 'foreign') return;
  const bytes = readPepper(paths, undefined, true);
  try {
    await takePepper(store, sharing.pepperOf(bytes));
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'conflict')) throw error;
    // Another server was faster; this pepper was never used.
    rmSync(paths.pepper);
    return awaitShared(sharing, blobs);
  }
  await blobs.pepper.write(bytes.toString('utf8'));
}

/** Writes the pepper to the object store for other servers, once the store has accepted it. */
export async function sharePepper({ pepper: shared }: Blobs, pepper: Buffer): Promise<void> {
  const text = pepper.toString('utf8');
  if (shared !== undefined && (await shared.read()) !== text) await shared.write(text);
}

/** Copies the shared pepper into the data folder if it is the one of this store. */
async function copyShared(
  { store, paths }: Sharing,
  blobs: Blobs,
): Promise<'ours' | 'foreign' | 'absent'> {
  // In this order: a server records the fingerprint in the store before it writes the pepper.
  const text = await blobs.pepper?.read().catch((cause: unknown) => {
    throw unusableLocation(blobs, cause);
  });
  const known = await readPepperMark(store);
  if (text === undefined) return 'absent';
  // Empty: the operator has given up the one that was lost.
  if (known !== '' && known !== pepperFingerprint(Buffer.from(text))) return 'foreign';
  writePrivate(paths.pepper, `${text}\n`);
  return 'ours';
}

async function awaitShared(sharing: Sharing, blobs: Blobs): Promise<void> {
  // Without a fingerprint there is nothing to wait for; the data folder is then reported to have no pepper.
  if (!(await readPepperMark(sharing.store))) return;
  const deadlineMs = performance.now() + (sharing.withinMs ?? writtenWithinMs);
  while ((await copyShared(sharing, blobs)) !== 'ours') {
    if (performance.now() > deadlineMs)
      throw unavailable(
        'The pepper of this database is neither in the data folder nor with the objects of BLOB_URL; set ' +
          'BARAZA_PEPPER_FILE to the file that its servers use, or start the server that created it again.',
      );
    await sleep(pollMs);
  }
}
