/**
 * Earlier versions take little room: each is compressed with the text of the next one as its dictionary, and every
 * tenth alone, so that none needs more than nine others to be read. The newest text is at hand when a version is
 * packed, and the oldest can be deleted at any time. The stored text of a profile may therefore never be changed
 * without a new version: the one before it could not be read any more.
 */
import { promisify } from 'node:util';
import { constants, zstdCompressSync, zstdDecompress } from 'node:zlib';
import { siteLimits } from '@baraza/contract';
import type { PackedRow, VersionRow } from '../../store/site/profile-versions.ts';

const decompress = promisify(zstdDecompress);

const aloneEvery = 10;

// The window holds two profiles of the largest size. Lower levels do not find the parts of a dictionary of megabytes.
const windowLog = 25;
const deltaLevel = 9;
const wholeLevel = 3;

export type Packed = Pick<PackedRow, 'form' | 'packed'>;

/** A version from elsewhere, which gets its number when it is saved. */
export type PastVersion = Omit<VersionRow, 'version'> & Packed;

/** Packs a version that comes before another one, whose text is at hand. Large ones take a second. */
export function packVersion(version: number, text: string, nextText: string): Packed {
  return version % aloneEvery === 0 ? packAlone(text) : packDelta(text, nextText);
}

export function packAlone(text: string): Packed {
  return { form: 'whole', packed: pack(text, wholeLevel) };
}

function packDelta(text: string, nextText: string): Packed {
  return { form: 'delta', packed: pack(text, deltaLevel, nextText) };
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

/** The text of the first of these rows, which lead to one that stands alone; `current` is the text of the site. */
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

/** The text of a version; undefined where it needs the next one and nobody has that. */
export async function unpackOne(
  { form, packed }: Packed,
  nextText: string | undefined,
): Promise<string | undefined> {
  if (form === 'whole') return unpack(packed);
  return nextText === undefined ? undefined : unpack(packed, nextText);
}

// Saving adds ids and empty fields to what was sent; nothing that was saved is larger.
const textBytesMax = 8 * siteLimits.profileBytesMax;

async function unpack(packed: string, nextText?: string): Promise<string> {
  const bytes = await decompress(Buffer.from(packed, 'base64'), {
    maxOutputLength: textBytesMax,
    ...(nextText === undefined ? {} : { dictionary: Buffer.from(nextText) }),
  });
  return bytes.toString();
}
