/** Leaves out what the software of a website says of itself: sample pages, cookie bars, templates of policies. */
import { longPattern } from '../../../kernel/long-pattern.ts';
import type { Block, ReadText } from '../formats/blocks.ts';

/** A page of a whole website without these texts, and with a line that says so. */
export function withoutBoilerplate(text: ReadText): ReadText {
  if (text.about === undefined) return text;
  const own = text.blocks.filter((block) => !isLinkedData(block));
  const isSample = own.some((block) => samplePage.test(textOf(block)));
  const blocks = isSample ? text.blocks.filter(isLinkedData) : withoutCookies(text.blocks);
  if (blocks.length === text.blocks.length) return text;
  const why = isSample
    ? `“${text.title}” is a sample of the website’s software, not about the business.`
    : 'What is said here about cookies is not about the business.';
  return { ...text, blocks, leftOut: [...text.leftOut, { from: text.url ?? text.title, why }] };
}

const samplePage = longPattern('i')`
    (?:welcome to wordpress\. this is your first post|^this is an example page\. it[’']s different from a blog post
    |\bsuggested text: )`;
const cookieText = longPattern('i')`
    ^(?:(?:this|our) (?:web)?site uses cookies|we use (?:our own |third.party )?cookies
    |by (?:using|continuing).{0,80}cookies
    |tunatumia (?:vidakuzi|cookies)|tovuti hii inatumia (?:vidakuzi|cookies))`;
const cookieHeading = longPattern('i')`
    ^(?:(?:our )?(?:use of )?cookies?(?: policy| notice| settings| consent)?
    |(?:(?:what|how) (?:do|are) (?:we|you) .{0,30}|what are |why do .{0,30})\bcookies?\b.{0,30}|vidakuzi)\??$`;
// A bakery sells these.
const eaten = /\b(?:bake|chocolate|biscuits?|butter|oat|dozen|price|KE?Sh?s?)\b/i;

/** The heading about cookies goes with all below it. */
function withoutCookies(blocks: readonly Block[]): readonly Block[] {
  let isBelow = false;
  return blocks.filter((block, at) => {
    if (block.kind === 'heading') {
      const below = blocks.slice(at + 1, at + 4).map(textOf);
      isBelow =
        cookieHeading.test(block.text) &&
        below.some(isSoftware) &&
        !below.some((one) => eaten.test(one));
      return !isBelow;
    }
    if (isLinkedData(block)) return true;
    if (block.kind === 'faq')
      return !(cookieHeading.test(block.question) && isSoftware(block.answer));
    return !isBelow && !cookieText.test(textOf(block));
  });
}

function isSoftware(text: string): boolean {
  return /\bcookies?\b|vidakuzi/i.test(text) && softwareWords.test(text);
}

const softwareWords =
  /\b(?:browser|consent|opt.?(?:in|out)|comments?|visitors?|log.?in|stored?|analytics|tracking|device|website|site)\b/i;

function isLinkedData({ kind }: Block): boolean {
  return kind === 'hours' || kind === 'offer';
}

function textOf(block: Block): string {
  return 'text' in block ? block.text.slice(0, 5_000) : '';
}
