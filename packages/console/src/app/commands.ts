/** The commands of the palette: those of the shell and of the current screen. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { IconName } from '../design/icon.tsx';
import { language } from '../words/language.ts';

export interface Command {
  readonly id: string;
  readonly title: string;
  readonly icon?: IconName;
  /** Other words to find it by. */
  readonly keywords?: string;
  /** Listed only after something was typed. */
  readonly isTyped?: boolean;
  readonly run: () => unknown;
}

export const commands = signal<ReadonlyMap<object, readonly Command[]>>(new Map());

/** Offers commands while the caller is rendered. `make` runs again when `inputs` or the language change. */
export function useCommands(
  make: () => readonly (Command | false)[],
  inputs: readonly unknown[] = [],
): void {
  useEffect(() => {
    const owner = {};
    const offered = make().filter((command) => command !== false);
    commands.value = new Map([...commands.peek(), [owner, offered]]);
    return () => {
      commands.value = new Map([...commands.peek()].filter(([one]) => one !== owner));
    };
  }, [language.value, ...inputs]);
}

type Findable = Pick<Command, 'title' | 'keywords' | 'isTyped'>;

/** Commands that contain every typed word; those whose title starts with the first word come first. */
export function findCommands<One extends Findable>(all: readonly One[], typed: string): One[] {
  const wanted = plain(typed).split(' ').filter(Boolean);
  return all
    .filter(({ isTyped = false }) => !isTyped || wanted.length > 0)
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
