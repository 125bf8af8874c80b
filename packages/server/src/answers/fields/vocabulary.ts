/** The words with which visitors ask about a business itself, in Swahili, English and a mix of both. */

import { normalized } from '../../kernel/formats/normalized.ts';
import { longPattern } from '../../kernel/long-pattern.ts';
import { byWord } from '../text/memo.ts';
import { isStopWord, wordsOf } from '../text/text.ts';
import { near } from './typo.ts';

/** Normalises a question: lower case, punctuation only inside numbers, one space between words. */
export function plainOf(question: string): string {
  return normalized(question, 'NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[’‘ʼ`´']/g, '')
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .replace(/[^\p{L}\p{N}:./-]+/gu, ' ')
    .replace(/(?<!\d)[:./-]+|[:./-]+(?!\d)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(repairable, repaired);
}

const repaired = byWord((word) => repairs.find(([pattern]) => pattern.test(word))?.[1] ?? word);

// Common misspellings of question words that are not words themselves.
const repairs: readonly (readonly [RegExp, string])[] = [
  [/^how m(?!any)[a-z]{2,4}$/, 'how much'],
  [/^(?:ngpi|ngap|gapi|ngapy|ngapii|ngpai|nagpi)$/, 'ngapi'],
  [/^(?:shiling|shilling|shillingi|shlingi|shilng)$/, 'shilingi'],
  [/^(?:asbuhi|asubui|asubhi|asubuh)$/, 'asubuhi'],
  [/^(?:keso|kesh|kehso)$/, 'kesho'],
  [/^(?:wat|whta|waht)$/, 'what'],
  [/^(?:wen|whn|wehn)$/, 'when'],
  [/^(?:wer|whre|wher|were r|wehre)$/, 'where'],
  [/^(?:opn|oepn|opne)$/, 'open'],
  [/^(?:clsoe|colse|cloze)$/, 'close'],
  [/^(?:tiem|tme)$/, 'time'],
];
const repairable = /\bhow m[a-z]{2,4}\b|\b[a-z]{3,9}\b/g;

export interface QuestionWords {
  readonly plain: string;
  readonly concepts: ReadonlySet<Concept>;
  /** Words that belong to no concept. If there are any, the question is about something else. */
  readonly left: readonly string[];
}

/**
 * Matches a normalised question: phrases first, then words, then words with a typo. `known` words only name the
 * business; `itemWords` name what it sells and stay in `left` even if they also belong to a concept.
 */
export function readingOf(
  plain: string,
  known: ReadonlySet<string>,
  itemWords: ReadonlySet<string> = new Set(),
): QuestionWords {
  const concepts = new Set<Concept>();
  let text = ` ${plain.replace(numberAsked, '$1')} `;
  for (const [name, pattern] of Object.entries(phrases))
    text = text.replace(pattern, () => {
      concepts.add(name.split(' ')[0] as Concept);
      return ' ';
    });
  const left: string[] = [];
  for (const word of wordsOf(text)) {
    const concept = conceptOf(word);
    if (concept !== undefined) concepts.add(concept);
    const explained = concept !== undefined || isStopWord(word) || fillers.has(word);
    if (itemWords.has(word) || !(explained || known.has(word))) left.push(word);
  }
  return { plain, concepts, left };
}

// `Namba ni ngapi` asks which number it is, not what it costs.
const numberAsked = /\b((?:namba|nambari|numbers?)(?: (?!bei\b)[a-z]+){0,3}?) (?:ni )?ngapi\b/;

