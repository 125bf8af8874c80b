/** All work on whole profiles, as functions of texts that run in this process or in a child. */
import {
  createSiteSchema,
  type GapEntry,
  type PreviewRequest,
  previewRequestSchema,
  type TeachRequest,
  teachRequestSchema,
} from '@baraza/contract';
import type { Hints } from '../../../speech/speech.ts';
import { entriesOf } from '../../gaps/entries.ts';
import { knownIn } from '../../sources/propose/known-entries.ts';
import { hintsOf } from '../../voice/hints.ts';
import { readProfileInput } from '../profile.ts';
import { headOf, type ProfileHead, readStored } from '../stored-profile.ts';
import { applyChange, type Change, createProfile, readBody, readChange } from './change.ts';
import { type EntriesWanted, pageOfEntries } from './entry-page.ts';

interface Stored {
  /** The stored text of a profile. */
  readonly stored: string;
}

interface Sent {
  /** JSON of a request. */
  readonly body: Uint8Array;
}

export const profileWorks = {
  change: applyChange,
  /** Throws if a change is wrong for any profile. */
  check: ({ change }: { readonly change: Change }): void => {
    readChange(change);
  },
  /** The text that saving it now would write. */
  text: ({ stored }: Stored): string => readStored(stored).text,
  head: ({ stored }: Stored): ProfileHead => headOf(readStored(stored).profile),
  hints: ({ stored }: Stored): Hints => hintsOf(readStored(stored).profile),
  known: ({ stored }: Stored) => knownIn(readStored(stored).profile),
  entries: ({
    stored,
    wanted,
  }: Stored & { readonly wanted: ReadonlySet<string> }): readonly GapEntry[] =>
    entriesOf(readStored(stored).profile, wanted),
  entryPage: ({ stored, ...wanted }: Stored & EntriesWanted) =>
    pageOfEntries(readStored(stored).profile, wanted),
  create: ({ body }: Sent) => {
    const { id, profile = {} } = readBody(createSiteSchema, body);
    const created = createProfile(profile, body.length);
    return { id, hasProfile: Object.keys(profile).length > 0, created };
  },
  /** A question, and the unsaved profile: the text that saving it would write, and its head. */
  preview: ({ body }: Sent) => {
    const { profile: given, ...asked }: PreviewRequest = readBody(previewRequestSchema, body);
    if (given === undefined) return { asked, draft: undefined };
    const { profile } = readProfileInput(given);
    return { asked, draft: { text: JSON.stringify(profile), head: headOf(profile) } };
  },
  lesson: ({ body }: Sent): TeachRequest => readBody(teachRequestSchema, body),
};

export type ProfileWorks = typeof profileWorks;
