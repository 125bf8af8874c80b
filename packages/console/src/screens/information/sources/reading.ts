/**
 * What is being read for a site, and what was found: kept in this browser until it is added or dropped, so that another
 * page or a reload loses nothing. A reading that a reload has ended starts again.
 */
import type { Proposals, SourceProgress } from '@baraza/contract';
import { batch, computed, effect, signal } from '@preact/signals';
import { client } from '../../../api/client.ts';
import { keepDraft, keptDraft } from '../../../api/kept.ts';
import { type ApiProblem, asProblem } from '../../../api/problem.ts';
import { onSignedOut, signedIn } from '../../../api/session.ts';
import { type Proposal, withIds } from './chosen.ts';
import { explainedFailure, isSilent } from './failure.ts';
import { smallerPhoto } from './photo.ts';

export type Source =
  | { readonly file: File }
  | {
      readonly url: string;
      readonly whole?: boolean;
      /** The scheme is a guess: without an answer by https, http is tried. */
      readonly isGuess?: boolean;
    };

export type Progress = Pick<SourceProgress, 'done' | 'total' | 'unit' | 'found'>;

interface Found {
  readonly proposals: readonly Proposal[];
  readonly leftOut: Proposals['left_out'];
  /** The website that all of it is from. */
  readonly website: string | undefined;
}

/** What was found and is now used, and the versions before and after. */
interface Used extends Chosen {
  readonly from: number;
  readonly now: number;
}

interface Chosen {
  readonly found: Found;
  readonly switched: ReadonlyMap<string, boolean>;
  readonly edited: ReadonlyMap<string, Proposal>;
}

/** What is kept: an address that is being read, or what was found and chosen. */
interface Kept {
  readonly source?: Extract<Source, { readonly url: string }>;
  readonly found?: Found;
  readonly switched?: readonly (readonly [id: string, isOn: boolean])[];
  readonly edited?: readonly Proposal[];
}

export type Reading = ReturnType<typeof newReading>;

const readings = new Map<string, Reading>();
onSignedOut(() => {
  for (const reading of readings.values()) stop(reading);
  readings.clear();
});

/** The reading of a site, which all its screens share. */
export function readingOf(site: string): Reading {
  const { owner, member } = signedIn();
  const name = `reading ${owner.id} ${member?.id ?? ''} ${site}`;
  const known = readings.get(name);
  if (known !== undefined) return known;
  const reading = newReading(site);
  readings.set(name, reading);
  restore(reading, (keptDraft(name) ?? {}) as Kept);
  keepChanges(reading, () => readings.get(name) === reading, name);
  return reading;
}

function newReading(site: string) {
  /** The source that is being read. */
  const now = signal<{ readonly source: Source; readonly progress?: Progress }>();
  const found = signal<Found>();
  const edited = signal<ReadonlyMap<string, Proposal>>(new Map());
  const all = computed(() =>
    (found.value?.proposals ?? []).map((one) => edited.value.get(one.id) ?? one),
  );
  return {
    site,
    now,
    found,
    edited,
    /** What the owner has switched on and off, by id. */
    switched: signal<ReadonlyMap<string, boolean>>(new Map()),
    /** What was found, with the corrections. */
    all,
    used: signal<Used>(),
    /** Whether what was found was used, and that was undone. */
    isTakenBack: signal(false),
    problem: signal<ApiProblem>(),
    /** The source that `problem` is about. */
    failed: signal<Source>(),
    /** Why some of several sources were not read. */
    unread: signal<readonly string[]>([]),
    current: { aborter: undefined as AbortController | undefined },
  };
}

function restore(reading: Reading, kept: Kept): void {
  if (kept.found !== undefined) {
    reading.found.value = kept.found;
    reading.switched.value = new Map(kept.switched);
    reading.edited.value = new Map((kept.edited ?? []).map((one) => [one.id, one]));
  } else if (kept.source !== undefined) void read(reading, [kept.source]);
}

function keepChanges(reading: Reading, isCurrent: () => boolean, name: string): void {
  effect(() => {
    const { now, found, switched, edited, problem, failed } = reading;
    // A reload ends the connection before it ends the page.
    const isCut = problem.value?.code === 'offline';
    const source = now.value?.source ?? (isCut ? failed.value : undefined);
    const kept: Kept =
      found.value !== undefined
        ? { found: found.value, switched: [...switched.value], edited: [...edited.value.values()] }
        : source !== undefined && 'url' in source
          ? { source }
          : {};
    if (isCurrent()) keepDraft(name, Object.keys(kept).length === 0 ? undefined : kept);
  });
}