/** By concept (and a number), in matching order: words that one phrase consumes are not seen by the next. */
const phrases: { readonly [name: string]: RegExp } = {
  contact:
    / (?:how (?:do|can|could) (?:i|we) (?:reach|contact) (?:you|u)|(?:get|be) in touch(?: with (?:you|u))?)(?= )/g,
  hours: / (?:24 hours|24\/7|24 7|saa 24|masaa 24)(?= )/g,
  address: / (?:pande|upande|area|place|side|street|estate) gani(?= )/g,
  'hours 2': longPattern('g')` (?:(?:opening|business|working|office|operating|trading|operation
      |visiting) (?:hours?|times?|schedule)|hours of (?:operation|business|work))(?= )`,
  'hours 3': longPattern('g')` (?:saa|masaa|muda|wakati|ratiba) (?:(?:zenu|yenu|wenu) )?(?:za|ya
      |wa) (?:kazi|kufungua|huduma|biashara|ofisi)(?: (?:zenu|yenu|wenu))?(?= )`,
  until:
    / (?:(?:mpaka|hadi) saa ngapi|(?:until|till) (?:what time|when)|how late|mwisho (?:ni )?saa ngapi)(?= )/g,
  when: longPattern('g')` (?:(?:at |by |from )?(?:what|wat|which) times?|saa ngapi|sangapi|saangapi
      |saa gani|muda gani|wakati gani|how early|ni lini)(?= )`,
  days: longPattern('g')` (?:(?:what|which) days?|how many days(?: (?:a|per|in a) week)?
      |siku (?:gani|zipi|ngapi)|days of the week)(?= )`,
  now: longPattern('g')` (?:sasa hivi|kwa sasa|saa hizi|saa hii|wakati huu|muda huu|at the moment
      |right now|as of now|currently|sa hii|saizi|saivi|sasaivi)(?= )`,
  work: longPattern('g')` (?:mnafanya kazi|mnafanyakazi|hufanya kazi|unafanya kazi|mtafanya kazi
      |mnafanyaga kazi|wanafanya kazi|inafanya kazi|mnatoa huduma|mnahudumia?|mnahudumu)(?= )`,
  open: / (?:[a-z]{0,5}anza (?:kazi|huduma)|start (?:work|working))(?= )/g,
  close: / (?:[a-z]{0,5}maliza (?:kazi|huduma)|finish (?:work|working))(?= )/g,
  holidays: longPattern(
    'g',
  )` (?:public holidays?|bank holidays?|national holidays?|holidays?|siku ?kuu
      |sikukuu|siku za mapumziko|likizo)(?= )`,
  list: longPattern('g')` (?:price ?list|list of prices|rate card|orodha ya bei|menyu ya bei
      |(?:list |show |give me )?(?:of )?all (?:your |the )?prices
      |(?:bei|gharama) (?:za |ya )?(?:vitu |bidhaa |huduma )?(?:zenu )?(?:zote|vyote|yote)
      |(?:prices?|cost) (?:of|for) (?:everything|all(?: (?:items|things|products))?|every item))(?= )`,
  price: longPattern('g')` (?:how much(?: (?:is|are|does|do|for|would|will))?
      |(?:pesa|shilingi|hela|dola|sh|ksh|kes|tsh|usd|bob) ngapi|bei gani|ni bei|kiasi gani|ni ngapi|ngapi bei
      |what does it cost)(?= )`,
  cheapest: longPattern('g')` (?:bei (?:ya )?(?:nafuu|chini|rahisi)(?: (?:zaidi|kabisa))?
      |rahisi (?:zaidi|kabisa)|nafuu (?:zaidi|kabisa)|least expensive|lowest price)(?= )`,
  dearest:
    / (?:most expensive|highest price|ghali (?:zaidi|kabisa)|bei (?:ya )?(?:juu|ghali)(?: (?:zaidi|kabisa))?)(?= )/g,
  email: / (?:e[- ]mail|barua pepe|barua-pepe)(?: address)?(?= )/g,
  phone: longPattern('g')` (?:(?:phone|telephone|mobile|cell|contact|call) (?:numbers?|no)
      |(?:nambari|namba|no) (?:(?:yenu|zenu|yako) )?(?:ya|za) (?:simu|mawasiliano))(?= )`,
  whatsapp: / (?:whats app|what s app|whatsapp)(?: (?:numbers?|no))?(?= )/g,
  'address 2': longPattern('g')` (?:(?:physical|postal|street) address|mahali (?:gani|mlipo|ulipo)
      |sehemu gani|eneo gani|which (?:area|town|city|street|place|building)|mtaa gani|jengo gani)(?= )`,
  directions: longPattern('g')` (?:how (?:do|can|will|would) (?:i|we) (?:get|find|reach
      |come)(?: (?:to|there|you|your|the|place|here))*|jinsi ya kufika|nitafikaje|nafikaje|nifikeje|tutafikaje
      |naja vipi|nakuja vipi|nitawapataje|nawapataje|nawapata wapi)(?= )`,
  lunch: longPattern('g')` (?:(?:for|during|over|at|through) (?:the )?lunch(?: ?(?:time|break
      |hours?))?|(?:(?:saa|wakati|muda) )?(?:ya|wa|kwa|kwa ajili ya) (?:chakula cha|mapumziko ya) mchana)(?= )`,
};

