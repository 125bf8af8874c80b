/** Proposes sections of prose as documents and facts, each in one language and of limited length. */
import type { Guess } from '../../knowledge/text-language.ts';
import type { Proposal } from './proposal.ts';
import type { Part, Section } from './sections.ts';

const factCharactersMax = 400;
const documentCharactersMax = 12_000;
const titleCharactersMax = 200;
// The language of shorter texts is not certain.
const tellingCharacters = 24;

interface Prose {
  readonly guess: Guess;
  /** For sections without a heading. */
  readonly title: string;
  readonly url: string | undefined;
}

export function* proseProposals(
  section: Section,
  parts: readonly Part[],
  prose: Prose,
): Generator<Proposal> {
  const named = section.title || prose.title || firstWords(parts[0]?.text ?? '');
  const title = named.slice(0, titleCharactersMax).toWellFormed().trim();
  for (const run of languageRuns(parts, prose.guess)) {
    const pieces = piecesOf(run);
    for (const [index, piece] of pieces.entries()) {
      const text = piece
        .map((part) => part.text)
        .join('\n')
        .trim();
      if (!/\p{L}{2}|\d{2}/u.test(text)) continue;
      const language = prose.guess(`${title}\n${text}`) ?? prose.guess(text);
      const isFact = pieces.length === 1 && text.length <= factCharactersMax;
      yield {
        list: isFact ? 'facts' : 'documents',
        entry: {
          title: index === 0 ? title : `${title} (${index + 1})`.trim(),
          text,
          ...(prose.url === undefined ? {} : { url: prose.url }),
          ...(language === undefined ? {} : { language }),
        },
        from: locationOf(piece),
      };
    }
  }
}

function firstWords(text: string): string {
  const [line = ''] = text.split('\n');
  return line.length <= 60 ? line : `${line.slice(0, 60).replace(/\s+\S*$/, '')} …`;
}

/** Splits parts where the language changes; parts of unknown language stay with the part before. */
function languageRuns(parts: readonly Part[], guess: Guess): readonly (readonly Part[])[] {
  const runs: Part[][] = [];
  let language: ReturnType<Guess>;
  for (const part of parts) {
    const own = part.text.length >= tellingCharacters ? guess(part.text) : undefined;
    const run = runs.at(-1);
    if (run === undefined || (own !== undefined && language !== undefined && own !== language))
      runs.push([part]);
    else run.push(part);
    language = own ?? language;
  }
  return runs;
}

function piecesOf(parts: readonly Part[]): readonly (readonly Part[])[] {
  const pieces: Part[][] = [];
  let size = 0;
  for (const part of parts.flatMap(cutPart)) {
    const piece = pieces.at(-1);
    if (piece === undefined || size + part.text.length > documentCharactersMax) {
      pieces.push([part]);
      size = 0;
    } else piece.push(part);
    size += part.text.length + 1;
  }
  return pieces;
}

/** Cuts a part that is longer than a document, at the end of a sentence where possible. */
function cutPart(part: Part): readonly Part[] {
  if (part.text.length <= documentCharactersMax) return [part];
  const parts: Part[] = [];
  let rest = part.text;
  while (rest.length > documentCharactersMax) {
    const head = rest.slice(0, documentCharactersMax);
    const end = Math.max(head.lastIndexOf('. '), head.lastIndexOf('\n'), head.lastIndexOf('? '));
    const space = end > documentCharactersMax / 2 ? end + 1 : head.lastIndexOf(' ');
    const at = space > 0 ? space : documentCharactersMax;
    parts.push({ ...part, text: rest.slice(0, at).toWellFormed().trim() });
    rest = rest.slice(at);
  }
  return [...parts, { ...part, text: rest.toWellFormed().trim() }];
}

function locationOf(parts: readonly Part[]): string {
  const first = parts[0]?.from ?? '';
  const last = parts.at(-1)?.from ?? '';
  const [, from] = /^page (\d+)$/.exec(first) ?? [];
  const [, to] = /^page (\d+)$/.exec(last) ?? [];
  return from === undefined || to === undefined || from === to ? first : `pages ${from}–${to}`;
}
