/**
 * Turns of phrase that say what a plainer one says, in the plainer one: `at no cost` is `free`,
 * `as long as` is `if`.
 */

import type { Language } from '@baraza/contract';
import { longPattern } from '../../kernel/long-pattern.ts';

export function plainWording(sentence: string, language: Language): string {
  return turns[language].reduce((text, [turn, plain]) => text.replace(turn, plain), sentence);
}

const weekday = '(?=(?:juma(?:tatu|nne|tano|mosi|pili)|alhamisi|ijumaa)\\b)';
const month =
  '(?=(?:januari|februari|machi|aprili|mei|juni|julai|agosti|septemba|oktoba|novemba|desemba)\\b)';

const englishMonth =
  '(january|february|march|april|may|june|july|august|september|october|november|december)';
const swahiliMonth =
  '(januari|februari|machi|aprili|mei|juni|julai|agosti|septemba|oktoba|novemba|desemba)';
const needed = '(?:needed|required|necessary)';

type Turn = readonly [RegExp, string];

const turns: { readonly [language in Language]: readonly Turn[] } = {
  en: [
    // One order for the day and its month.
    [
      new RegExp(
        `\\b${englishMonth} (\\d{1,2})(?:st|nd|rd|th)?\\b(?![:.,]\\d)(?:,(?= \\d{4}\\b))?`,
        'gi',
      ),
      '$2 $1',
    ],
    [new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)(?: of)? ${englishMonth}\\b`, 'gi'), '$1 $2'],
    // That nothing is paid, and that something is not needed, are each said in one way.
    [
      /\b(?:there(?:['’]s| is| are) )?no (?:extra |additional )?(?:charges?|fees?) (?=for\b)/gi,
      'free ',
    ],
    [/\bwe (?:do not|don['’]t) charge (?:you )?(?:anything |extra )?(?=for\b)/gi, 'free '],
    [
      longPattern('gi')`\b(?:pays?|paying) nothing\b|\b(?:do not|don['’]t|does not
        |doesn['’]t) (?:pay|cost)(?: anything| it\b| for it\b|(?=[.;,]|$))`,
      'is free',
    ],
    [new RegExp(`\\bno ((?:[a-z-]+ ){0,2}[a-z-]+) (?:is|are) ${needed}\\b`, 'gi'), 'without $1'],
    [
      new RegExp(
        `\\b((?:an? |the )?[a-z-]+) (?:is not|isn['’]t|are not|aren['’]t) ${needed}\\b`,
        'gi',
      ),
      'without $1',
    ],
    [/\bnon-(?=[a-z])/gi, 'not '],
    [/\b(?:is|are) (?:prohibited|forbidden|banned)\b/gi, 'is not allowed'],
    [/\bpermitted\b/gi, 'allowed'],
    [
      longPattern('gi')`,? (?:excluding|not including
        |exclusive of) (?=(?:the )?[a-z-]+(?: [a-z-]+)?(?:[.;,]|$))(?!\S*day)((?:the )?[a-z -]+)`,
      '; $1 is not included',
    ],
    [
      /\bopen (?:24\/7|24 hours(?: a day)?|day and night)|(?:a?round the clock|24\/7|24 hours a day)\b/gi,
      'allhours',
    ],
    [/\b(?:smallest|lowest|minimum) (?=(?:order|purchase|amount|deposit|age)\b)/gi, 'minimum '],
    [/,? (?:with|for|and takes?|takes?) (?:an? )?(?:maximum|max\.?)(?: of)?(?= )/gi, ', at most'],
    [/\b(?:an? )?maximum of\b/gi, 'at most'],
    [/\b(?:an? )?minimum of\b/gi, 'at least'],
    [/\bup to (?=\d{1,2}(?:[:.]\d{2})? ?[ap]\.?m|noon|midnight)/gi, 'until '],
    [/\bunder-(\d{1,2}|five|six|seven|eight|ten|twelve)(?:e?s)\b/gi, 'children under $1'],
    [/,? \bstarting (?:in|on|at|from) (?=\S)/gi, ', from '],
    [/\bdaily\b/gi, 'every day'],
    [/\bmonthly\b/gi, 'per month'],
    [/\b(?:yearly|annually)\b/gi, 'per year'],
    [/\b(takes?|taken|taking) off (?=(?:the|your|of)\b)/gi, 'deducted from '],
    [/\bsets? off\b/gi, 'leaves'],
    [/\bgoe?s? off\b/gi, 'switch off'],
    [/\bwe stock\b/gi, 'we sell'],
    [/\binterest rate\b/gi, 'interest'],
    [/\b(?:that|which|who) (do|does|is|are|has|have)(?:n['’]t| not)\b/gi, 'that not $1'],
    [/\b(?:give|offer|provide) it\b(?! to\b)/gi, 'do it'],
    [/\bdiscount of (\d+(?:\.\d+)? ?(?:%|percent))/gi, '$1 discount'],
    [/(\d+(?:\.\d+)? ?(?:%|percent)) (?:off|less|cheaper)\b/gi, '$1 discount'],
    [
      /\b(?:if|as long as|provided(?: that)?) you (?:don['’]t|do not) (?:use|have|bring)\b/gi,
      'without',
    ],
    [/(?<=day) (?:through|thru) (?=[a-z]+day\b)/gi, ' to '],
    [/\b(?:start|begin)s? (?=[a-z]{3,}ing\b)/gi, ''],
    [/\bpayments? (?:is|are) (?:made|done)\b/gi, 'is paid'],
    [
      /\b(within (?:[a-z0-9]+ ){1,3}?)(?:of|from) (?=(?:the|your|our|approval|payment|ordering|booking)\b)/gi,
      '$1after ',
    ],
    [/\bpick(?:ing|s)? (?:(?:it|them|(?:your|the) [a-z]+) )?up\b/gi, 'collect'],
    [/\bpicked up\b/gi, 'collected'],
    [/\bcom(?:es?|ing) back\b/gi, 'returns'],
    [/\bper hundred\b/gi, 'per 100'],
    [/\byou(?:['’]ll| will| can| may)? receive\b/gi, 'you get'],
    [
      /\bif you(?:['’]d like| would like| want| need| wish for| prefer)(?: to (?:have|get))?\b/gi,
      'if you have',
    ],
    [/\baccompanied by\b/gi, 'with'],
    [/,? plus (?=(?:kshs?|kes|tshs?|tzs|ugx|usd|[$€£])\.? ?\d)/gi, ', and '],
    [/\bpayable\b/gi, 'paid'],
    [/\bplac(?:e|ing) (?:your|an|the) order\b/gi, 'order'],
    [/\bmore expensive\b/gi, 'more'],
    [/(?<!\bgo(?:es)? )\b(?:ahead(?: of time)?|beforehand)\b/gi, 'before'],
    [
      /\bready (?:after|within) (?=\d|an? |one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty)/gi,
      'ready in ',
    ],
    [/\b(?:do|does|are|is)(?:n['’]t| not) open (?=on\b)/gi, 'are closed '],
    [/\bpicks? (?=from|one|any|your)/gi, 'choose '],
    [
      /\b(is|are) (?:given|held|conducted|carried out)(?= (?:on|at|in|every|from|between)\b)/gi,
      '$1',
    ],
    [
      longPattern('gi')`\b(?:makes?|making|does|do) (?=(?:an? )?(?:[a-z]+ )?(?:visits?
        |deliver(?:y|ies)|bookings?|reservations?|payments?|repairs?)\b)`,
      '',
    ],
    [
      /\b(?:free of charge|for free|at no (?:extra )?(?:cost|charge)|without (?:cost|charge))\b/gi,
      'free',
    ],
    [/\bwe(?:['’]ll| will| can)? give you\b/gi, 'you get'],
    [
      /\b(?:(?:that|which) )?we (?:sell|have|offer|stock) (?=(?:comes?|has|have|costs?|is|are)\b)/gi,
      '',
    ],
    [/\b(?:you['’]d|you would) like to\b/gi, 'you'],
    [/\bcosts? nothing\b/gi, 'is free'],
    [/\b(?:as|so) long as\b|\b(?:provided|on condition) that\b/gi, 'if'],
    [/\bpart of (?=(?:the|our|this|your)\b)/gi, 'included in '],
    [/,? (?:rather than|instead of|and not)\b|,? wala si\b|,? badala ya\b/gi, ', not'],
    [/\b(?:no|not) (?:more|longer|later|older) than\b/gi, 'at most'],
    [/\bup to\b|\b(?:until|till) (?=\d+ (?:day|week|hour|month|minute))/gi, 'at most '],
    [/\btakes? place\b/gi, 'is'],
    // How long something takes is said by the time.
    [
      longPattern('gi')`\b(?:last(?:s|ing)?|takes?
        |taking) (?:for )?(?=(?:about |around |approximately )?(?:\d|an? (?:hour|day|week|month|year|minute)
        |(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|sixty|ninety) |half
        |between )[^,.;]{0,22}(?:minute|hour|day|week|month|year))`,
      'runs ',
    ],
    [/\bhalf[ -]price\b/gi, 'half'],
    [
      longPattern('gi')`\b(?:do(?:es)?n['’]t|do(?:es)? not) (?:need (?:to (?:make |be )?)?
        |have to (?:make |be )?)(?:an? |any )?|\bneeds? no |\bwithout (?:having|needing) to `,
      'without ',
    ],
    [/\bin advance\b/gi, 'before'],
    [/\b(years|months|weeks|days) old\b/gi, '$1'],
    [/\bwhatever\b/gi, 'what'],
    [/\bafter (?:it|this|that|which)\b/gi, 'after'],
    [/\b(?:please )?(?:(?:do not|don['’]t) forget|remember) (?:to )?/gi, ''],
    [/\bkwa sasa\b|\bfor now\b|\bat the moment\b/gi, ''],
  ],
  sw: [
    [new RegExp(`\\b${swahiliMonth} (\\d{1,2})\\b(?![:.,]\\d)`, 'gi'), '$2 $1'],
    [
      longPattern('gi')`\bha(?:u|i|zi|li|ki|vi|ya|ku)lipi(?:w)?i\b
        |\bha(?:wa|tu|u|m)(?:lipi|tozi|tozwi) (?:chochote|kitu)\b|\bha(?:wa|m|u)lipi(?=[.;,]|$)`,
      'ni bure',
    ],
    [/\b([a-z]+) ha(?:i|zi|ki|vi|li|u|ya)hitajiki\b/gi, 'bila $1'],
    [/\b(?:si|sio) lazima (?:u|a|m|wa|ku)?(?:we|wa) na\b/gi, 'bila'],
    [/\b(?:ni marufuku|imekatazwa|zimekatazwa|umekatazwa)\b/gi, 'hairuhusiwi'],
    [/\b(?:i|zi|u|li|ki|ya)nakuja na\b/gi, 'ina'],
    [/\btayari (?=(?:i|zi|a|wa|li|ki|vi|u|ya)me)/gi, ''],
    [/\b(?:uki|mki)(?:taka|hitaji|penda)\b/gi, 'ikiwa'],
    [/\bha(?:tu|li|i|ki|u|zi)fungu(?:i|liwi)\b|\bhatu[kp]o wazi\b/gi, 'tumefunga'],
    [/\bkwa bahati mbaya,? /gi, ''],
    [/\bkati ya ((?:[a-z]+ )?\d[\d:,.]*) na (?=(?:[a-z]+ )?\d)/gi, '$1 hadi '],
    [/\b(?:kama|ikiwa|iwapo|endapo) hu(?:ta)?([a-z]{3,})[ai]\b/gi, 'usipo$1a'],
    [/\b((?:siku|wiki|saa|miezi|dakika) [a-z0-9]+) mapema\b/gi, '$1 kabla'],
    [/\b(?:i|zi|wa|u|li|ki|vi|ya)si(?:zo|o|yo|cho|vyo|lo)?zidi\b/gi, 'wasiozidi'],
    [/\b(?:i|zi|wa|u|li|ki|vi|ya)si(?:zo|o|yo|cho|vyo|lo)?pungua\b/gi, 'angalau'],
    [/\b(?:i|zi|wa|u|li|ki|vi|ya)(?:na|li)(?:zo|o|yo|cho|vyo|lo)zidi\b/gi, 'zaidi ya'],
    [
      /\bkwa (lita|kilo|mita|siku|usiku|wiki|mwezi|mwaka|saa|mtu|kipande) (?:moja|mmoja|kimoja|1)\b/gi,
      'kwa $1',
    ],
    [/\b(?:njoo|uje|mje) na\b/gi, 'leta'],
    [/\b(?:ya|cha|wa) chini kabisa\b/gi, 'ndogo'],
    [/\b(?:usiku na mchana|(?:ma)?saa 24 kwa siku)\b/gi, 'allhours'],
    [/\btu(?:na|ta)kupa(?:tia)?\b/gi, 'unapata'],
    [
      /\b(?:ni |zote )?(?:haina|hazina|halina|hakina|hayana|bila|pasipo|hakuna) malipo(?: ya ziada| yoyote)?\b/gi,
      'ni bure',
    ],
    [/,? (?:rather than|instead of|and not)\b|,? wala si\b|,? badala ya\b/gi, ', not'],
    // After its thing it may be a need or none (`mkopo huhitaji wadhamini`): only the same word says the same.
    [
      /(?<=[a-z] )(?<!\b(?:wewe|na|lakini|kama|ikiwa|kwamba|sasa|pia|basi|hivyo|hiyo|bali|au) )huhitaji\b/gi,
      'needornot',
    ],
    [/\bha?(?:u|tu|m|wa|i|ku|zi)?hitaji(?: ku(?:weka|wa))?\b/gi, 'bila'],
    [/\b(?:usisahau|kumbuka) (?=ku)/gi, ''],
    [/\bkwa sasa\b|\bfor now\b|\bat the moment\b/gi, ''],
    [new RegExp(`\\bsiku (?:ya |za )?${weekday}`, 'gi'), ''],
    [new RegExp(`\\bmwezi (?:wa |ya )?${month}|\\btarehe (?=\\d)`, 'gi'), ''],
  ],
};