const words = {
  open: /^(?:open|opens|opened|opening|openings|wazi|mnaanza|mtaanza|[a-z]{0,7}fungu(?:a|aga|e|li[a-z]*|wa))$/,
  close: /^(?:close|closes|closed|closing|shut|shuts|[a-z]{0,7}fung(?:a|aga|e|wa|iwa|i))$/,
  hours: /^(?:hours?|masaa|timings?|schedule|timetable)$/,
  work: longPattern()`^(?:work|works|working|operate|operates|operating|operational|available|mpo
    |mko|upo|uko|mtakuwa|mtakuwepo|mnakuwa|mnakuwepo|mnakua|nitawakuta|nitakuta|tutawakuta|nawakuta
    |(?:m|li|i|ya|u)takuwa(?:po|pi)?|(?:m|li|i|ya|u)takuwepo|someone|anyone|anybody)$`,
  when: /^(?:when|lini|time|times|saa|muda|wakati)$/,
  now: /^(?:now|sasa|sai)$/,
  until: /^(?:until|till|mpaka|hadi)$/,
  come: /^(?:come|coming|visit|visiting|kuja|kutembelea|nije|nikija|tukija)$/,
  part: longPattern()`^(?:morning|mornings|afternoon|evening|evenings|night|nights|tonight|late
    |early|asubuhi|mchana|jioni|usiku|alfajiri|mapema)$`,
  again: /^(?:again|tena|next|reopen|mtafunguatena)$/,
  holidays: /^(?:holidays?|sikukuu)$/,
  price: longPattern()`^(?:free|bure|price|prices|pricing|cost|costs|charge|charges|charged|fee
    |fees|rate|rates|bei|gharama|gharimu|[a-z]{0,5}gharimu|[a-z]{1,5}uzwa|[a-z]{1,5}uzaje|[a-z]{1,5}uzwaje|ada
    |malipo)$`,
  cheapest: /^(?:cheapest|lowest|cheaper)$/,
  dearest: /^(?:dearest|costliest|priciest)$/,
  phone: /^(?:phone|telephone|tel|call|calling|simu|[a-z]{0,8}pigi?[ae]|phones)$/,
  number: /^(?:number|numbers|nambari|namba|digits)$/,
  contact:
    /^(?:contacts?|mawasiliano|[a-z]{0,6}wasiliana[a-z]{0,2}|[a-z]{0,6}wasilianaje|reach|anwani)$/,
  whatsapp: /^(?:whatsapp|wasap|whatsap|watsapp|watsap|wtsapp|wasapu)$/,
  email: /^(?:email|emails|mail|baruapepe|imeili|imeli|gmail)$/,
  where: /^(?:where|wapi)$/,
  located: longPattern()`^(?:located|location|situated|based|found|find|physically|mnapatikana
    |inapatikana|linapatikana|mmejengwa|ziko|iko|liko|kiko|ipo|zipo|lipo|kipo)$`,
  address: /^(?:address|addresses|location|locations|anwani|anuani|mahali|eneo|ramani)$/,
  directions: /^(?:directions?|(?:ku|ni|tu|na|nita|tuta|nina)fik(?:a|e|aje|eje)|njia)$/,
};

export type Concept = keyof typeof words | 'days' | 'list' | 'lunch';

export function conceptSet(names: string): ReadonlySet<Concept> {
  return new Set(names.split(' ') as readonly Concept[]);
}

const entries = Object.entries(words) as readonly (readonly [Concept, RegExp])[];

const conceptOf = byWord((word): Concept | undefined => {
  for (const [concept, pattern] of entries) if (pattern.test(word)) return concept;
  if (word.length < 5 || isStopWord(word) || fillers.has(word)) return undefined;
  for (const [concept, spellings] of typos) {
    if (spellings.some((spelling) => near(word, spelling))) return concept;
  }
  return undefined;
});

// Only words whose misspellings are not other words: `closet` and `prince` must not match `closed` and `price`.
const typos: readonly (readonly [Concept, readonly string[]])[] = [
  ['open', ['mnafungua', 'mtafungua', 'opening', 'opened', 'mmefungua']],
  ['close', ['mnafunga', 'mtafunga', 'mmefunga', 'closing']],
  ['hours', ['hours', 'masaa']],
  ['price', ['prices', 'gharama', 'inagharimu', 'inauzwa']],
  ['contact', ['contact', 'contacts', 'mawasiliano']],
  ['phone', ['phone', 'telephone']],
  ['number', ['number', 'nambari']],
  ['whatsapp', ['whatsapp']],
  ['located', ['located', 'mnapatikana']],
  ['address', ['address', 'location', 'anwani']],
  ['directions', ['directions']],
];

/** Words besides the stop words that carry no meaning in a question. */
const fillers = new Set(
  `niaje sema jambo hujambo hamjambo mambo salaam salamu maam boss bro sis ndugu kaka dada mheshimiwa team guys
    kujua kufahamu kuuliza niulize swali ask asking info information taarifa maelezo share send tuma nitumie
    mnitumie today leo kesho day days siku daily usually normally kawaida generally exactly kwanza already tayari
    mjini mji town city week wiki month mwezi year mwaka shop store office offices place premises business company
    duka ofisi biashara kampuni dukani ofisini reception desk front mapokezi tuje nitakuja tutakuja nakuja tunakuja
    nipo tupo mtu yeyote ama possible people customers wateja u ur r zenu lenu chenu nanyi nasi nawezaje ninawezaje
    tunawezaje kweli ati nisaidie saidia msaada start starting begin anza kuanza kuanzia mwisho end ends latest
    earliest service services huduma ikoje zikoje ipoje likoje nipate tupate napenda naezaje use using tumia kutumia
    best direct line hotline main current correct official details detail`.split(/\s+/),
);
