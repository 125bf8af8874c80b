/** Collects the parts of an assistant's sources as entries for the engine, up to limits of size. */
import type { Generation, Language } from '@baraza/contract';
import type { Business, Entry } from '../../answers/knowledge.ts';
import { cutText } from '../../answers/write/quote.ts';
import { type Part, partLength } from './fields/record-part.ts';

export interface Gathered {
  readonly entries: readonly Entry[];
  /** Things with a name and a price, each with the id of its entry. */
  readonly prices: Business['prices'];
  /** Where each entry comes from, by its id. */
  readonly locations: ReadonlyMap<string, SourceLocation>;
  readonly warnings: readonly Warning[];
  /** False when a later read may find more without a change of the sources. */
  readonly isWhole: boolean;
}

/** Where a source comes from, so that a caller can find it. */
interface SourceLocation {
  readonly resourceId: string;
  readonly recordId?: string;
  readonly key?: string;
  readonly page?: number;
  readonly row?: number;
}

/** A source that could not be read, or only in part; the answer is made without it. */
type Warning = NonNullable<Generation['warnings']>[number];

export type Gatherer = ReturnType<typeof createGatherer>;

// Indexing more at once would block the event loop for a second.
const charactersMax = 2 * 1024 * 1024;
// Overhead of a part, without its text.
const partCharacters = 100;
// A title is searched with every passage below it.
const titleCharacters = 300;
const itemCharacters = 120;
const pricesMax = 2_000;
// Files may be large without text, so bytes read are limited, not only text found.
const readBytesMax = 16 * 1024 * 1024;
const filesReadMax = 5_000;
const warningsMax = 20;

const thereIsMore = 'Only the first part was read; the rest is left out.';

export function createGatherer() {
  const entries: Entry[] = [];
  const prices: Business['prices'][number][] = [];
  const locations = new Map<string, SourceLocation>();
  const warnings: Warning[] = [];
  let left = charactersMax;
  let bytesLeft = readBytesMax;
  let filesLeft = filesReadMax;
  let isWhole = true;
  const warn = ({ resourceId, key }: SourceLocation, message: string): void => {
    if (warnings.length < warningsMax)
      warnings.push({ resourceId, ...(key === undefined ? {} : { key }), message });
  };
  return {
    isFull: () => left <= 0,
    warn,
    /** Whether there is time for one more file of this size. */
    mayRead: (bytes: number, location: SourceLocation): boolean => {
      bytesLeft -= bytes;
      filesLeft -= 1;
      const may = bytesLeft >= 0 && filesLeft >= 0;
      if (!may) warn(location, thereIsMore);
      return may;
    },
    /** Notes a file that a later reading may find. */
    expect: (location: SourceLocation): void => {
      isWhole = false;
      warn(location, 'It has not been read yet; ask again shortly.');
    },
    add: (id: string, part: Part, location: SourceLocation): void => {
      const { kind, title, text, language, english, price, page, row } = part;
      if (left <= 0 || (text.trim() === '' && price === undefined)) return;
      left -= partLength(part) + partCharacters;
      if (left <= 0) {
        warn(location, thereIsMore);
        return;
      }
      const whole: SourceLocation = {
        ...location,
        ...(page === undefined ? {} : { page }),
        ...(row === undefined ? {} : { row }),
      };
      const enter = (entryId: string, name: string, said: string, of: Language | undefined) => {
        entries.push({ ...entryOf(name, said), id: entryId, kind, language: of });
        locations.set(entryId, whole);
      };
      if (text.trim() !== '') {
        enter(id, title, text, language);
        if (english !== undefined) enter(id, english.title, english.text, 'en');
      }
      if (price === undefined) return;
      // A separate entry, so that a question about the price is answered with the price only.
      const priceId = `${id}\nprice`;
      enter(priceId, title, price.text.sw, 'sw');
      enter(priceId, english?.title ?? title, price.text.en, 'en');
      // A long name is found by the search, not by the rules for prices.
      if (title.length <= itemCharacters && prices.length < pricesMax)
        prices.push({ ...price.listed, id: priceId });
    },
    result: (): Gathered => ({ entries, prices, locations, warnings, isWhole }),
  };
}

function entryOf(title: string, text: string): Omit<Entry, 'id' | 'kind' | 'language'> {
  const isTitled = title.length <= titleCharacters;
  return {
    title: isTitled ? title : cutText(title, titleCharacters),
    text: isTitled ? text : `${title}\n${text}`,
    url: null,
    alternatives: [],
  };
}
