/**
 * Which words of a sentence state something: those that do not, those that narrow a statement, and
 * those that deny it.
 */
import { longPattern } from '../../kernel/long-pattern.ts';
import { groupOf } from './claim-synonyms.ts';

/** Words that may stand in any sentence about anything: they state nothing by themselves. */
export function isNeutral(word: string): boolean {
  return neutral.has(word);
}

const neutral: ReadonlySet<string> = words(`
a an the this that these those it its they them their theirs we us our ours you your yours yourself i me my he
she his her him hers who whom whose which what where how is are was were be been being am do does did have has
had having can could will would shall may might of in on at to for from by with about into onto as so then there
here and or also too such please kindly well able possible available offer offers offered offering provide
provides provided currently etc note hello hi dear welcome thank thanks sorry via within during per own let when
while one whether either okay ok sure certainly absolutely indeed hey im ill ive id youre youll youve theyre
weve thats theres isnt arent wasnt werent dont doesnt didnt cant cannot couldnt wont wouldnt shouldnt havent
hasnt hadnt but though although however whereas because since therefore instead along away both between until
till using use uses than get gets see lasts runs running aged unfortunately simply done directly come comes
coming around ya wa za la cha vya kwa na ni je hii huyu hiyo hicho hizi hizo hao hawa huo huu hilo hili haya
hayo ile yule wale zile lile kile vile pale hapa hapo huko kule ambayo ambao ambaye ambacho ambalo ambazo
ambavyo ambapo kama pia au katika kwenye kutoka kuanzia hadi mpaka kuhusu mimi wewe yeye sisi ninyi nyinyi wao
yangu yako yake yetu yenu yao wangu wako wake wetu wenu langu lako lake letu lenu lao changu chako chake chetu
chenu chao zangu zako zake zetu zenu zao vyangu vyako vyake vyetu vyenu vyao kwamba kuwa ana ina una nina tuna
wana kuna zina lina kina vina yana mna tunayo tunazo tunao tunavyo tunacho huwa ili basi tafadhali naomba habari
asante shukrani samahani karibu karibuni sawa naweza ninaweza tunaweza mnaweza unaweza anaweza wanaweza inaweza
zinaweza yanaweza kuweza iko ipo zipo upo yupo wapo lipo kipo vipo yapo ziko liko kiko viko yako wako mko mpo
tuko tupo kupatikana inapatikana zinapatikana yanapatikana vinapatikana linapatikana unapatikana anapatikana
wanapatikana hupatikana kwetu kwako kwenu kwake kwao hivyo pamoja ndipo ndio ndiye ndani mwa pa mwenye wenye
yenye lenye zenye vyenye chenye bado tunatoa hutolewa inatolewa zinatolewa ajili wakati unakaribishwa
mnakaribishwa nasi nawe nazo nayo nacho navyo nalo naye kwenda kuelekea kupitia muda mwenyewe toa umri awe uwe
wawe iwe ziwe yale kuna lakini bali ila ingawa sababu kwani hivyo sasa sana pole usumbufu jijini walio aliye
iliyo zilizo kutumia ukitumia unatumia kupata unapata utapata upate kumuona kuona`);

/** Verbs of giving, which state something where money comes right after them. */
export function isGiving(word: string): boolean {
  return giving.has(word);
}

const giving = words(
  'offer offers offered offering provide provides provided have has had get gets kupata unapata utapata tunatoa ' +
    'tuna tunayo tunazo hutolewa',
);

/** Words whose whole sentence may be left out: manners, and a yes to nothing. */
export function isManners(word: string): boolean {
  return manners.has(word) || neutral.has(word);
}

const manners = words(
  'great good question happy glad course yes no ndiyo ndio naam hapana jambo mambo hujambo shikamoo furaha ' +
    'vizuri swali zuri bila shaka hakika kabisa of',
);

/** What narrows or widens a statement, by the sense that it has in both languages. */
export type Bound =
  | 'only'
  | 'all'
  | 'must'
  | 'before'
  | 'after'
  | 'more'
  | 'less'
  | 'without'
  | 'except'
  | 'if'
  | 'always'
  | 'never'
  /** Not the whole, or not all of them. */
  | 'part'
  /** `every Monday`, where others say `on Mondays`. */
  | 'weekly'
  /** `every month`, where others say `a month`. */
  | 'each';

