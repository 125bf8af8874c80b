/**
 * Earlier versions are compressed with the text of the next version as dictionary, and every tenth one without, so that
 * reading one needs at most nine others. The oldest can be deleted at any time. The stored text of a profile must never
 * change without a new version: the version before could no longer be read.
 */
import { promisify } from 'node:util';
import { constants, zstdCompressSync, zstdDecompress } from 'node:zlib';
import { siteLimits } from '@baraza/contract';
import type { PackedRow, VersionRow } from '../../store/site/profile-versions.ts';

const decompress = promisify(zstdDecompress);

const aloneEvery = 10;

// The window holds two profiles of the largest size. Lower levels find no matches in a dictionary of megabytes.
const windowLog = 25;
const deltaLevel = 9;
const wholeLevel = 3;

export type Packed = Pick<PackedRow, 'form' | 'packed'>;

/** An imported version, which gets its number when it is saved. */
export type PastVersion = Omit<VersionRow, 'version'> & Packed;

/** Packs a version with the text of the next one. A large one takes a second. */
export function packVersion(version: number, text: string, nextText: string): Packed {
  if (version % aloneEvery === 0) return packAlone(text);
  return { form: 'delta', packed: pack(text, deltaLevel, nextText) };
}

export function packAlone(text: string): Packed {
  return { form: 'whole', packed: pack(text, wholeLevel) };
}

function pack(text: string, level: number, nextText?: string): string {
  const bytes = Buffer.from(text);
  const params = {
    [constants.ZSTD_c_compressionLevel]: level,
    [constants.ZSTD_c_windowLog]: windowLog,
    [constants.ZSTD_c_checksumFlag]: 1,
  };
  const packed = zstdCompressSync(bytes, {
    params,
    pledgedSrcSize: bytes.length,
    ...(nextText === undefined ? {} : { dictionary: Buffer.from(nextText) }),
  });
  return packed.toString('base64');
}

/** The text of the first row. Each row needs the text of the row after it; the last is complete or the current one. */
export async function unpackVersion(
  rows: readonly PackedRow[],
  current: { readonly version: number; readonly profile: string },
): Promise<string | undefined> {
  let text: string | undefined;
  for (const { version, form, packed } of rows.toReversed()) {
    if (form === 'current') text = version === current.version ? current.profile : undefined;
    else text = await unpackOne({ form, packed }, text);
  }
  return text;
}

/** The text of a version; undefined if it needs the next one and that is missing. */
export async function unpackOne(
  { form, packed }: Packed,
  nextText: string | undefined,
): Promise<string | undefined> {
  if (form === 'whole') return unpack(packed);
  return nextText === undefined ? undefined : unpack(packed, nextText);
}

// Saving adds ids and empty fields, so a stored profile may be larger than what was sent.
const textBytesMax = 8 * siteLimits.profileBytesMax;

async function unpack(packed: string, nextText?: string): Promise<string> {
  const bytes = await decompress(Buffer.from(packed, 'base64'), {
    maxOutputLength: textBytesMax,
    ...(nextText === undefined ? {} : { dictionary: Buffer.from(nextText) }),
  });
  return bytes.toString();
}
