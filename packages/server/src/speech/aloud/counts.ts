/** Swahili numbers agree with what they count (`watu wawili`, `vyumba viwili`), and `ya 1` is `ya kwanza`. */
import { numberInWords } from '../../kernel/language/number-words.ts';
import { type Rule, to } from './rule.ts';

// By class: the beginnings of the numbers one and more, then the nouns.
const classes = [
  [
    'm wa',
    `mtu watu mtoto watoto mteja wateja mwanafunzi wanafunzi mwalimu walimu mgonjwa wagonjwa mfanyakazi
      wafanyakazi mgeni wageni abiria msichana wasichana mvulana wavulana mtaalamu wataalamu mwanachama wanachama
      mkulima wakulima mhudumu wahudumu daktari madaktari muuguzi wauguzi fundi mafundi dereva madereva mzazi wazazi
      mwombaji waombaji mwezeshaji wawezeshaji ng'ombe mbuzi kuku kondoo samaki`,
  ],
  [
    'm mi',
    `mwaka miaka mwezi miezi mfuko mifuko mkate mikate mtungi mitungi mlango milango mzigo mizigo mti miti mche miche
      mstari mistari muhula mihula mguu miguu mradi miradi mtaa mitaa mkoa mikoa mji miji mlo milo mchezo michezo`,
  ],
  [
    'ki vi',
    `kitu vitu chumba vyumba kitabu vitabu kitanda vitanda kiti viti kidonge vidonge kipande vipande kiwanja viwanja
      kikombe vikombe kijiko vijiko kikao vikao kipindi vipindi kituo vituo kifaa vifaa kijana vijana kiwango viwango
      kifurushi vifurushi kitambulisho vitambulisho cheti vyeti choo vyoo kinywaji vinywaji`,
  ],
  [
    ' ma',
    `tawi matawi duka maduka gari magari yai mayai saa masaa darasa madarasa jengo majengo gunia magunia ombi maombi
      swali maswali somo masomo jina majina tunda matunda shamba mashamba debe madebe gurudumu magurudumu
      godoro magodoro shuka mashuka jiko majiko`,
  ],
] as const;

const classOf: ReadonlyMap<string, readonly string[]> = new Map(
  classes.flatMap(([starts, nouns]) =>
    nouns.split(/\s+/).map((noun) => [noun, starts.split(' ')] as const),
  ),
);
const nouns = [...classOf.keys()].filter((noun) => noun !== 'saa').join('|');
const ordered =
  'ghorofa|darasa|awamu|hatua|mwaka|muhula|mwezi|wiki|siku|mara|nafasi|mtoto|kidato|tawi|sehemu|somo|toleo|kipindi';

export const countRules: readonly Rule[] = [
  [
    new RegExp(
      `\\b(${nouns})\\s(\\d{1,4})(?:\\s?[-–]\\s?(\\d{1,4}))?(?![\\d\\p{L}%]|[.,:/]\\d)`,
      'giu',
    ),
    ([found = '', noun = '', first = '', last], language) => {
      if (language === 'en' || isYear(noun, first)) return found;
      const starts = classOf.get(noun.toLowerCase()) ?? [];
      const said = [first, last]
        .flatMap((value) => value ?? [])
        .map((value) => agreed(Number(value), starts));
      return `${noun} ${said.join(` ${to.sw} `)}`;
    },
  ],
  [
    new RegExp(
      `\\b(${ordered})\\s(ya|la|wa|cha)\\s([12])(?![\\d\\p{L}%]|[.,:/]\\d|\\s?[-–])`,
      'giu',
    ),
    ([found = '', noun = '', of = '', value], language) =>
      language === 'en' ? found : `${noun} ${of} ${value === '1' ? 'kwanza' : 'pili'}`,
  ],
];

function isYear(noun: string, value: string): boolean {
  return noun.toLowerCase() === 'mwaka' && Number(value) > 1;
}

/** Only the last part of a number agrees, and never a count of thousands or hundreds. */
function agreed(value: number, [one = '', many = '']: readonly string[]): string {
  const said = numberInWords(value, 'sw');
  if (value % 100 === 0) return said;
  return said.replace(/(?:moja|mbili|tatu|nne|tano|nane)$/, (unit) => {
    if (unit === 'moja') return one === 'm' ? 'mmoja' : `${one}moja`;
    return `${many}${unit === 'mbili' ? 'wili' : unit}`;
  });
}
