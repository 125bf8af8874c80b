/** Greetings, thanks and the like: understood when nothing else is said, else they only stand before the question. */

import type { Language } from '@baraza/contract';
import { longPattern } from '../../kernel/long-pattern.ts';
import { wordsOf } from '../text/text.ts';
import { harder, type Phrases } from './complaints-and-handoff.ts';
import type { SmallTalk } from './small-talk-kind.ts';

export interface Pleasantry {
  readonly kind: SmallTalk;
  /** Undefined where the words are common to both: `ok`. */
  readonly language: Language | undefined;
}

/** What a question is when it is small talk from end to end. */
export function smallTalkOf(question: string): Pleasantry | undefined {
  if (wordless.test(question))
    return { kind: picture.test(question) ? 'pictures' : 'wordless', language: undefined };
  if (question.length > questionCharsMax) return undefined;
  let rest = ` ${wordsOf(question).join(' ')} `;
  const found: Pleasantry[] = [];
  for (const [name, pattern] of Object.entries(phrases))
    rest = rest.replace(pattern, () => {
      const [kind, language] = name.split(' ') as [SmallTalk, Language | 'any'];
      found.push({ kind, language: language === 'any' ? undefined : language });
      return ' ';
    });
  if (found.length === 0) return undefined;
  if (rest.split(' ').some((word) => word !== '' && !companions.has(word))) return undefined;
  const kind = ranks.find((rank) => found.some((one) => one.kind === rank));
  const language = found.find((one) => one.language !== undefined)?.language;
  return kind && { kind, language };
}

/** The question without the greeting before it. */
export function withoutGreeting(question: string): string {
  const stripped = question.replace(opening, '');
  return /[\p{L}\p{N}]{2}/u.test(stripped) ? stripped : question;
}

const questionCharsMax = 120;

// Marks alone are of a visitor who tries whether somebody is there; what pictures mean is not known.
const wordless = longPattern('u')`
  ^(?=\s*\S)(?:[\s\p{P}\p{S}\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f|\u200d|\u20e3
  |[\u{e0020}-\u{e007f}])+$`;
const picture = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

const opening = longPattern('iu')`^\s*(?:(?:hi|hello|hey|dear (?:sir|madam|team)
  |good (?:morning|afternoon|evening|day)|greetings|habari(?: (?:za|ya) (?:asubuhi|mchana|jioni|leo|kazi|saa hizi)
  | yako| yenu| zenu| gani)?|hujambo|hamjambo|jambo|mambo(?: vipi)?|vipi|niaje|sasa|salamu|salaam|shikamoo
  |asalam aleikum|assalamu alaikum|samahani(?:ni)?|excuse me|sorry
  |pole)(?:\s+(?:there|team|ndugu|kaka|dada|boss|bro|mkuu|sir|madam|wapendwa))?\s*[,.!?…:;-]+\s*)+`;

const ranks =
  `person insult complaint language robot who-are-you help goodbye thanks elder how-are-you
  slang jambo greeting acknowledged`.split(/\s+/) as readonly SmallTalk[];

