/** A search for pages and commands, opened by Ctrl-K, ⌘-K or "/". */
import { signal, useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Dialog } from '../design/dialogs.tsx';
import { Icon } from '../design/icon.tsx';
import { setTo } from '../design/signals.ts';
import { type Command, commands, findCommands } from './commands.ts';
import type { Finder } from './finding/finder.tsx';
import { t } from './words.ts';

const isOpen = signal(false);

export function openPalette(): void {
  isOpen.value = true;
}

export function Palette({ site }: { readonly site: string | undefined }) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isChord = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      const isSlash = event.key === '/' && !isWriting(event.target);
      const isBlocked = document.querySelector('dialog[open]') !== null;
      if (isBlocked || !(isChord || isSlash)) return;
      event.preventDefault();
      openPalette();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return isOpen.value ? <OpenPalette site={site} /> : null;
}

function OpenPalette({ site }: { readonly site: string | undefined }) {
  const finder = useSignal<typeof Finder>();
  useEffect(() => {
    // If it cannot be loaded, pages are still found.
    import('./finding/finder.tsx').then(
      (loaded) => {
        finder.value = loaded.Finder;
      },
      () => {},
    );
  }, []);
  const More = finder.value;
  const id = useId();
  const typed = useSignal('');
  const active = useSignal(0);
  const list = useRef<HTMLDivElement>(null);
  // The commands of the screen are registered last and listed first.
  const all = [...commands.value.values()].reverse().flat();
  const found = findCommands(all, typed.value).slice(0, 50);
  const at = Math.min(active.value, Math.max(0, found.length - 1));
  const close = setTo(isOpen, false);
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    close();
    // After the dialog has returned the focus.
    setTimeout(command.run);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 + found.length }[event.key];
    if (event.key === 'Enter') run(found[at]);
    if (event.key === 'Enter' || next !== undefined) event.preventDefault();
    if (next === undefined || found.length === 0) return;
    active.value = next % found.length;
    list.current?.children[active.value]?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <Dialog title={t.palette} shape="palette" onClose={close}>
      {More !== undefined && site !== undefined && <More site={site} />}
      <div class="palette-search">
        <Icon name="search" />
        <input
          autofocus
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
          aria-label={t.palette}
          placeholder={t.find}
          autocomplete="off"
          spellcheck={false}
          value={typed.value}
          onInput={(event) => {
            typed.value = event.currentTarget.value;
            active.value = 0;
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </div>
      <div class="palette-list" role="listbox" id={`${id}-list`} aria-label={t.palette} ref={list}>
        {found.map((command, index) => (
          <div
            key={command.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            class="palette-row"
            onClick={() => run(command)}
          >
            <Icon name={command.icon ?? 'forward'} />
            {command.title}
          </div>
        ))}
      </div>
      <p class="unseen" role="status">
        {t.found(found.length)}
      </p>
      {found.length === 0 && <p class="palette-none quiet">{t.noCommand}</p>}
    </Dialog>
  );
}

function isWriting(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  return element?.closest?.('input, textarea, select, [contenteditable]') !== null;
}
