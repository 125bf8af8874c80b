/** Earlier versions of a profile in an export, and from one. */
import { cutCharacters, profileVersionSchema, siteLimits } from '@baraza/contract';
import type { JsonFields } from '../../kernel/json.ts';
import { Problem } from '../../kernel/problem.ts';
import { inSteps } from '../../kernel/steps.ts';
import { writingJson } from '../../kernel/write-json.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';
import { isObject } from '../profile/field-values.ts';
import { readingProfile } from '../profile/profile.ts';
import type { PastVersion } from '../profile/profile-saving.ts';
import { earlierVersions } from '../profile/profile-versions.ts';
import { packAlone, packVersion } from '../profile/version-packing.ts';

/** The newest of them, as many as an import can take. */
export async function* writtenVersions(
  assistant: Pick<Assistant, 'store'>,
  site: SiteRow,
): AsyncGenerator<string, void, undefined> {
  let bytes = 0;
  for await (const version of earlierVersions(assistant, site)) {
    const text = await inSteps(writingJson(version));
    const isFirst = bytes === 0;
    bytes += Buffer.byteLength(text);
    if (bytes > siteLimits.exportedVersionsBytesMax) return;
    yield isFirst ? text : `,${text}`;
  }
}

/** The versions of an export, newest first, each judged as a profile and packed with the one before it in the list. */
export async function readHistory(fields: JsonFields): Promise<readonly PastVersion[]> {
  const place = fields.field('versions');
  if (place === undefined) return [];
  const spans = fields.items(place);
  if (spans === undefined) throw new Problem('invalid', 'versions must be a list.');
  const history: PastVersion[] = [];
  let next: string | undefined;
  while (history.length < siteLimits.versionsMax) {
    const span = await inSteps(findingNext(spans));
    if (span === undefined) break;
    const where = `versions[${history.length}]`;
    const item = await inSteps(fields.reading(span));
    const told = profileVersionSchema.safeParse(item);
    const profile = isObject(item) ? item.profile : undefined;
    if (!told.success || !isObject(profile))
      throw new Problem('invalid', `${where} is not as an export has it.`);
    const text = await inSteps(readingText(profile, where));
    const packed =
      next === undefined ? await packAlone(text) : await packVersion(history.length, text, next);
    const changes = JSON.stringify(told.data.changes);
    if (changes.length > changesCharactersMax)
      throw new Problem('invalid', `${where}.changes is longer than those of an export.`);
    history.push({
      saved_at: Date.parse(told.data.saved_at),
      saved_by: cutCharacters(told.data.by, siteLimits.shortCharactersMax),
      changes,
      ...packed,
    });
    next = text;
  }
  return history;
}

// Three hundred changes with the longest titles have less.
const changesCharactersMax = 256 * 1024;

function* findingNext<Span>(
  spans: Generator<Span | undefined, void>,
): Generator<undefined, Span | undefined> {
  for (;;) {
    const { value, done } = spans.next();
    if (done) return undefined;
    if (value !== undefined) return value;
    yield;
  }
}

function* readingText(
  profile: { readonly [field: string]: unknown },
  where: string,
): Generator<undefined, string> {
  try {
    const read = yield* readingProfile(profile);
    return yield* writingJson(read.profile);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem('invalid', `${where}.profile: ${error.message}`);
  }
}