// Longer phrases first: what they take is no longer there for the shorter ones.
const phrases: Phrases = {
  ...harder,
  'who-are-you en': longPattern(
    'g',
  )` (?:who are you|who r u|who am i (?:talking|speaking|chatting) (?:to|with)
      |what(?: i?s|s)? your name|what are you|are you (?:an )?assistant)(?= )`,
  'who-are-you sw': longPattern('g')` (?:(?:wewe|we) ni nani|ni nani wewe|wewe nani|unaitwa nani
      |jina lako (?:ni )?(?:nani|lipi)|naongea na nani|ninaongea na nani|nazungumza na nani)(?= )`,
  'thanks en':
    / (?:thanks|thank (?:you|u)) for (?:your |the |all )*(?:help|assistance|info|information|time|answers?)(?= )/g,
  'thanks sw':
    / a(?:h)?sante(?:ni)?(?: sana)? kwa (?:msaada|majibu|jibu|taarifa|maelezo)(?: (?:wako|yako|lako|wenu|yenu))?(?= )/g,
  'help en': longPattern('g')` (?:(?:can|could|will) you (?:please )?help(?: me)?(?: out)?
      |i (?:need|want) (?:some |your )?help|help me|may i ask (?:you )?(?:a |some )?questions?
      |can i ask (?:you )?(?:a |some )?(?:questions?|something)|i have a question|help)(?= )`,
  'help sw': longPattern('g')` (?:naomba (?:unisaidie|msaada|kusaidiwa|kuuliza(?: swali)?)
      |(?:nina|nna) swali|nahitaji msaada|ninahitaji msaada|unaweza kunisaidia|mnaweza kunisaidia|nisaidie
      |naweza kuuliza(?: swali)?|msaada)(?= )`,
  'goodbye en': longPattern(
    'g',
  )` (?:good ?bye|bye(?: bye)?|see you(?: (?:later|soon|tomorrow|then))?|see ya
      |good ?night|have a (?:nice|good|great|lovely) (?:day|evening|night|weekend|one|time)|take care|later)(?= )`,
  'goodbye sw': longPattern(
    'g',
  )` (?:kwa ?heri(?:ni)?|tutaonana(?: (?:baadaye|kesho|tena))?|usiku mwema
      |siku njema|jioni njema|baadaye|baadae|ala[am]+siki|lala salama|uwe na (?:siku|wakati) (?:njema|mwema))(?= )`,
  'thanks en 2': longPattern('g')` (?:thank you(?: (?:so much|very much|a lot))?
      |thanks(?: (?:a lot|so much|a million|alot))?|thank u|thanx|thx|tnx|many thanks|much appreciated
      |i appreciate(?: it)?|appreciated|(?:that|it|this) (?:has |really )?helped(?: (?:me|a lot))*
      |(?:that|it) (?:was|is) (?:very |really )?helpful|you (?:are|were) (?:very |so )?helpful
      |you have been (?:very )?helpful)(?= )`,
  'thanks sw 2': longPattern('g')` (?:asante(?:ni)?(?: sana)?|ahsante(?:ni)?(?: sana)?
      |shukra(?:ni|n)(?: sana)?|nashukuru(?: sana)?|ninashukuru(?: sana)?|tunashukuru(?: sana)?|ubarikiwe
      |mungu akubariki|umenisaidia(?: sana)?)(?= )`,
  'elder sw': / (?:shikamoo|shikamo|shkamoo|sikamoo)(?= )/g,
  'how-are-you en': longPattern(
    'g',
  )` (?:how are (?:you|u|things)(?: (?:doing|today|all|guys))*|how r u
      |how do you do|how is it going|hows it going|how it going|what is up|what up|whats up|wassup|sup
      |how is your day|how have you been|hope you are (?:well|fine|doing well|good))(?= )`,
  'how-are-you sw': longPattern('g')` (?:(?:habari|hali) (?:yako|yenu|zako|zenu|gani|ya leo)
      |(?:u|una|m) ?hali gani|uhali gani|(?:uko|mko|upo) (?:poa|salama|sawa|vizuri|fiti|fresh)|u ?mzima
      |waendeleaje|unaendeleaje|mnaendeleaje|umeamkaje|umeshindaje|kwema)(?= )`,
  'jambo sw': / (?:hujambo|hamjambo)(?= )/g,
  'slang sw': / (?:mambo vipi|vipi mambo|vipi hali|sasa vipi|niaje|mambo|vipi|ni aje)(?= )/g,
  'greeting sw': longPattern(
    'g',
  )` (?:(?:habari(?: ni)? )?za (?:asubuhi|mchana|jioni|leo|kazi|saa hizi|usiku
      |mapumziko|siku(?: nyingi)?)|habari ya (?:asubuhi|mchana|jioni|kazi|saa hizi)|habari(?:ni)?|jambo|sijambo
      |hatujambo|salaa?mu?(?: (?:aleikum|alaikum))?|(?:as)+alaa?mu? ?(?:alaikum|aleikum|alaykum)|asubuhi njema
      |mchana mwema|hodi|sasa|msalimie|nawasalimu|nakusalimu|poa|safi|nzuri)(?= )`,
  'greeting en': longPattern(
    'g',
  )` (?:hi+|hello+|hey+|hallo|helo|good (?:morning|afternoon|evening|day)
      |morning|afternoon|evening|greetings|howdy|hiya|yo|nice to meet you)(?= )`,
  'acknowledged en': longPattern(
    'g',
  )` (?:sorry|my bad|all right|alright|got it|i see|understood|great|perfect
      |cool|nice|awesome|wonderful|excellent|good|fine|no problem|never ?mind|thats all|that is all|thats it
      |nothing(?: else)?)(?= )`,
  'acknowledged sw': longPattern(
    'g',
  )` (?:samahani(?:ni)?|sawa(?: sawa)?(?: kabisa)?|nimeelewa|nimekuelewa
      |haya(?: basi)?|vizuri(?: sana)?|vyema|barabara|sina swali(?: lingine)?|hamna shida|hakuna shida|basi)(?= )`,
  'acknowledged any': / (?:ok|okay|okey|oky|k|oki|o k)(?= )/g,
};

// Words that may stand beside small talk without making it a question.
const companions = new Set(
  `there all everyone team guys sir madam maam mr mrs dear friend bro sis boss mkuu ndugu kaka dada mama baba
    bibi babu mzee bwana rafiki daktari mwalimu nesi mhudumu doctor doc nurse teacher wapendwa wote jamani sana
    very so much again tena pia too and na for the your help info information time msaada wako majibu jibu taarifa
    kwa ya yako wako je oh ah wow haha lol hehe please tafadhali today leo now sasa my yangu wangu hapo huko kwenu
    you ninyi nyinyi wewe then basi a it was is that`.split(/\s+/),
);
