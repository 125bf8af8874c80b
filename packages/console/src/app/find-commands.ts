interface Findable {
  readonly title: string;
  readonly keywords?: string;
}

/** Those that have every word that was typed, first those whose title begins with it. */
export function findCommands<One extends Findable>(all: readonly One[], typed: string): One[] {
  const wanted = plain(typed).split(' ').filter(Boolean);
  return all
    .map((one, at) => ({
      one,
      at,
      title: plain(one.title),
      all: plain(`${one.title} ${one.keywords ?? ''}`),
    }))
    .filter((found) => wanted.every((word) => found.all.includes(word)))
    .map((found) => ({ ...found, rank: rankOf(found.title, wanted[0]) }))
    .sort((one, other) => one.rank - other.rank || one.at - other.at)
    .map(({ one }) => one);
}

function rankOf(title: string, word: string | undefined): number {
  if (word === undefined || title.startsWith(word)) return 0;
  return title.includes(` ${word}`) ? 1 : 2;
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
