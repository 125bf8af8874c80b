/** Sites with real information and real questions about it: several copies of each business of the training sets. */
import { readdirSync, readFileSync } from 'node:fs';
import { readContact } from '../../evals/businesses/contact-line.ts';
import { readHours } from '../../evals/businesses/hours-line.ts';
import { readPrice } from '../../evals/businesses/price-line.ts';
import { readQuestionSet, type SetBusiness } from '../../training/question-sets.ts';

export interface Shop {
  readonly slug: string;
  /** Copies have the same information and questions but are different sites. */
  readonly copy: number;
  readonly business: number;
  readonly profile: object;
  /** No question is worded as in the owner's FAQs. */
  readonly questions: readonly string[];
}

const folder = new URL('../../training/businesses/', import.meta.url);

export function openShops(count: number, copies: number): readonly Shop[] {
  const businesses = readBusinesses().slice(0, Math.ceil(count / copies));
  if (businesses.length * copies < count) throw new Error(`${count} sites are too many`);
  return businesses
    .flatMap((set, business) => {
      const profile = profileOf(set);
      const questions = questionsOf(set);
      return Array.from({ length: copies }, (_, copy) => ({
        slug: `shop-${business}-${copy}`,
        copy,
        business,
        profile,
        questions,
      }));
    })
    .slice(0, count);
}

function readBusinesses(): readonly SetBusiness[] {
  return readdirSync(folder)
    .filter((name) => /^set-\d+\.txt$/.test(name))
    .toSorted()
    .flatMap((name) => readQuestionSet(readFileSync(new URL(name, folder), 'utf8')).businesses);
}

/** Questions that need the reader: hours, prices, contacts and small talk are answered from fields. */
function questionsOf({ entries, questions }: SetBusiness): readonly string[] {
  const isRead = (entry: string) => /^(?:faq|fact|doc)$/.test(entries.get(entry)?.kind ?? '');
  const read = questions.filter(
    ({ mark, before, labels }) =>
      mark !== '~' && before === undefined && labels.every(({ entry }) => isRead(entry)),
  );
  return [...new Set(read.map(({ question }) => question))];
}

function profileOf({ name, language, entries }: SetBusiness): object {
  const all = [...entries.values()];
  const of = (kind: string) => all.filter((entry) => entry.kind === kind);
  const { rest: hoursRest, hours, closed } = readHours(of('hours')[0]?.parts[0] ?? '');
  const { phone, email, address } = readContact(of('contact')[0]?.parts[0] ?? '');
  return {
    business: name,
    languages: language === 'en' ? ['en', 'sw'] : ['sw', 'en'],
    timezone: 'Africa/Nairobi',
    phone,
    email,
    address,
    // Open 24 hours is written differently in a profile. Nights are left out: older checkouts do not know `nextDay`.
    hours: hours
      .map((row) => (row.open === row.close ? { ...row, close: '24:00' } : row))
      .filter(({ open, close }) => open < close),
    closed,
    prices: of('price').map(({ parts: [item = '', price = ''] }) => readPrice(item, price)),
    faqs: of('faq').map(({ parts: [question, answer] }) => ({ question, answer })),
    facts: [...of('fact').map(({ parts: [text] }) => text), ...hoursRest].map((text) => ({
      title: '',
      text,
    })),
    documents: of('doc').map(({ parts: [title, text] }) => ({ title, text })),
  };
}
