/** Makes proposals for a profile from texts. */

import type { ProfileHours } from '@baraza/contract';
import { closesNextDay } from '@baraza/contract/plain';
import { guessLanguage } from '../../knowledge/text-language.ts';
import { type Block, cleanLine, type LeftOut, type ReadText } from '../formats/blocks.ts';
import { withoutBoilerplate } from './boilerplate.ts';
import { fieldProposals } from './fields.ts';
import { toldElsewhere, withoutContacts } from './page-texts.ts';
import { currencyIn } from './price-text.ts';
import { type Proposal, type Proposed, summarised } from './proposal.ts';
import { type Part, type Section, type Sorted, sortBlocks } from './sections.ts';
import type { FoundFaq, FoundPrice, Text, UnreadRow } from './tables.ts';

interface Context {
  /** The title of texts that have none. */
  readonly name: string;
  /** The currency of the site's prices; '' if it has none. */
  readonly currency: string;
}

const shortCharactersMax = 200;
const sentenceCharactersMax = 2_000;
const repeatedCharacters = 30;

export function proposeFrom(
  given: readonly ReadText[],
  { name, currency: ownCurrency }: Context,
): Proposed {
  const texts = given.map(withoutBoilerplate);
  const sorted = texts.map((text) => ({ text, ...sortBlocks(text) }));
  const isWhole = texts.some(({ about }) => about !== undefined);
  const hours = isWhole ? hoursOfWebsite(sorted) : openingHoursOf(sorted);
  const leftOut = [...texts.flatMap((text) => text.leftOut), ...hours.leftOut];
  const proposals: Proposal[] = isWhole ? [...fieldProposals(sorted)] : [];
  for (const { from, ...entry } of hours.hours)
    proposals.push({
      list: 'hours',
      entry: closesNextDay(entry) ? { ...entry, nextDay: true } : entry,
      from,
    });
  for (const { title, text, from } of hours.notes)
    proposals.push({ list: 'facts', entry: { title: title || 'Opening hours', text }, from });
  // A text that several pages repeat is proposed once.
  const seen = new Set<string>();
  const isTold = isWhole ? toldElsewhere(sorted, proposals) : () => false;
  const notes = new Set(hours.notes.map(({ text }) => text));
  for (const { text, ...parts } of sorted) {
    const currency = text.currency ?? (commonCurrency(text, parts) || ownCurrency);
    for (const price of parts.prices) proposals.push(priceProposal(price, currency));
    for (const faq of parts.faqs) {
      const given = isWhole ? withoutContacts(faq) : faq;
      if (given !== undefined) proposals.push(faqProposal(given, text.url));
    }
    for (const section of parts.sections) {
      const left = section.parts.filter(
        (part) =>
          !hours.used.has(part) &&
          !(part.hours === 'note' && notes.has(part.text)) &&
          isNew(part, seen) &&
          !isTold(part.text),
      );
      const prose = { title: text.title || name, url: text.url };
      proposals.push(...proseProposals(section, left, prose));
    }
    leftOut.push(...unreadRows(parts.unread));
  }
  return { proposals, leftOut };
}

function isNew({ text }: Part, seen: Set<string>): boolean {
  if (text.length < repeatedCharacters) return true;
  const isRepeated = seen.has(text);
  seen.add(text);
  return !isRepeated;
}

/** The only currency in a text; '' if there are several. */
function commonCurrency({ blocks }: ReadText, { prices }: Sorted): string {
  const ofPrices = new Set(prices.map(({ currency }) => currency));
  ofPrices.delete('');
  const named = ofPrices.size > 0 ? ofPrices : new Set(blocks.map(currencyOf));
  named.delete('');
  return named.size === 1 ? ([...named][0] ?? '') : '';
}

function currencyOf(block: Block): string {
  if ('text' in block) return currencyIn(block.text);
  return block.kind === 'table' ? currencyIn(block.rows.flat().join(' ')) : '';
}

function priceProposal(found: FoundPrice, usual: string): Proposal {
  const { item, price, unit, note, from } = found;
  const entry = {
    item: short(item),
    ...(price === undefined
      ? {}
      : { price: typeof price === 'string' ? price.slice(0, 100) : price }),
    currency: currencyIn(found.currency) || found.currency.trim().slice(0, 12) || usual,
    ...(unit === '' ? {} : { unit: short(unit) }),
    ...(note === '' ? {} : { note: sentence(note) }),
  };
  return { list: 'prices', entry, from };
}

function short(text: string): string {
  return cleanLine(text).slice(0, shortCharactersMax).toWellFormed().trim();
}

function sentence(text: string): string {
  return cleanLine(text).slice(0, sentenceCharactersMax).toWellFormed();
}

