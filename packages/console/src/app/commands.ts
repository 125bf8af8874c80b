/** What the command palette offers: the shell's own commands and those of the screen that is shown. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { IconName } from '../design/base/icon.tsx';
import { language } from '../words/language.ts';

export interface Command {
  readonly id: string;
  readonly title: string;
  readonly icon?: IconName;
  /** The keys or words by which it is found besides its title. */
  readonly keywords?: string;
  readonly run: () => void;
}

export const commands = signal<ReadonlyMap<object, readonly Command[]>>(new Map());

/** Offers commands while the caller is on the page; made again when `inputs` or the language change. */
export function useCommands(make: () => readonly Command[], inputs: readonly unknown[] = []): void {
  useEffect(() => {
    const owner = {};
    commands.value = new Map([...commands.peek(), [owner, make()]]);
    return () => {
      commands.value = new Map([...commands.peek()].filter(([one]) => one !== owner));
    };
  }, [language.value, ...inputs]);
}
