/** Recognises messages that consist of greetings, thanks and the like, and replies to them. */

import type { Language } from '@baraza/contract';
import { pick } from '../../kernel/language/bilingual.ts';
import { longPattern } from '../../kernel/long-pattern.ts';
import { waysOf } from '../fields/contacts.ts';
import type { Business, Inquiry, Reply } from '../knowledge.ts';
import { fieldReply } from '../read/field-reply.ts';
import { languageOf } from '../text/language.ts';
import { wordsOf } from '../text/text.ts';
import { type SmallTalk, words } from '../words.ts';

export type Pleasantry = Pick<Phrase, 'kind' | 'language'>;

/** The kind of small talk, if the whole message is small talk. */
export function smallTalkOf(question: string): Pleasantry | undefined {
  if (wordless.test(question))
    return { kind: picture.test(question) ? 'pictures' : 'wordless', language: undefined };
  if (question.length > questionCharsMax) return undefined;
  let rest = ` ${wordsOf(question).join(' ')} `;
  const found: Pleasantry[] = [];
  for (const { kind, language, pattern } of phrases)
    rest = rest.replace(pattern, () => {
      found.push({ kind, language });
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

// Punctuation alone tests whether anyone answers; the meaning of emoji is unknown.
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

// Words that may accompany small talk without making it a question.
const companions = new Set(
  `there all everyone team guys sir madam maam mr mrs dear friend bro sis boss mkuu ndugu kaka dada mama baba
    bibi babu mzee bwana rafiki daktari mwalimu nesi mhudumu doctor doc nurse teacher wapendwa wote jamani sana
    very so much again tena pia too and na for the your help info information time msaada wako majibu jibu taarifa
    kwa ya yako wako je oh ah wow haha lol hehe please tafadhali today leo now sasa my yangu wangu hapo huko kwenu
    you ninyi nyinyi wewe then basi a it was is that`.split(/\s+/),
);

/**
 * A greeting gets the owner's own greeting if there is one in that language. Undefined if the visitor asks for a person
 * but the owner gave no contact.
 */
export function smallTalkReply(kind: SmallTalk, inquiry: Inquiry): Reply | undefined {
  const { business, language, ask } = inquiry;
  const texts = words[language];
  const isUnderstood = kind !== 'pictures';
  const own = kind === 'greeting' ? ownGreeting(business, language) : '';
  const ways = { ...waysOf(business), ...(ask.mode === 'voice' ? { email: '' } : {}) };
  const offered = offersContact.has(kind) ? texts.contacts(ways) : '';
  if (kind === 'person' && offered === '') return undefined;
  const text = [own || talkText(kind, inquiry), offered].filter((part) => part !== '').join(' ');
  const quote = own || (offered && texts.contactsQuote(ways));
  const title = own
    ? pick(business.business, language) || pick(business.name, language)
    : texts.contactsTitle;
  const reply = fieldReply({ text, title, quote, ...(quote === '' && { parts: [] }) }, inquiry);
  return {
    ...reply,
    answered: isUnderstood,
    confidence: isUnderstood ? 1 : 0,
    ...(kind === 'person' && { asksForPerson: true }),
  };
}

// Visitors who complain or ask for a person get the contacts.
const offersContact: ReadonlySet<SmallTalk> = new Set(['insult', 'complaint', 'person']);

function talkText(kind: SmallTalk, { business, language }: Inquiry): string {
  const line = words[language].talk[kind];
  if (typeof line === 'string') return line;
  return line(pick(business.business, language), pick(business.name, language));
}

function ownGreeting({ greeting }: Business, language: Language): string {
  if (typeof greeting !== 'string') return greeting[language]?.trim() ?? '';
  const text = greeting.trim();
  return text !== '' && languageOf(text).language === language ? text : '';
}

interface Phrase {
  readonly kind: SmallTalk;
  /** Undefined if both languages use these words: `ok`. */
  readonly language: Language | undefined;
  readonly pattern: RegExp;
}

// Greetings, thanks, complaints and the like, as patterns of folded words between single spaces.
const want =
  '(?:(?:please |can i |could i |may i |how (?:do|can) i |let me |i (?:want|need|would like|d like|wish' +
  '|prefer) to |i(?:d)? (?:want|like) to |i wanna )*)';
const someone =
  '(?:(?:a |an |the |some |your |with )*(?:real |live |actual |human )*(?:humans?|person|people|agents?|operator' +
  '|someone|somebody|representative|staff|manager|customer (?:care|service|support)|human being|attendant' +
  '|owner)(?: (?:please|now|instead))*)';

/**
 * By kind, language and number. Longer phrases first: the words that they match are removed before the next pattern.
 * Line breaks, and the spaces that follow them, are not part of a pattern.
 */
const table: { readonly [name: `${SmallTalk} ${Language | 'any'}${string}`]: string } = {
  'person en': `${want}(?:(?:speak|talk|chat|talking|speaking) (?:to|with)|connect me (?:to|with)|transfer me to
    |get me|give me|i (?:want|need)) ${someone}`,
  'person en 2': `(?:please |can you |could you |can someone |can somebody |i want you to )*(?:call|phone
    |ring) me(?: back)?(?: (?:please|now))*|(?:real|live|human) (?:person|agent|human)|customer (?:care|service
    |support)|human (?:please|agent)|agent please`,
  'person sw': `(?:(?:nataka|ninataka|naomba|nahitaji|ninahitaji|naweza|ninaweza|ningependa|niweze
    |napenda) )*(?:(?:ku|ni|tu)(?:ongea|ongee|zungumza|zungumze|chati|wasiliana|wasiliane)|niunganishe
    |niunganisheni|nipe|nipeni)(?: (?:na|moja kwa moja|live))* (?:mtu|binadamu|mhudumu|wahudumu|mtu halisi
    |mfanyakazi|meneja|msimamizi|mwenye duka|mhusika|huduma kwa wateja|agent|customer care)(?: (?:halisi
    |wa kweli|wenu|mwingine|live))*`,
  'person sw 2': `(?:(?:naomba|tafadhali|nataka|mnaweza|unaweza) )*(?:nipigie|nipigieni|mnipigie|unipigie
    |kunipigia|nitafute|mnitafute|nipigiwe)(?: simu)?`,
  'person sw 3': `(?:nahitaji|nataka|naomba|ninataka) (?:mtu(?: halisi)?|mhudumu|binadamu|huduma kwa wateja)`,
  'robot en': `(?:is this|are you|am i (?:talking|speaking|chatting) (?:to|with)|r u
    |you are)(?: just)?(?: an?)? (?:human(?: being)?|robot|bot|ai|real person|real human|real|person|machine
    |chatbot|computer)(?: or(?: an?)? (?:human|robot|bot|person|machine|real person))?`,
  'robot sw': `(?:(?:wewe|we|hii|huyu) ni|naongea na|ninaongea na|nazungumza na|ni) (?:mtu|roboti|robot|bot
    |binadamu|mashine|kompyuta|ai)(?: (?:halisi|wa kweli|kweli))?(?: (?:au|ama) (?:ni )?(?:mtu|roboti|robot|bot
    |mashine|binadamu))?`,
  'language en': `(?:(?:can|could) (?:you|we) (?:please )?|please )?(?:(?:speak|talk|reply|answer|write|respond
    |chat|switch)(?: to| in)? english|(?:in )?english(?= (?:please|only|tafadhali|pls) )|in english(?= $)
    |kwa kiingereza|kiingereza(?= tafadhali ))`,
  'language sw': `(?:(?:can|could) (?:you|we) (?:please )?|please |naomba |tafadhali )?(?:(?:ongea|zungumza|jibu
    |nijibu|andika|tumia|tuongee|tuzungumze)(?: kwa)? kiswahili|kwa kiswahili|kiswahili(?= (?:tafadhali|tu
    |please|pls) )|(?:speak|talk|reply|answer|write|respond|chat|switch)(?: to| in)? (?:ki)?swahili
    |(?:in )?(?:ki)?swahili(?= (?:please|only|pls) )|in (?:ki)?swahili(?= $))`,
  'insult en': `(?:you|u|you all|you guys|you people|this bot|this thing|this assistant) (?:are|r|is) (?:so 
    |such |very |all |just |really |an? |complete |total |bloody )*(?:stupid|useless|dumb|idiots?|fools?|foolish
    |thieves|thief|crooks?|liars?|rubbish|trash|garbage|moron|silly|hopeless|shit|crap|scam|scammers?|mad|crazy
    |bad|terrible|worst|fake)(?: (?:bot|robot|machine|assistant|people))?|fuck(?: you| off)?|f you|shut up
    |stupid(?: (?:bot|robot|machine|assistant))?|idiots?|useless(?: (?:bot|robot|machine|assistant))?|dumb bot
    |i hate you|go to hell|bullshit|scammers?|you suck`,
  'insult sw': `(?:(?:wewe|we|nyie|ninyi|nyinyi|hawa|mko) )?(?:ni )?(?:wezi|mwizi|matapeli|tapeli|wajinga|mjinga
    |pumbavu|mpumbavu|wapumbavu|washenzi|mshenzi|waongo|mwongo|muongo|mbwa|fala|mafala|malaya|bure kabisa
    |takataka|huna akili|hamna akili|huna maana|hamna maana|nyamaza|kenge|mkundu|kuma)(?: (?:wewe|nyie|ninyi
    |sana|kabisa|tu))*`,
  'complaint en': `(?:your|the|this) (?:(?:customer )?(?:services?|shop|business|products?|staff|company|work
    |bot|assistant|website)) (?:is|are|was|were) (?:so |very |really |just |too )*(?:terrible|bad|poor|awful
    |horrible|the worst|worst|pathetic|slow|disappointing|rubbish|useless|rude)`,
  'complaint en 2': `i have an? (?:complaint|problem|issue)(?: with (?:you|your (?:services?|products?|staff)))?
    |i (?:want|would like|need|wish) to (?:complain|make a complaint|report a problem)|i am (?:very |so 
    |really )*(?:disappointed|angry|unhappy|upset|not happy|frustrated)(?: with (?:you|your (?:services?
    |products?|staff)))?|you (?:cheated|lied to|robbed|scammed) me|(?:very )?(?:bad|poor|terrible) service
    |this is (?:so )?(?:ridiculous|unacceptable|frustrating)`,
  'complaint sw': `(?:huduma (?:yenu|zenu|yako) (?:ni )?(?:mbaya|mbovu|hovyo|duni|ya hovyo|za hovyo)
    |huduma (?:mbaya|mbovu)|mna huduma (?:mbaya|mbovu)|(?:nina|nna) (?:malalamiko|lalamiko|tatizo|shida)
    |(?:nataka|naomba|ningependa) ku(?:lalamika|toa malalamiko)|nalalamika|ninalalamika|nimekasirika
    |nimesikitika|sijaridhika|sijafurahishwa|mmeniibia|mmenidanganya|mmenitapeli|umenidanganya|mnaboa|unaboa
    |mnachelewa)(?: (?:sana|kabisa|na huduma (?:yenu|zenu)))*`,
  'who-are-you en': `who are you|who r u|who am i (?:talking|speaking|chatting) (?:to|with)|what(?: i?s
    |s)? your name|what are you|are you (?:an )?assistant`,
  'who-are-you sw': `(?:wewe|we) ni nani|ni nani wewe|wewe nani|unaitwa nani|jina lako (?:ni )?(?:nani|lipi)
    |naongea na nani|ninaongea na nani|nazungumza na nani`,
  'thanks en': `(?:thanks|thank (?:you|u)) for (?:your |the |all )*(?:help|assistance|info|information|time
    |answers?)`,
  'thanks sw': `a(?:h)?sante(?:ni)?(?: sana)? kwa (?:msaada|majibu|jibu|taarifa|maelezo)(?: (?:wako|yako|lako
    |wenu|yenu))?`,
  'help en': `(?:can|could|will) you (?:please )?help(?: me)?(?: out)?|i (?:need|want) (?:some |your )?help
    |help me|may i ask (?:you )?(?:a |some )?questions?|can i ask (?:you )?(?:a |some )?(?:questions?|something)
    |i have a question|help`,
  'help sw': `naomba (?:unisaidie|msaada|kusaidiwa|kuuliza(?: swali)?)|(?:nina|nna) swali|nahitaji msaada
    |ninahitaji msaada|unaweza kunisaidia|mnaweza kunisaidia|nisaidie|naweza kuuliza(?: swali)?|msaada`,
  'goodbye en': `good ?bye|bye(?: bye)?|see you(?: (?:later|soon|tomorrow|then))?|see ya|good ?night
    |have a (?:nice|good|great|lovely) (?:day|evening|night|weekend|one|time)|take care|later`,
  'goodbye sw': `kwa ?heri(?:ni)?|tutaonana(?: (?:baadaye|kesho|tena))?|usiku mwema|siku njema|jioni njema
    |baadaye|baadae|ala[am]+siki|lala salama|uwe na (?:siku|wakati) (?:njema|mwema)`,
  'thanks en 2': `thank you(?: (?:so much|very much|a lot))?|thanks(?: (?:a lot|so much|a million|alot))?
    |thank u|thanx|thx|tnx|many thanks|much appreciated|i appreciate(?: it)?|appreciated|(?:that|it
    |this) (?:has |really )?helped(?: (?:me|a lot))*|(?:that|it) (?:was|is) (?:very |really )?helpful|you (?:are
    |were) (?:very |so )?helpful|you have been (?:very )?helpful`,
  'thanks sw 2': `asante(?:ni)?(?: sana)?|ahsante(?:ni)?(?: sana)?|shukra(?:ni|n)(?: sana)?|nashukuru(?: sana)?
    |ninashukuru(?: sana)?|tunashukuru(?: sana)?|ubarikiwe|mungu akubariki|umenisaidia(?: sana)?`,
  'elder sw': `shikamoo|shikamo|shkamoo|sikamoo`,
  'how-are-you en': `how are (?:you|u|things)(?: (?:doing|today|all|guys))*|how r u|how do you do
    |how is it going|hows it going|how it going|what is up|what up|whats up|wassup|sup|how is your day
    |how have you been|hope you are (?:well|fine|doing well|good)`,
  'how-are-you sw': `(?:habari|hali) (?:yako|yenu|zako|zenu|gani|ya leo)|(?:u|una|m) ?hali gani|uhali gani
    |(?:uko|mko|upo) (?:poa|salama|sawa|vizuri|fiti|fresh)|u ?mzima|waendeleaje|unaendeleaje|mnaendeleaje
    |umeamkaje|umeshindaje|kwema`,
  'jambo sw': `hujambo|hamjambo`,
  'slang sw': `mambo vipi|vipi mambo|vipi hali|sasa vipi|niaje|mambo|vipi|ni aje`,
  'greeting sw': `(?:habari(?: ni)? )?za (?:asubuhi|mchana|jioni|leo|kazi|saa hizi|usiku|mapumziko
    |siku(?: nyingi)?)|habari ya (?:asubuhi|mchana|jioni|kazi|saa hizi)|habari(?:ni)?|jambo|sijambo|hatujambo
    |salaa?mu?(?: (?:aleikum|alaikum))?|(?:as)+alaa?mu? ?(?:alaikum|aleikum|alaykum)|asubuhi njema|mchana mwema
    |hodi|sasa|msalimie|nawasalimu|nakusalimu|poa|safi|nzuri`,
  'greeting en': `hi+|hello+|hey+|hallo|helo|good (?:morning|afternoon|evening|day)|morning|afternoon|evening
    |greetings|howdy|hiya|yo|nice to meet you`,
  'acknowledged en': `sorry|my bad|all right|alright|got it|i see|understood|great|perfect|cool|nice|awesome
    |wonderful|excellent|good|fine|no problem|never ?mind|thats all|that is all|thats it|nothing(?: else)?`,
  'acknowledged sw': `samahani(?:ni)?|sawa(?: sawa)?(?: kabisa)?|nimeelewa|nimekuelewa|haya(?: basi)?
    |vizuri(?: sana)?|vyema|barabara|sina swali(?: lingine)?|hamna shida|hakuna shida|basi`,
  'acknowledged any': `ok|okay|okey|oky|k|oki|o k`,
};

const phrases: readonly Phrase[] = Object.entries(table).map(([name, words]) => {
  const [kind, language] = name.split(' ') as [SmallTalk, Language | 'any'];
  const pattern = new RegExp(` (?:${words.replace(/\n\s*/g, '')})(?= )`, 'g');
  return { kind, language: language === 'any' ? undefined : language, pattern };
});