function faqProposal({ question, answer, from }: FoundFaq, url: string | undefined): Proposal {
  const isPair = typeof question !== 'string' || typeof answer !== 'string';
  const language = isPair ? undefined : guessLanguage(`${question}\n${answer}`);
  return {
    list: 'faqs',
    entry: {
      question: eachText(question, sentence),
      answer,
      ...(url === undefined ? {} : { url }),
      ...(language === undefined ? {} : { language }),
    },
    from,
  };
}

function eachText(text: Text, change: (text: string) => string): Text {
  return typeof text === 'string' ? change(text) : { sw: change(text.sw), en: change(text.en) };
}

function unreadRows(rows: readonly UnreadRow[]): readonly LeftOut[] {
  const named = rows.map(({ text, from }) => {
    const row = text === '' ? 'An empty row' : `“${text.slice(0, 120).toWellFormed()}”`;
    return { from, why: `${row} has no item and price, or no question and answer.` };
  });
  return summarised(
    [...new Map(named.map((one) => [JSON.stringify(one), one])).values()],
    (more) => `${more} more rows are left out for the same reason.`,
  );
}

interface Group {
  readonly hours: readonly (ProfileHours & { readonly from: string })[];
  readonly parts: readonly Part[];
  /** Lines about a day without a time. */
  readonly notes: readonly (Part & { readonly title: string })[];
  readonly from: string;
  readonly isUnclear: boolean;
}

/**
 * The opening hours of all texts if they agree; if they differ, the owner must enter them. The parts that are
 * `used` are no longer proposed as text.
 */
function openingHoursOf(texts: readonly Sorted[]) {
  const groups = texts.flatMap(groupsIn);
  const clear = groups.filter(({ isUnclear, hours }) => !isUnclear && hours.length > 0);
  const leftOut = groups
    .filter(({ isUnclear }) => isUnclear)
    .map(({ from }) => ({ from, why: notCertain }));
  const [first, second] = clear;
  if (first !== undefined && clear.every((group) => keyOf(group) === keyOf(first)))
    return {
      hours: first.hours,
      used: new Set(clear.flatMap(({ parts }) => parts)),
      notes: [],
      leftOut,
    };
  if (second !== undefined)
    leftOut.push({
      from: second.from,
      why: 'There are several opening hours that differ; enter them yourself.',
    });
  return { hours: [], used: new Set<Part>(), notes: [], leftOut };
}

/**
 * Different opening hours are all proposed: the owner chooses in a list. Those of headers and footers count only if
 * no page has others.
 */
function hoursOfWebsite(pages: readonly ({ readonly text: ReadText } & Sorted)[]) {
  const around = pages.flatMap(({ text }) =>
    text.about === undefined || text.about.around.length === 0
      ? []
      : [sortBlocks({ ...text, blocks: text.about.around })],
  );
  const inContent = pages.flatMap(groupsIn);
  const isClear = ({ isUnclear, hours }: Group) => !isUnclear && hours.length > 0;
  const groups = inContent.some(isClear) ? inContent : [...inContent, ...around.flatMap(groupsIn)];
  const clear = [...new Map(groups.filter(isClear).map((one) => [keyOf(one), one])).values()];
  const unclear = groups.filter(({ isUnclear }) => isUnclear);
  // `Sunday: emergencies only` is neither open nor closed, so it stays beside the hours.
  const notes = groups.filter(isClear).flatMap((group) => group.notes);
  return {
    hours: clear.slice(0, hoursGroupsMax).flatMap(({ hours }) => hours),
    used: new Set(groups.filter(isClear).flatMap(({ parts }) => parts)),
    notes: [...new Map(notes.map((note) => [note.text, note])).values()],
    leftOut:
      clear.length > 0 ? [] : unclear.slice(0, 1).map(({ from }) => ({ from, why: notCertain })),
  };
}

const hoursGroupsMax = 5;
const notCertain = 'The opening hours here could not be read with certainty; enter them yourself.';

function groupsIn({ sections }: Sorted): readonly Group[] {
  return sections.flatMap(({ title, parts }) => {
    const notes = parts.flatMap((part) => (part.hours === 'note' ? [{ ...part, title }] : []));
    const lines = parts.filter((part) => part.hours !== undefined && part.hours !== 'note');
    const [first] = lines;
    if (first === undefined) return [];
    const hours = lines.flatMap(({ hours: given, from }) =>
      given === undefined || given === 'unclear' || given === 'note'
        ? []
        : given.map((entry) => ({ ...entry, from })),
    );
    const isUnclear = lines.some((line) => line.hours === 'unclear') || overlaps(hours);
    return [{ hours, parts: lines, notes, from: first.from, isUnclear }];
  });
}