const boundWords: { readonly [bound in Bound]: ReadonlySet<string> } = {
  only: words('only just solely exclusively tu pekee'),
  all: words(
    'all every each any everything everyone everybody anything anyone kila yote wote zote vyote lote chote ' +
      'yoyote wowote zozote chochote vyovyote lolote whole entire nzima',
  ),
  must: words(
    'must need needs needed require requires required mandatory compulsory obligatory necessary should lazima ' +
      'sharti inabidi inatakiwa unatakiwa mnatakiwa anatakiwa wanatakiwa',
  ),
  before: words('before prior earlier kabla'),
  after: words('after afterwards later baada'),
  more: words('more over above least exceeding minimum zaidi angalau kuendelea'),
  less: words(
    'less under below most maximum chini pungufu wasiozidi isiyozidi zisizidi yasiyozidi visivyozidi',
  ),
  without: words('without bila'),
  except: words('except excluding unless isipokuwa kasoro'),
  if: words('if unless once provided ikiwa iwapo endapo'),
  always: words('always daima'),
  never: words('never kamwe'),
  part: words('half quarter some several few partly nusu robo baadhi'),
  weekly: new Set(),
  each: new Set(),
};

/** The bounds that a word sets. `kama` is `if` where a part of a sentence begins with it, else `about`. */
export function boundsOf(word: string, next: string, opens: boolean): readonly Bound[] {
  const found = [...(boundsByWord.get(word) ?? [])];
  if (conditional.test(word) || unlessDone.test(word) || (word === 'kama' && opens))
    found.push('if');
  if (word === 'when' && /^(?:you|your|it|they|the|we)$/.test(next)) found.push('if');
  if (/^(?:have|has|had)$/.test(word) && next === 'to') found.push('must');
  if (needing.test(word)) found.push('must');
  if (word === 'one' && next === 'of') found.push('part');
  if (word === 'up' && next === 'to') found.push('less');
  if (exceptions.has(`${word} ${next}`)) found.push('except');
  return found;
}

// Also the denied ones, which say that there is no need.
const needing = longPattern()`^(?:ha?)?(?:u|m|a|wa|ni|tu|i|zi|li|ya|ki|vi|ku)?(?:na|ta|li)?(?:vyo
  |cho|yo|o|ye|zo)?(?:hitaji|hitajika|paswa|paswi)$`;

const exceptions = new Set(['other than', 'apart from', 'aside from', 'mbali na', 'tofauti na']);
const boundsByWord: ReadonlyMap<string, readonly Bound[]> = new Map(
  Object.values(boundWords)
    .flatMap((all) => [...all])
    .map((word) => [
      word,
      (Object.keys(boundWords) as Bound[]).filter((bound) => boundWords[bound].has(word)),
    ]),
);
// `ikijumuisha`, `kikiwemo`: with it, not if.
const conditional =
  /^(?:u|m|a|wa|ni|tu|i|zi|ya|ki|vi)ki(?:sha)?(?!li|wemo$|wa$|jumuisha$)[a-z]{4,}$/;

/** Without one of these the rest would say more than was told. */
export const narrowing: ReadonlySet<Bound> = new Set([
  'only',
  'except',
  'if',
  'without',
  'before',
  'after',
  'more',
  'less',
  'part',
]);
/** Those that hold for what stands beside them too. */
export const narrowingAll: ReadonlySet<Bound> = new Set(['only', 'except', 'if']);

/** What another word for the same condition may be: `when you buy` for `if you buy`. */
export function meetsBound(bound: Bound, said: ReadonlySet<string>): boolean {
  if (bound === 'less') return said.has('until') || said.has('till') || said.has('mpaka');
  return bound === 'if' && (said.has('when') || said.has('kama') || said.has('once'));
}

// `usipolipa` denies what is asked, not what comes of it.
const unlessDone = /^(?:u|m|a|wa|ni|tu|i|zi|li|ki|vi|ya)sipo[a-z]{3,}$/;

export function isNegator(word: string): boolean {
  return (
    negators.has(word) ||
    (!notNegated.has(word) &&
      !unlessDone.test(word) &&
      negatedVerbs.some((form) => form.test(word)))
  );
}

const negators =
  words(`not no never none nor neither cannot dont doesnt didnt isnt arent wasnt werent cant couldnt wont wouldnt
    shouldnt havent hasnt hadnt hapana hakuna hamna siyo sio si wala kamwe sina hatuna hana hawana haina hazina
    halina hakina havina hayana huna hamna haipo hazipo hayupo hawapo halipo except excluding unless isipokuwa
    kasoro`);
