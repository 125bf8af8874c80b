/** Converts a business of the training sets for the engine, and finds the entries that a reply is based on. */
import type { EntryKind } from '@baraza/contract';
import { hoursWords } from '../../packages/server/src/answers/hours-words.ts';
import type {
  Business,
  Entry,
  Knowledge,
  Reply,
  Source,
} from '../../packages/server/src/answers/knowledge.ts';
import { words } from '../../packages/server/src/answers/words.ts';
import type { SetBusiness, SetEntry } from '../../training/question-sets.ts';
import { type ContactLine, readContact } from './contact-line.ts';
import { readHours } from './hours-line.ts';
import { type Price, readPrice } from './price-line.ts';

export interface BusinessSite {
  readonly knowledge: Knowledge;
  /** For each source of the reply, best first, the ids (`i4`) of its lines in the set. */
  linesIn(reply: Reply): readonly (readonly string[])[];
  /** The number of lines that the fields of a profile cannot express completely. */
  readonly linesAsFacts: { readonly hours: number; readonly contact: number };
}

export function siteOf(
  set: SetBusiness,
  strictness: Business['strictness'] = 'normal',
): BusinessSite {
  const language = set.language === 'en' ? 'en' : 'sw';
  const entries: Entry[] = [];
  const fields: Field[] = [];
  const prices: Price[] = [];
  const linesAsFacts = { hours: 0, contact: 0 };
  let hours: Pick<Business, 'hours' | 'closed'> = { hours: [], closed: [] };
  let contact: Omit<ContactLine, 'rest'> = { phone: '', whatsapp: '', email: '', address: '' };
  for (const [id, line] of set.entries) {
    const [first = '', second = ''] = line.parts;
    if (line.kind === 'hours') {
      const { rest, ...held } = readHours(first);
      hours = held;
      fields.push({ id, isIn: ({ title }) => hoursTitles.some((each) => title.includes(each)) });
      if (rest.length === 0) continue;
      linesAsFacts.hours += 1;
      entries.push(entry(id, 'fact', hoursWords[language].title, rest.join('; ')));
    } else if (line.kind === 'price') {
      prices.push(readPrice(first, second));
      fields.push({
        id,
        isIn: (source, text) => namesPrice(`${source.quote}\n${text}`, first, second),
      });
    } else if (line.kind === 'contact') {
      const { rest, ...held } = readContact(first);
      contact = held;
      fields.push({ id, isIn: ({ quote }) => containsOne(quote, Object.values(held)) });
      if (rest.length === 0) continue;
      linesAsFacts.contact += 1;
      entries.push(entry(id, 'fact', words[language].contactsTitle, rest.join('; ')));
    } else entries.push(entryOf(id, line));
  }
  const business: Business = {
    name: '',
    business: set.name,
    greeting: '',
    about: '',
    timezone: 'Africa/Nairobi',
    ...contact,
    ...hours,
    prices,
    languages: language === 'en' ? ['en', 'sw'] : ['sw', 'en'],
    strictness,
  };
  return {
    knowledge: { business, entries },
    linesAsFacts,
    linesIn: ({ sources, text }) =>
      sources.map((source) =>
        source.id === 'profile'
          ? fields.filter(({ isIn }) => isIn(source, text)).map(({ id }) => id)
          : [source.id],
      ),
  };
}

/** A line of the set that became a field of the profile; all fields have the same source id. */
interface Field {
  readonly id: string;
  readonly isIn: (source: Source, text: string) => boolean;
}

const hoursTitles = [hoursWords.sw.title, hoursWords.en.title];

function namesPrice(text: string, item: string, price: string): boolean {
  const plain = text.toLowerCase();
  if (plain.includes(item.toLowerCase())) return true;
  const amount = /[A-Z]{3} [\d,.]*\d/.exec(price)?.[0].toLowerCase();
  if (amount === undefined) return false;
  // `KES 500` and `KES 50,000` do not contain `KES 50`.
  return plain.split(amount).some((after, at) => at > 0 && !/^[,.]?\d/.test(after));
}

function containsOne(quote: string, values: readonly string[]): boolean {
  return values.some((value) => value !== '' && quote.includes(value));
}

const kinds: { readonly [kind: string]: EntryKind } = { faq: 'faq', fact: 'fact', doc: 'document' };

function entryOf(id: string, { kind, parts }: SetEntry): Entry {
  const [first = '', second] = parts;
  return entry(id, kinds[kind] ?? 'fact', second === undefined ? '' : first, second ?? first);
}

function entry(id: string, kind: EntryKind, title: string, text: string): Entry {
  return { id, kind, title, text, url: null, language: undefined, alternatives: [] };
}