/** Reads the sources one after the other. One that cannot be read is reported, and the others are read. */
export async function read(
  reading: Reading,
  sources: readonly Source[],
  complaint?: string,
): Promise<void> {
  stop(reading);
  const aborter = new AbortController();
  const { signal: leaving } = aborter;
  reading.current.aborter = aborter;
  reading.problem.value = undefined;
  reading.unread.value = complaint === undefined ? [] : [complaint];
  const answers: Proposals[] = [];
  for (const source of sources) {
    try {
      answers.push(await readOne(reading, source, leaving));
    } catch (error) {
      if (leaving.aborted) return;
      const refused = explainedFailure(asProblem(error));
      if (sources.length > 1)
        reading.unread.value = [...reading.unread.peek(), `${nameOf(source)}: ${refused.message}`];
      else {
        reading.failed.value = source;
        reading.problem.value = refused;
      }
    }
    if (leaving.aborted) return;
  }
  if (answers.length > 0) {
    const [only] = sources.length === 1 ? sources : [];
    reading.used.value = undefined;
    reading.isTakenBack.value = false;
    reading.switched.value = new Map();
    reading.edited.value = new Map();
    reading.found.value = {
      proposals: withIds(answers.flatMap(({ proposals }) => proposals)),
      leftOut: answers.flatMap(({ left_out }) => left_out),
      website: only !== undefined && 'url' in only ? nameOf(only) : undefined,
    };
  }
  reading.now.value = undefined;
}

async function readOne(reading: Reading, source: Source, leaving: AbortSignal): Promise<Proposals> {
  reading.now.value = { source };
  const onProgress = (progress: Progress) => {
    if (!leaving.aborted) reading.now.value = { source, progress };
  };
  const send = (sent: Parameters<typeof client.sites.propose>[1]) =>
    client.sites.propose(reading.site, sent, { signal: leaving, onProgress });
  if ('file' in source) return send({ file: await smallerPhoto(source.file) });
  const { url, whole, isGuess } = source;
  const asked = whole === undefined ? {} : { whole };
  try {
    return await send({ url, ...asked });
  } catch (error) {
    if (isGuess !== true || leaving.aborted || !isSilent(error)) throw error;
    return await send({ url: url.replace(/^https:/, 'http:'), ...asked });
  }
}

export function stop(reading: Reading): void {
  reading.current.aborter?.abort();
  reading.now.value = undefined;
}

/** Drops what was found, and why something was not read. */
export function forget(reading: Reading): void {
  stop(reading);
  reading.isTakenBack.value = false;
  reading.found.value = undefined;
  reading.problem.value = undefined;
  reading.failed.value = undefined;
  reading.unread.value = [];
}

/** Notes that what was found is used since version `now`, so that it can be taken back as a whole. */
export function markUsed(reading: Reading, from: number, now: number): void {
  const { found, switched, edited } = reading;
  const before = found.peek();
  const chosen = { switched: switched.peek(), edited: edited.peek() };
  forget(reading);
  if (before !== undefined) reading.used.value = { found: before, ...chosen, from, now };
}

/** Shows what was found again, after its use was undone. */
export function showAgain(reading: Reading): void {
  const used = reading.used.peek();
  if (used === undefined) return;
  batch(() => {
    reading.used.value = undefined;
    reading.switched.value = used.switched;
    reading.edited.value = used.edited;
    reading.found.value = used.found;
    reading.isTakenBack.value = true;
  });
}

/** Adds a line that the owner writes herself. */
export function addLine(reading: Reading, list: 'prices' | 'faqs', entry: object): string {
  const [line] = withIds([{ list, entry, from: '' } as Proposals['proposals'][number]]);
  const { found } = reading;
  if (found.value === undefined || line === undefined) return '';
  found.value = { ...found.value, proposals: [...found.value.proposals, line] };
  return line.id;
}

/** The name of a file; the address of a website as people say it. */
export function nameOf(source: Source): string {
  if ('file' in source) return source.file.name;
  return shortAddress(source.url);
}

export function shortAddress(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');
}

/** What an owner typed as the address of a website; undefined if it is none. */
export function websiteIn(given: string): Extract<Source, { readonly url: string }> | undefined {
  const typed = given.trim();
  const isGuess = !/^https?:\/\//i.test(typed);
  const url = URL.parse(isGuess ? `https://${typed}` : typed);
  if (url === null || /\s/.test(typed) || typed.includes('@')) return undefined;
  if (!url.hostname.includes('.') && url.hostname !== 'localhost' && !url.hostname.startsWith('['))
    return undefined;
  return { url: url.href, isGuess };
}