const negatedVerbs = [
  /^ha(?:tu|wa|zi|ki|vi|li|ku|i|u|m|ya)(?:ta|ku|ja)?[a-z]{3,}[aiue]$/,
  /^si(?:ja|ta|ku)[a-z]{3,}[aiue]$/,
  // `hatachanjwa`, `hutalipa`; `hutazama` and the like are habits.
  /^hata(?!ri$|mu)[a-z]{4,}a$|^huta(?!zama|futa|yarish|mbu|raji|legeme|fsiri)[a-z]{3,}a$/,
  // `hapewi`, `hulipi`; what ends so by itself (`husafiri`) is mostly a habit.
  /^ha[b-df-hj-np-tvwz][a-z]+i$|^hu(?:[a-z]+wi|wezi|hitaji|lipi|pati|letei|ji|ingii)$/,
  /^(?:u|m|a|wa|tu|ni|i|zi|ya|li|ki|vi)si(?:o|ye|yo|cho|vyo|lo|zo|po)?[a-z]{3,}[aei]$/,
];
// Nouns and numbers that begin as a denied verb does.
const notNegated = words(
  'wasiozidi harusi halali hadhi hamali haki hadi hali hati hayati hakiki harufi hasi habari halisi hakimu ' +
    'hamsini haraka hatari hakika hadithi hawaii hivyo haliwa asili asilimia asiye msichana masika misitu msikiti ' +
    'msimamizi usimamizi usingizi usikilizaji kisiwani visiwani msimu sitini sikukuu sikiliza sikia asikari hukumu ' +
    'hutoka huchukua hutolewa hurudi hufanyika huduma hununua hupatikana hujumuisha',
);

/** A verb with its subject, which begins a statement of its own. */
export function isSwahiliVerb(word: string): boolean {
  if (verbLike.has(word)) return false;
  return swahiliVerb.test(word) || negatedVerbs[0]?.test(word) === true;
}

// Nouns that begin as a verb does.
const verbLike = words(
  'wanafunzi wanawake wanaume wananchi wanachama wanandoa walimu walinzi mlinzi mlima ulinzi utalii watalii ' +
    'mtalii mtaala mtaalamu wataalamu umeme ukaguzi ukarabati mkate mkazi wakazi mkataba mikataba kitabu vitabu ' +
    'kitanda vitanda kitambaa akaunti',
);
const swahiliVerb =
  /^(?:ni|u|a|tu|m|wa|i|li|ya|ki|vi|zi|ku)(?:na|li|ta|me|nge|ki|ka)[a-z]{2,}[aeiu]$|^ku[a-z]{3,}a$|^hu[a-z]{3,}a$/;

/** One who is acted on is not one who acts: `utalipwa` is no form of `utalipa`. */
export function isPersonalPassive(word: string): boolean {
  return /^(?:ni|u|a|tu|m|wa)(?:na|ta|me|li|ki|ka)[a-z]+w[ae]$/.test(word);
}

/** Nor is what is done one that does it: `hulipa` is no form of `hulipwa`. */
export function isActiveOfThird(word: string): boolean {
  return /^(?:hu|(?:a|wa|i|li|ki|vi|zi|ya)(?:na|ta|me|li))[a-z]{2,}[^w]a$/.test(word);
}

/** A word for what something costs: beside an amount it states nothing more. */
export function isPriceWord(word: string): boolean {
  return groupOf(word) === '=cost' || groupOf(word) === '=bei';
}

/** A word for that money is paid: beside an amount it states nothing more, unless it says that somebody else pays. */
export function isPaying(word: string): boolean {
  return paying.test(word);
}

const paying = longPattern()`^(?:pays?|paid|paying|sells?|sold|tunauza|(?:ku)?lip(?:a|wa|ia)
  |(?:ni|u|a|tu|m|wa|i|li|ya|ki|vi|zi)(?:na|ta)(?:lipa|lipwa|lipia|uzwa|tozwa)|hu(?:lipa|lipwa|uzwa|tozwa))$`;

/** What an amount of money is paid for each of: `KES 150 a child`. */
export function isRateWord(word: string): boolean {
  return rateWords.has(word);
}

const rateWords = words(
  'person people child adult guest student pupil night day week month year hour minute term tonne ton kg kilo ' +
    'kilogram litre metre kilometre km key bag head car room piece box page mtu watu mtoto mgeni mwanafunzi usiku ' +
    'siku wiki mwezi mwaka saa muhula tani lita mita kilomita mfuko gari chumba kipande ukurasa kila',
);

export const conjunctions: ReadonlySet<string> = words('and or nor na au wala pia');

export const subjectWords: ReadonlySet<string> = words(
  'we you they it he she there this these those who is are was were has have had can will may do does did ni ' +
    'kuna ana una ina wana tuna zina yana isnt arent wasnt werent havent hasnt get gets cost costs takes gives ' +
    'includes needs carry carries comes picks meets opens closes starts ends leaves arrives yupo wapo ipo zipo ' +
    'lipo kipo vipo upo iko liko ziko kiko viko yuko',
);
export const determiners: ReadonlySet<string> = words(
  'the a an our your its their his her all every each',
);
export const prepositions: ReadonlySet<string> = words(
  `in on at to for from by with within between during per of about as under over above below after before until
    without via across against behind near kwa katika kwenye ndani hadi mpaka kutoka kuanzia baada kabla bila ya
    wa za la cha vya pamoja karibu nyuma mbele juu chini saa ikiwemo including except isipokuwa only tu kama siku
    if when ikiwa`,
);

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
