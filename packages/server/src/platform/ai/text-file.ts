/** Text files as bytes: their encoding, and their passages. */
import { type Cut, cutText, type TextForm } from './documents.ts';
import { hiddenFields } from './fields/hidden-fields.ts';

interface TextFile {
  readonly form: TextForm;
  readonly bytes: Uint8Array;
  readonly title: string;
  readonly hide: readonly string[];
}

export function cutTextFile({ form, bytes, title, hide }: TextFile): Cut {
  return cutText(form, decodeText(bytes), title, hiddenFields({ hide }));
}

/** Whether the bytes begin with the byte order mark of UTF-16. */
export function hasWideMark(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

function decodeText(bytes: Uint8Array): string {
  const text = hasWideMark(bytes)
    ? new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
    : decodeNarrow(bytes);
  return text.replaceAll('\0', '').toWellFormed();
}

function decodeNarrow(bytes: Uint8Array): string {
  try {
    // A truncated file may end inside a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
