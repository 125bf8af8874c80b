/** Stored in this browser: drafts until they are saved or the user signs out, and dismissed notes. */
import { onSignedOut } from './session.ts';

const prefix = 'baraza.';
const draftPrefix = `${prefix}draft `;

/** Whether a note was dismissed in this browser. */
export function isDismissed(note: string): boolean {
  return read(`${prefix}${note}`) !== undefined;
}

export function dismiss(note: string): void {
  write(`${prefix}${note}`, '1');
}

/** An unsaved draft; undefined if there is none, or if it cannot be read. */
export function keptDraft(name: string): unknown {
  try {
    const text = read(`${draftPrefix}${name}`);
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Stores an unsaved draft; undefined deletes it. */
export function keepDraft(name: string, draft: object | undefined): void {
  write(`${draftPrefix}${name}`, draft === undefined ? undefined : JSON.stringify(draft));
}

onSignedOut(() => {
  for (const key of keys()) if (key.startsWith(draftPrefix)) write(key, undefined);
});

// Storage may be switched off or full; then nothing is kept, and the page works as before.
function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // See above.
  }
}

function keys(): readonly string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}
