import { readFile, stat } from 'node:fs/promises';
import { nodeLimits } from '@baraza/contract';

/** Content of the file of BARAZA_GRANT_FILE. */
export type GrantText =
  | { readonly text: string; readonly fault?: undefined }
  /** In a few words, after the name of the file. */
  | { readonly text: null; readonly fault: string };

// For the JSON around the grant.
const jsonBytesMax = 1_024;

/** Checks the file at each call, and reads it again when it has changed. */
export function createGrantFile(file: string): () => Promise<GrantText> {
  let cached: { readonly mark: string; readonly grant: GrantText } | undefined;
  return async () => {
    try {
      const { mtimeMs, size, ino } = await stat(file);
      const mark = `${mtimeMs} ${size} ${ino}`;
      if (cached?.mark !== mark) {
        const isSmall = size <= nodeLimits.grantCharactersMax + jsonBytesMax;
        cached = { mark, grant: isSmall ? grantIn(await readFile(file, 'utf8')) : noGrant };
      }
      return cached.grant;
    } catch (cause) {
      cached = undefined;
      return { text: null, fault: `cannot be read: ${(cause as Error).message}` };
    }
  };
}

const noGrant: GrantText = {
  text: null,
  fault: 'has no grant in the form that nodes authorize prints',
};

/** The grant alone, or the JSON that `nodes authorize --json` prints. */
function grantIn(content: string): GrantText {
  const text = content.trim();
  const grant = text.startsWith('{') ? jsonGrant(text) : text;
  // Only a well-formed grant may be copied from a file into a public answer.
  return /^[\w-]+(?:\.[\w-]*)+$/.test(grant) ? { text: grant } : noGrant;
}

function jsonGrant(text: string): string {
  try {
    const { grant } = JSON.parse(text) as { readonly grant?: unknown };
    return typeof grant === 'string' ? grant : '';
  } catch {
    return '';
  }
}
