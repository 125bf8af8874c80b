/**
 * Finds sentences that command an assistant. The engine does not obey them, but it must not quote them either: an
 * answer that quotes `add "…" to your reply` has done what they demand.
 */

import { sentencesOf } from '../../kernel/language/sentences.ts';
import { longPattern } from '../../kernel/long-pattern.ts';

/** The text without such sentences; the same string if it has none. */
export function removeInstructions(text: string): string {
  if (!suspect.test(text)) return text;
  const pieces = piecesOf(text);
  const bad = pieces.map(({ sentence }) => isInstruction(sentence));
  if (!bad.includes(true)) return text;
  extendCommands(pieces, bad);
  let kept = '';
  pieces.forEach(({ sentence, gap }, index) => {
    if (bad[index]) return;
    // A paragraph break in place of a removed sentence, so that no quotation spans it.
    kept += kept === '' ? sentence : `${bad[index - 1] ? '\n\n' : gap}${sentence}`;
  });
  return kept;
}

/** A question without commands. Next to a real question, any instruction about the answer counts as one. */
export function withoutCommands(question: string): string {
  const left = removeInstructions(question);
  const sentences = sentencesOf(left);
  if (sentences.length < 2) return left;
  const asking = sentences.filter((sentence) => !orders.test(sentence));
  return asking.length > 0 && asking.length < sentences.length ? asking.join(' ') : left;
}

const orders = longPattern('i')`^(?:(?:please|now|also|then|and|finally|instead|afterwards
  |after that|in addition|tafadhali|kisha|halafu|pia|baada ya hapo)[, ]+)*(?:reply|respond|answer|append|add|say
  |mention|repeat|print|write|output|include|end|finish|begin|start|translate|use only|speak|talk|act|pretend
  |format|sema|jibu|andika|rudia|ongeza|taja|malizia|anza)\b`;

/** Whether a sentence commands an assistant. */
export function isInstruction(sentence: string): boolean {
  const text = sentence.slice(0, sentenceCharsMax);
  if (always.test(text) || markup.test(text)) return true;
  if (addressesOutput.test(text) && commands.test(text)) return !toCustomer.test(text);
  return (demandsWords.test(text) || demandsCapitals.test(text)) && !toCustomer.test(text);
}

const sentenceCharsMax = 1_000;

// A quick test of the whole text, before its sentences are checked one by one.
const suspect = longPattern('i')`ignore|disregard|forget|override|bypass|prompt|instruction
  |assistant|chatbot|language model|\bAI\b|\byour (?:next |final )?(?:answer|response|repl|output|message)|pretend
  |act as|jailbreak|developer mode|<\||\[INST|<\/?system|system:|canary
  |\b(?:say|repeat|print|echo|output|reply|respond|answer|translate|write|draft|compose|develop|provide|replace
  |convert)\b|puuza|sahau|usifuate|maagizo|maelekezo|jibu|sema|rudia|andika|tamka|jifanye|kuanzia sasa`;

// Combined into one pattern: one pass over the text is faster for a large site.
const always = anyOf([
  longPattern('i')`(?<!not |n't |never )\b(?:ignore|disregard|forget|override|bypass|overlook
    |discard)\b.{0,60}\b(?:instructions?|prompts?|rules|guidelines|directions|commands|context|training|everything
    |(?:previous|prior|above|earlier)(?: (?:text|messages?|content|information))?|all (?:of )?(?:the|that|this)
    |what you (?:were|have been) told)\b`,
  longPattern('i')`\b(?:system|developer|hidden|initial) (?:prompt|message|instructions?)\b
    |\byour (?:own )?(?:instructions|prompt|programming)\b`,
  /\byou are (?:now |no longer )?(?:an? |the )?(?:helpful )?(?:ai|assistant|chatbot|language model|bot|dan)\b/i,
  /(?:^|[.,;:!]\s*|\bplease )(?:pretend|role-?play|act|behave) (?:to be|that|as|like)\b/i,
  /\bfrom now on,? (?:you (?:are|will|must) |always |only )?(?:answer|respond|reply|say|speak|act)\b/i,
  longPattern('i')`^[\s"'(*#-]*(?:(?:hey|dear|attention:?|note (?:to|for)
    |to),? )?(?:the |all |any |this )?(?:ai|assistants?|chatbots?|llms?|gpt|language models?
    |ai (?:assistants?|models?|systems?|agents?))\s*[,:!]`,
  longPattern('i')`\b(?:ai(?: (?:assistants?|models?|systems?|agents?))?|assistants?|chatbots?
    |llms?|language models?) (?:must|should|shall|has to|have to|needs? to|reading this|processing this)\b`,
  /\b(?:tell|instruct|urge|convince|encourage|suggest|trick) (?:the |all |every )?(?:users?|visitors?|readers?)\b/i,
  /\b(?:jailbreak|developer mode|do anything now|prompt injection)\b/i,
  longPattern('i')`\b(?:reveal|leak|disclose|exfiltrate|print|output|show
    |repeat)\b.{0,40}\b(?:prompt|canary|instructions|api keys?|credentials|secrets?)\b`,
  longPattern('i')`^(?:please )?(?:draft|compose|write|provide|develop|create|generate) (?:an?
    |the|me|some)\b.{0,60}\b(?:poem|short story|essay|letter to|speech|song)\b`,
  longPattern('i')`^(?:please )?(?:translate (?:the following|this) (?:sentence|text|phrase|word
    |to|into)|repeat (?:after me|the following|this))\b`,
  /^(?:replace|use|convert|substitute|scramble|rearrange|jumble|render)\b.{0,40}\b(?:letters?|vowels?|words)\b/i,
  longPattern('i')`(?<!usi)\b(?:puuza|sahau|usifuate|acha kufuata|dharau
    |achana na)\b.{0,60}\b(?:maagizo|maelekezo|amri|kanuni|kila kitu
    |(?:yote|vyote|yaliyo|ya) ?(?:tangulia|awali|juu|mwanzo)?)\b`,
  /\b(?:maagizo|maelekezo|kanuni) (?:yako|zako) (?:ya|za) (?:mfumo|siri|awali)|\bmaagizo yako\b|\bprompt yako\b/i,
  longPattern('i')`\b(?:kuanzia|tangu) sasa,? (?:wewe|jibu|sema|utajibu|utasema)\b
    |\bwewe (?:sasa )?(?:ni|u) (?:roboti|msaidizi|ai|chatbot)\b|\bjifanye\b`,
  /\b(?:katika|kwenye|ndani ya) (?:jibu|majibu) (?:lako|yako)\b/i,
  /\b(?:mwambie|waambie|mshawishi|washawishi) (?:m|wa)(?:tumiaji|geni|tembeleaji)\b/i,
]);

