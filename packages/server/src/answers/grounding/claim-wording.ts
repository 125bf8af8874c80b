/** Turns of phrase that say what a plainer one says, in the plainer one: `at no cost` is `free`, `as long as` is `if`. */

export function plainWording(sentence: string): string {
  return turns.reduce((text, [turn, plain]) => text.replace(turn, plain), sentence);
}

const weekday = '(?=(?:juma(?:tatu|nne|tano|mosi|pili)|alhamisi|ijumaa)\\b)';
const month =
  '(?=(?:januari|februari|machi|aprili|mei|juni|julai|agosti|septemba|oktoba|novemba|desemba)\\b)';

const turns: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:free of charge|for free|at no (?:extra )?(?:cost|charge)|without (?:cost|charge))\b/gi,
    'free',
  ],
  [/\bwe(?:['’]ll| will| can)? give you\b/gi, 'you get'],
  [/\btu(?:na|ta)kupa(?:tia)?\b/gi, 'unapata'],
  [
    /\b(?:(?:that|which) )?we (?:sell|have|offer|stock) (?=(?:comes?|has|have|costs?|is|are)\b)/gi,
    '',
  ],
  [/\b(?:you['’]d|you would) like to\b/gi, 'you'],
  [/\bcosts? nothing\b/gi, 'is free'],
  [
    /\b(?:ni |zote )?(?:haina|hazina|halina|hakina|hayana|bila|pasipo|hakuna) malipo\b/gi,
    'ni bure',
  ],
  [/\b(?:as|so) long as\b|\b(?:provided|on condition) that\b/gi, 'if'],
  [/\bpart of (?=(?:the|our|this|your)\b)/gi, 'included in '],
  [/,? (?:rather than|instead of|and not)\b|,? wala si\b|,? badala ya\b/gi, ', not'],
  [/\b(?:no|not) (?:more|longer|later) than\b/gi, 'at most'],
  [/\bup to\b|\b(?:until|till) (?=\d+ (?:day|week|hour|month|minute))/gi, 'at most '],
  [/\btakes? place\b/gi, 'is'],
  [/\blasts? (?=(?:about )?(?:\d|an? |one |two |three |half))/gi, 'takes '],
  [/\bhalf[ -]price\b/gi, 'half'],
  [
    /\b(?:do(?:es)?n['’]t|do(?:es)? not) (?:need (?:to (?:make |be )?)?|have to (?:make |be )?)(?:an? |any )?|\bneeds? no |\bwithout (?:having|needing) to /gi,
    'without ',
  ],
  [/\bha?(?:u|tu|m|wa|i|ku|zi)?hitaji(?: ku(?:weka|wa))?\b/gi, 'bila'],
  [/\bin advance\b/gi, 'before'],
  [/\byears old\b/gi, 'years'],
  [/\bwhatever\b/gi, 'what'],
  [/\bafter (?:it|this|that|which)\b/gi, 'after'],
  [/\b(?:please )?(?:(?:do not|don['’]t) forget|remember) (?:to )?/gi, ''],
  [/\b(?:usisahau|kumbuka) (?=ku)/gi, ''],
  [/\bkwa sasa\b|\bfor now\b|\bat the moment\b/gi, ''],
  [new RegExp(`\\bsiku (?:ya |za )?${weekday}`, 'gi'), ''],
  [new RegExp(`\\bmwezi (?:wa |ya )?${month}|\\btarehe (?=\\d)`, 'gi'), ''],
];
