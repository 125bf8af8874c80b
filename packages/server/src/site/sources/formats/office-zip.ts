/** Unpacks the text parts of an office file, within a limit; macros and pictures stay packed. */

import { type Unzipped, unzipSync, zipSync } from 'fflate';
import { longPattern } from '../../../kernel/long-pattern.ts';
import { invalid, Problem } from '../../../kernel/problem.ts';

// A document of a thousand pages has about 20 MB of markup.
const unpackedBytesMax = 48 * 1024 * 1024;
const entriesMax = 5_000;
// The parser of Word files takes 25 µs for each tag, that of Excel files 2 µs.
const tagsMax = { docx: 400_000, xlsx: 3_000_000 };

type OfficeKind = 'docx' | 'xlsx' | 'other';

/** Decided by the names of its parts. */
export function officeKind(bytes: Uint8Array): OfficeKind {
  const names = new Set<string>();
  unpack(bytes, (name) => {
    names.add(name);
    return false;
  });
  if (names.has('word/document.xml')) return 'docx';
  return names.has('xl/workbook.xml') ? 'xlsx' : 'other';
}

const wantedParts: { readonly [kind in 'docx' | 'xlsx']: RegExp } = {
  docx: /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/[\w-]+\.xml|word\/_rels\/[\w-]+\.xml\.rels)$/,
  xlsx: longPattern()`
    ^(?:\[Content_Types\]\.xml|_rels\/\.rels|xl\/[\w-]+\.xml|xl\/_rels\/[\w.-]+\.rels
    |xl\/worksheets\/[\w-]+\.xml)$`,
};

type Part = Unzipped[string];

/** The same file with its text parts only, checked and uncompressed: what the parser of the format gets. */
export function plainOfficeFile(
  bytes: Uint8Array,
  kind: 'docx' | 'xlsx',
  checked: (part: Part) => Part = (part) => part,
) {
  let left = unpackedBytesMax;
  const parts = unpack(bytes, (name, size) => {
    if (!wantedParts[kind].test(name)) return false;
    left -= size;
    if (left < 0) throw invalid(tooLarge);
    return true;
  });
  let tagsLeft = tagsMax[kind];
  for (const [name, part] of Object.entries(parts)) {
    assertNoDeclarations(part);
    for (const byte of part) if (byte === tagStart) tagsLeft -= 1;
    if (tagsLeft < 0) throw invalid(tooManyTags);
    parts[name] = checked(part);
  }
  return { parts, file: zipSync(parts, { level: 0 }) };
}

const tooLarge =
  'This file unpacks to far more than a document or price list holds: save it again with the program that made it.';
const tagStart = '<'.charCodeAt(0);
const tooManyTags =
  'This file has more paragraphs and cells than can be read at once: send it in smaller parts.';
const brokenZip =
  'This file is damaged: open it with the program that made it, save it again and send that.';

function unpack(bytes: Uint8Array, isWanted: (name: string, size: number) => boolean): Unzipped {
  let entries = 0;
  try {
    // fflate allocates the declared size and never grows it: an entry with a wrong size fails.
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        entries += 1;
        if (entries > entriesMax) throw invalid(tooLarge);
        return isWanted(name, originalSize);
      },
    });
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw invalid(brokenZip, { cause: error });
  }
}

// Office programs write no document types; one in a file is an attempt to expand entities.
function assertNoDeclarations(part: Uint8Array): void {
  const text = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  for (const encoding of ['latin1', 'utf16le'] as const)
    if (text.includes('<!DOCTYPE', 0, encoding) || text.includes('<!ENTITY', 0, encoding))
      throw invalid(brokenZip);
}
