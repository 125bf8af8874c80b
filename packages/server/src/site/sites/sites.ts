import { type JsonObject, type Profile, type SavedProfile, siteLimits } from '@baraza/contract';
import { mintSiteKey } from '../../access/site-keys.ts';
import { parsingKept } from '../../kernel/json.ts';
import { absentSite, Problem } from '../../kernel/problem.ts';
import { inSteps } from '../../kernel/steps.ts';
import { assertVersion, type VersionTags } from '../../kernel/version-tags.ts';
import { writingJson } from '../../kernel/write-json.ts';
import {
  countSites,
  holdSite,
  insertSite,
  readProfile,
  replaceProfile,
  replaceSiteKey,
  type SiteRow,
  setSiteStatus,
} from '../../store/site/sites.ts';
import type { Reader, Writer } from '../../store/store.ts';
import type { Assistant } from '../assistant.ts';
import { loadGuess } from '../knowledge/text-language.ts';
import {
  gateFrom,
  type ReadProfile,
  readingProfile,
  readProfileInput,
} from '../profile/profile.ts';
import { languageWarnings } from '../profile/profile-warnings.ts';

/** What the making of sites works with; the command line has no more than this. */
type SiteMaker = Pick<Assistant, 'clock' | 'planOfNew'>;

/** Makes a site of an owner; its name is taken for good. */
export async function createSite(
  maker: SiteMaker,
  tx: Writer,
  ownerId: string,
  wanted: {
    readonly id: string;
    readonly plan?: string;
    readonly profile: JsonObject;
    /** The same profile where it was read before, so that no other write has to wait for that. */
    readonly written?: WrittenProfile;
    /** How large the profile was when it came; nothing where it was made here. */
    readonly sentBytes?: number;
  },
): Promise<{ readonly site: SiteRow; readonly read: ReadProfile }> {
  // A transaction waits for nothing but its own statements: what was not read before is read at once.
  const { read, text: profile } = wanted.written ?? writtenAtOnce(wanted.profile);
  const nowMs = maker.clock();
  if ((await countSites(tx, ownerId)) >= siteLimits.sitesPerOwnerMax)
    throw new Problem('conflict', `An owner has at most ${siteLimits.sitesPerOwnerMax} sites.`);
  const site: SiteRow = {
    id: wanted.id,
    owner_id: ownerId,
    status: 'active',
    plan: wanted.plan ?? maker.planOfNew,
    key: mintSiteKey(),
    key_created_at: nowMs,
    created_at: nowMs,
    updated_at: nowMs,
    paused_at: null,
    version: 1,
    gate: JSON.stringify(gateFrom(read.profile)),
    notify_secret: null,
  };
  assertProfileSize(wanted.sentBytes ?? 0, profile);
  const made = await insertSite(tx, { ...site, profile });
  if (made === 0) throw new Problem('conflict', `There is a site called ${wanted.id} already.`);
  return { site, read };
}

/** A profile as it was read, and as it is kept. */
interface WrittenProfile {
  readonly read: ReadProfile;
  readonly text: string;
}

export async function writeProfile(body: {
  readonly [field: string]: unknown;
}): Promise<WrittenProfile> {
  const read = await inSteps(readingProfile(body));
  return { read, text: await inSteps(writingJson(read.profile)) };
}

function writtenAtOnce(body: JsonObject): WrittenProfile {
  const read = readProfileInput(body);
  return { read, text: JSON.stringify(read.profile) };
}

interface Saved {
  readonly site: SiteRow;
  readonly read: ReadProfile;
}

/**
 * A profile is measured as it was sent or as it is kept, whichever is less: saving adds ids and
 * empty fields, and what was kept once can always be put back.
 */
function assertProfileSize(sentBytes: number, kept: string): void {
  if (sentBytes <= siteLimits.profileBytesMax) return;
  if (Buffer.byteLength(kept) > siteLimits.profileBytesMax)
    throw new Problem(
      'too_large',
      `The profile may have at most ${siteLimits.profileBytesMax} bytes.`,
    );
}

/**
 * Changes the profile of a held site in the caller's transaction. What comes out the same as it
 * was keeps its version, so that saving twice is saving once.
 */