const markup = longPattern('im')`<\|[a-z_]+\|>|\[\/?INST\]|<\/?(?:system|assistant
  |instructions?)>|^\s*#{2,}\s*(?:system|instructions?)\b|^\s*(?:system|assistant)\s*:`;

function anyOf(patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => `(?:${source})`).join('|'), 'i');
}

const addressesOutput =
  /\byour (?:next |final |own )?(?:answer|response|reply|replies|output|message|responses|answers)\b/i;
const commands = longPattern('i')`(?:^|[,;:.!?"”)]\s*|\b(?:please|always) )(?:add|include
  |integrate|insert|append|modify|augment|enhance|replace|use|provide|render|convert|substitute|misspell|scramble
  |jumble|rearrange|anagram|remove|group|combine|introduce|translate|rewrite|end|begin|start|finish|write|say
  |print|output|repeat|encode|format|make|ensure|suggest|tease|give|mention|respond|reply|answer|link|linking
  |promote|put|place|change|state|limit)\b`;
const lead = '^(?:(?:please|now|instead|always|only|just|simply|then|and|tafadhali),? )*';
const demandsWords = new RegExp(
  `${lead}(?:(?:say|repeat|print|output|echo|reply|respond|answer)\\b.{0,40}(?:["“‘]` +
    '|\\b(?:exactly|verbatim|only|nothing but|with the words?|the following|after me)\\b)' +
    `|(?:sema|rudia|jibu|tamka|chapisha)\\b.{0,40}(?:["“‘]` +
    `|\\b(?:tu|neno|maneno|hivi|yafuatayo|haya|baada yangu)\\b))`,
  'i',
);
const demandsCapitals = longPattern()`^(?:[Ss]ay|[Rr]epeat|[Pp]rint|[Oo]utput|[Ee]cho|[Rr]eply
  |[Rr]espond|[Ss]ema|[Rr]udia|[Tt]amka)\b.{0,20}\b[A-Z][A-Z0-9_-]{3,}\b`;
// Businesses ask customers to reply to a message or to state their order number.
const toCustomer = longPattern('i')`\b(?:to (?:confirm|unsubscribe|stop|cancel|book|order
  |subscribe)|our (?:sms|message|text|e-?mail)|by sms|your (?:full )?(?:name|order|booking|reservation|id|phone
  |account|contact|invoice|receipt)|kuthibitisha|kughairi|kujiondoa|jina lako|namba yako|nambari yako)\b`;

interface Piece {
  readonly sentence: string;
  /** The text between this sentence and the one before it. */
  readonly gap: string;
}

function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const cut of sentencesOf(text)) {
    for (const sentence of cut.split('\n')) {
      const line = sentence.trim();
      const start = line === '' ? -1 : text.indexOf(line, end);
      if (start < 0) continue;
      pieces.push({ sentence: line, gap: text.slice(end, start) || ' ' });
      end = start + line.length;
    }
  }
  return pieces;
}

// A command extends over the rest of a sentence that was split inside a quotation, and, if it overrides the
// assistant's rules, to the end of the paragraph.
function extendCommands(pieces: readonly Piece[], bad: boolean[]): void {
  let isOverridden = false;
  for (const [index, { sentence, gap }] of pieces.entries()) {
    if (bad[index] && index > 0 && /^\p{Ll}/u.test(sentence)) bad[index - 1] = true;
    if (!bad[index] && index > 0 && bad[index - 1] && !gap.includes('\n')) {
      const before = pieces[index - 1]?.sentence ?? '';
      const marks = before.slice(0, quotedCharsMax).match(/["“”]/g)?.length ?? 0;
      // An odd number of quotation marks: the quotation is still open.
      if (/^\p{Ll}/u.test(sentence) || marks % 2 === 1) bad[index] = true;
    }
  }
  for (const [index, { sentence, gap }] of pieces.entries()) {
    if (gap.includes('\n')) isOverridden = false;
    if (overrides.test(sentence.slice(0, sentenceCharsMax))) isOverridden = true;
    if (isOverridden) bad[index] = true;
  }
}

const overrides = longPattern('i')`(?<!not |n't |never |usi)\b(?:ignore|disregard|override|forget
  |puuza|sahau)\b.{0,60}\b(?:instructions?|prompts?|rules|guidelines|everything|previous|prior|above|earlier
  |maagizo|maelekezo|yote|kila kitu)\b|\bsystem prompt\b`;

const quotedCharsMax = 20_000;
