/** Why a whole website has nothing to propose, in a sentence that says what to do instead. */
import type { ReadText } from '../formats/blocks.ts';
import type { Proposed } from './proposal.ts';

// A page for signing in has a few words around its form.
const fewCharacters = 400;

export function whyNothing(
  texts: readonly ReadText[],
  { proposals }: Proposed,
): string | undefined {
  const [first] = texts;
  if (first?.about === undefined) return undefined;
  const { hasPassword, hasPictures, hasScripts } = first.about;
  const size = texts.reduce((sum, text) => sum + charactersIn(text), 0);
  if (hasPassword && size < fewCharacters)
    return 'This page asks for a sign-in: give the address that your customers open without one.';
  // The name alone, as of a page that is being built.
  if (proposals.some(({ list, entry }) => list !== 'profile' || !isName(entry))) return undefined;
  if (hasPictures && size < fewCharacters)
    return 'This website shows its information in pictures only: send photos of your price list instead.';
  if (hasScripts && size < fewCharacters)
    return 'The text of this website appears only in a browser: copy it into a file and send that.';
  return 'There is no text on this website that could be proposed.';
}

function isName(entry: object): boolean {
  return 'business' in entry || 'about' in entry;
}

function charactersIn({ blocks }: ReadText): number {
  return JSON.stringify(blocks.map(({ from: _, ...block }) => block)).length;
}