export async function changeProfile(
  { clock }: Pick<Assistant, 'clock'>,
  tx: Writer,
  ownerId: string,
  siteId: string,
  change: {
    readonly ifMatch?: VersionTags | undefined;
    /** How large it was when it came; nothing where it was made here. */
    readonly sentBytes?: number;
    readonly written: WrittenProfile;
    /** The version that it was made from, where it changes one; another by now is a `ProfileMoved`. */
    readonly madeFrom?: number;
  },
): Promise<Saved> {
  const site = await holdOwn(tx, ownerId, siteId);
  assertVersion(change.ifMatch, profileTag(site.version));
  if (change.madeFrom !== undefined && change.madeFrom !== site.version) throw new ProfileMoved();
  const stored = await readProfile(tx, siteId);
  const { read, text: profile } = change.written;
  if (profile === stored?.profile) return { site, read };
  assertProfileSize(change.sentBytes ?? 0, profile);
  const gate = JSON.stringify(gateFrom(read.profile));
  const updatedAt = clock();
  await replaceProfile(tx, siteId, site.version, { profile, gate, updatedAt });
  return { site: { ...site, gate, updated_at: updatedAt, version: site.version + 1 }, read };
}

/** Somebody else saved the profile while a change of it was made. */
class ProfileMoved extends Error {}

const changesMax = 10;

/** Makes a change of the profile as it is now; whoever saves meanwhile goes first, and it is made anew. */
export async function changeCurrent<Result>(
  reader: Reader,
  siteId: string,
  make: (current: Profile) => Promise<WrittenProfile>,
  save: (written: WrittenProfile, madeFrom: number) => Promise<Result>,
): Promise<Result> {
  for (let turn = 0; turn < changesMax; turn += 1) {
    const row = await readProfile(reader, siteId);
    if (row === undefined) throw absentSite();
    const written = await make((await inSteps(parsingKept(row.profile))) as Profile);
    try {
      return await save(written, row.version);
    } catch (error) {
      if (!(error instanceof ProfileMoved)) throw error;
    }
  }
  throw new Problem('busy', 'The profile is being changed by others; try again shortly.');
}

/** Saves a whole profile, and answers when the next question can use it. */
export async function saveProfile(
  assistant: Assistant,
  site: Pick<SiteRow, 'owner_id' | 'id'>,
  body: JsonObject,
  sent: { readonly ifMatch: VersionTags | undefined; readonly sentBytes: number },
): Promise<SavedProfile> {
  const written = await writeProfile(body);
  const saved = await assistant.store.write((tx) =>
    changeProfile(assistant, tx, site.owner_id, site.id, { ...sent, written }),
  );
  return tellSaved(assistant, saved);
}

async function tellSaved(
  { library }: Pick<Assistant, 'library'>,
  { site, read }: Saved,
): Promise<SavedProfile> {
  const startedMs = performance.now();
  const { passages } = await library.preparedFor(site);
  const ms = Math.round(performance.now() - startedMs);
  const status = library.isMakingVectors(site) ? 'lexical' : 'ready';
  return {
    profile: read.profile as SavedProfile['profile'],
    version: site.version,
    index: { status, passages, ms },
    warnings: [...(await warningsOf(read))],
  };
}

/** All that an owner should look at, with what only the texts themselves can tell. */
export async function warningsOf({ profile, warnings }: ReadProfile): Promise<readonly string[]> {
  const spoken = await inSteps(languageWarnings(profile, await loadGuess()));
  const all = [...warnings, ...spoken];
  const more = all.length - siteLimits.warningsMax;
  return more <= 0
    ? all
    : [...all.slice(0, siteLimits.warningsMax), `There are ${more} more warnings.`];
}

/** The old key ends with the commit: the next request reads the new one, in every process. */
export async function rotateSiteKey(
  { clock }: Pick<Assistant, 'clock'>,
  tx: Writer,
  ownerId: string,
  siteId: string,
): Promise<SiteRow> {
  const site = await holdOwn(tx, ownerId, siteId);
  const [key, createdAt] = [mintSiteKey(), clock()];
  await replaceSiteKey(tx, siteId, key, createdAt);
  return { ...site, key, key_created_at: createdAt };
}

/** Pausing a paused site leaves it as it is. */
export async function setStatus(
  { clock }: Pick<Assistant, 'clock'>,
  tx: Writer,
  ownerId: string | undefined,
  siteId: string,
  status: SiteRow['status'],
): Promise<SiteRow> {
  const site = await holdOwn(tx, ownerId, siteId);
  const pausedAt = status === 'paused' ? (site.paused_at ?? clock()) : null;
  await setSiteStatus(tx, siteId, status, pausedAt);
  return { ...site, status, paused_at: pausedAt };
}

/** `If-Match` speaks of the version of the profile. */
export function profileTag(version: number): string {
  return `"${version}"`;
}

/** Without an owner for whoever runs the server. */
export async function holdOwn(
  tx: Writer,
  ownerId: string | undefined,
  siteId: string,
): Promise<SiteRow> {
  const site = await holdSite(tx, siteId);
  if (site === undefined || (ownerId !== undefined && site.owner_id !== ownerId))
    throw absentSite();
  return site;
}
