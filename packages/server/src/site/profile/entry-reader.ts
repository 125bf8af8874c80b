import { createHash } from 'node:crypto';
import {
  type Bilingual,
  hasAtMost,
  type Language,
  languages,
  type ProfileFact,
  type ProfileFaq,
  siteLimits,
} from '@baraza/contract';
import {
  bilingualText,
  fieldProblem,
  isAbsent,
  isEmptyText,
  isObject,
  list,
  plainText,
  webAddress,
} from './field-values.ts';

type Input = { readonly [field: string]: unknown };

interface Entries {
  readonly facts: readonly ProfileFact[];
  readonly faqs: readonly ProfileFaq[];
  readonly documents: readonly ProfileFact[];
}

/** The entries of a profile, each with an id, that of an answer's source, which none of `taken` is. */
export function* readingEntries(
  input: Input,
  taken: readonly string[],
): Generator<undefined, Entries> {
  const name = createNames(input, taken);
  return {
    facts: yield* entries(input.facts, 'facts', (item, place) =>
      titledEntry('fact', item, place, name),
    ),
    faqs: yield* entries(input.faqs, 'faqs', (item, place) => faq(item, place, name)),
    documents: yield* entries(input.documents, 'documents', (item, place) =>
      titledEntry('doc', item, place, name),
    ),
  };
}

function* entries<Item>(
  value: unknown,
  field: string,
  read: (item: unknown, place: string) => Item,
): Generator<undefined, readonly Item[]> {
  const given = list(value, field, siteLimits.entriesMax, (item) => item);
  const items: Item[] = [];
  for (const [index, item] of given.entries()) {
    items.push(read(item, `${field}[${index}]`));
    yield;
  }
  return items;
}

type Name = (prefix: string, given: unknown, place: string, content: string) => string;

/**
 * Ids that owners gave are kept and must differ. The others come from what the entry says first:
 * the same profile saved again has the same ids, without anybody having to remember them.
 */
function createNames(input: Input, taken: readonly string[]): Name {
  const given = new Set<string>();
  for (const field of ['facts', 'faqs', 'documents']) {
    const items = Array.isArray(input[field]) ? (input[field] as readonly unknown[]) : [];
    for (const item of items)
      if (isObject(item) && !isAbsent(item.id)) given.add(String(item.id).trim());
  }
  const used = new Set<string>(['profile', ...taken]);
  // Thousands may begin with the same words: none of them counts from the first again.
  const turns = new Map<string, number>();
  return (prefix, id, place, content) => {
    if (!isAbsent(id) && id !== '') {
      const own = Number.isSafeInteger(id) ? String(id) : typeof id === 'string' ? id.trim() : '';
      if (own === '' || !hasAtMost(own, 100) || /\p{Cc}/u.test(own))
        throw fieldProblem(`${place}.id`, 'must be text of at most 100 characters');
      if (used.has(own))
        throw fieldProblem(
          `${place}.id`,
          `must differ from the other ids and fields; ${own} does not`,
        );
      used.add(own);
      return own;
    }
    const stem = `${prefix}_${createHash('sha256').update(`${prefix}\n${content}`).digest('hex').slice(0, 16)}`;
    let turn = turns.get(stem) ?? 1;
    let made = turn === 1 ? stem : `${stem}-${turn}`;
    while (used.has(made) || given.has(made)) {
      turn += 1;
      made = `${stem}-${turn}`;
    }
    turns.set(stem, turn + 1);
    used.add(made);
    return made;
  };
}

function titledEntry(prefix: string, value: unknown, place: string, name: Name): ProfileFact {
  const item: unknown = typeof value === 'string' ? { text: value } : value;
  if (!isObject(item)) throw fieldProblem(place, 'must be an object with title and text');
  const title = bilingualText(item.title, `${place}.title`, siteLimits.sentenceCharactersMax);
  const text = requiredText(item.text, `${place}.text`, siteLimits.textCharactersMax);
  const first = isEmptyText(title) ? text : title;
  return {
    id: name(prefix, item.id, place, JSON.stringify(first)),
    title,
    text,
    ...optionalFields(item, place),
  };
}

function faq(item: unknown, place: string, name: Name): ProfileFaq {
  if (!isObject(item)) throw fieldProblem(place, 'must be an object with question and answer');
  const question = requiredText(
    item.question,
    `${place}.question`,
    siteLimits.sentenceCharactersMax,
  );
  const answer = requiredText(item.answer, `${place}.answer`, siteLimits.textCharactersMax);
  const alternatives = list(
    item.alternatives,
    `${place}.alternatives`,
    siteLimits.alternativesMax,
    (other, at) => bilingualText(other, at, siteLimits.sentenceCharactersMax),
  ).flatMap((other) => (typeof other === 'string' ? other : Object.values(other)));
  const others = [...new Set(alternatives)].filter((other) => other !== '');
  return {
    id: name('faq', item.id, place, JSON.stringify(question)),
    question,
    answer,
    ...optionalFields(item, place),
    ...(others.length === 0 ? {} : { alternatives: others }),
  };
}

function requiredText(value: unknown, field: string, max: number): Bilingual {
  const text = bilingualText(value, field, max);
  if (isEmptyText(text)) throw fieldProblem(field, 'must not be empty');
  return text;
}

function optionalFields(
  item: Input,
  place: string,
): { readonly url?: string; readonly language?: Language } {
  const url = webAddress(item.url, `${place}.url`);
  const spoken = plainText(item.language, `${place}.language`, 10);
  const language = languages.find((known) => known === spoken);
  if (spoken !== '' && language === undefined)
    throw fieldProblem(`${place}.language`, 'must be sw or en');
  return { ...(url === '' ? {} : { url }), ...(language === undefined ? {} : { language }) };
}