/** Whether two openings of a day overlap. */
function overlaps(hours: readonly ProfileHours[]): boolean {
  const isOverlap = (one: ProfileHours, other: ProfileHours) =>
    one.days.some((day) => other.days.includes(day)) &&
    one.open < endOf(other) &&
    other.open < endOf(one);
  return hours.some((one, index) => hours.slice(index + 1).some((other) => isOverlap(one, other)));
}

// Hours past midnight count up to the end of the day.
function endOf({ open, close }: ProfileHours): string {
  return closesNextDay({ open, close }) ? '24:00' : close;
}

function keyOf({ hours }: Group): string {
  const rows = hours.flatMap(({ days, open, close }) =>
    days.map((day) => `${day} ${open} ${close}`),
  );
  return [...new Set(rows)].toSorted().join('\n');
}

const factCharactersMax = 400;
const documentCharactersMax = 12_000;
const titleCharactersMax = 200;
// The language of shorter texts is not certain.
const tellingCharacters = 24;

interface Prose {
  /** For sections without a heading. */
  readonly title: string;
  readonly url: string | undefined;
}

/** Proposes sections of prose as documents and facts, each in one language and of limited length. */
function* proseProposals(
  section: Section,
  parts: readonly Part[],
  prose: Prose,
): Generator<Proposal> {
  const named = section.title || prose.title || firstWords(parts[0]?.text ?? '');
  const title = named.slice(0, titleCharactersMax).toWellFormed().trim();
  for (const run of languageRuns(parts)) {
    const pieces = piecesOf(run);
    for (const [index, piece] of pieces.entries()) {
      const text = piece
        .map((part) => part.text)
        .join('\n')
        .trim();
      if (!/\p{L}{2}|\d{2}/u.test(text)) continue;
      const language = guessLanguage(`${title}\n${text}`) ?? guessLanguage(text);
      const isFact = pieces.length === 1 && text.length <= factCharactersMax;
      yield {
        list: isFact ? 'facts' : 'documents',
        entry: {
          title: index === 0 ? title : `${title} (${index + 1})`.trim(),
          text,
          ...(prose.url === undefined ? {} : { url: prose.url }),
          ...(language === undefined ? {} : { language }),
        },
        from: locationOf(piece),
      };
    }
  }
}

function firstWords(text: string): string {
  const [line = ''] = text.split('\n');
  return line.length <= 60 ? line : `${line.slice(0, 60).replace(/\s+\S*$/, '')} …`;
}

/** Splits parts where the language changes; parts of unknown language stay with the previous part. */
function languageRuns(parts: readonly Part[]): readonly (readonly Part[])[] {
  const runs: Part[][] = [];
  let language: ReturnType<typeof guessLanguage>;
  for (const part of parts) {
    const own = part.text.length >= tellingCharacters ? guessLanguage(part.text) : undefined;
    const run = runs.at(-1);
    if (run === undefined || (own !== undefined && language !== undefined && own !== language))
      runs.push([part]);
    else run.push(part);
    language = own ?? language;
  }
  return runs;
}

function piecesOf(parts: readonly Part[]): readonly (readonly Part[])[] {
  const pieces: Part[][] = [];
  let size = 0;
  for (const part of parts.flatMap(cutPart)) {
    const piece = pieces.at(-1);
    if (piece === undefined || size + part.text.length > documentCharactersMax) {
      pieces.push([part]);
      size = 0;
    } else piece.push(part);
    size += part.text.length + 1;
  }
  return pieces;
}

/** Cuts a part that is longer than a document, at the end of a sentence where possible. */
function cutPart(part: Part): readonly Part[] {
  if (part.text.length <= documentCharactersMax) return [part];
  const parts: Part[] = [];
  let rest = part.text;
  while (rest.length > documentCharactersMax) {
    const head = rest.slice(0, documentCharactersMax);
    const end = Math.max(head.lastIndexOf('. '), head.lastIndexOf('\n'), head.lastIndexOf('? '));
    const space = end > documentCharactersMax / 2 ? end + 1 : head.lastIndexOf(' ');
    const at = space > 0 ? space : documentCharactersMax;
    parts.push({ ...part, text: rest.slice(0, at).toWellFormed().trim() });
    rest = rest.slice(at);
  }
  return [...parts, { ...part, text: rest.toWellFormed().trim() }];
}

function locationOf(parts: readonly Part[]): string {
  const first = parts[0]?.from ?? '';
  const last = parts.at(-1)?.from ?? '';
  const [, from] = /^page (\d+)$/.exec(first) ?? [];
  const [, to] = /^page (\d+)$/.exec(last) ?? [];
  return from === undefined || to === undefined || from === to ? first : `pages ${from}–${to}`;
}
