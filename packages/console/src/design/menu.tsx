import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';
import { setTo } from './signals.ts';

interface MenuItem {
  readonly label: string;
  readonly icon?: IconName;
  readonly isCurrent?: boolean;
  readonly kind?: 'danger';
  /** Shown on narrow screens only. */
  readonly isNarrowOnly?: boolean;
  readonly href?: string;
  /** The link is a download with this file name. */
  readonly download?: string;
  readonly onSelect?: () => unknown;
}

/** A button that opens a list of actions. */
export function Menu(props: {
  readonly label: string;
  /** The content of the button; three dots by default. */
  readonly button?: ComponentChildren;
  /** Entries that are false are left out. */
  readonly items: readonly (MenuItem | false)[];
  /** The side of the button that the list is aligned with. */
  readonly align?: 'start' | 'end';
  readonly direction?: 'down' | 'up';
}) {
  const isOpen = useSignal(false);
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen.value) return;
    if (holder.current !== null) itemsIn(holder.current)[0]?.focus();
    const closeOutside = ({ target }: Event) => {
      if (!holder.current?.contains(target as Node)) isOpen.value = false;
    };
    addEventListener('pointerdown', closeOutside);
    return () => removeEventListener('pointerdown', closeOutside);
  }, [isOpen.value]);
  const close = () => {
    isOpen.value = false;
    holder.current?.querySelector<HTMLElement>('.menu-button')?.focus();
  };
  return (
    <div
      class="menu"
      ref={holder}
      onKeyDown={(event) => {
        if (!isOpen.value) return;
        if (event.key === 'Escape' || event.key === 'Tab') close();
        if (event.key === 'Escape') event.preventDefault();
        moveFocus(event);
      }}
    >
      <button
        type="button"
        class="menu-button"
        aria-haspopup="menu"
        aria-expanded={isOpen.value}
        onClick={setTo(isOpen, !isOpen.value)}
      >
        <span class="unseen">{props.label} </span>
        {props.button ?? <Icon name="more" />}
      </button>
      {isOpen.value && (
        <div
          class={`menu-list align-${props.align ?? 'end'} ${props.direction ?? 'down'}`}
          role="menu"
          aria-label={props.label}
        >
          {props.items
            .filter((item) => item !== false)
            .map((item) => (
              <MenuRow key={item.label} item={item} onDone={close} />
            ))}
        </div>
      )}
    </div>
  );
}

function MenuRow({ item, onDone }: { readonly item: MenuItem; readonly onDone: () => void }) {
  const inside = (
    <>
      {item.icon !== undefined && <Icon name={item.icon} />}
      <span class="grow">{item.label}</span>
      {item.isCurrent && <Icon name="check" />}
    </>
  );
  const given = {
    class: `menu-item ${item.kind ?? ''} ${item.isNarrowOnly === true ? 'narrow-only' : ''}`,
    tabIndex: -1,
    ...(item.isCurrent === undefined
      ? { role: 'menuitem' as const }
      : { role: 'menuitemradio' as const, 'aria-checked': item.isCurrent }),
    onClick: () => {
      onDone();
      item.onSelect?.();
    },
  };
  return item.href === undefined ? (
    <button type="button" {...given}>
      {inside}
    </button>
  ) : (
    <a href={item.href} download={item.download} {...given}>
      {inside}
    </a>
  );
}

function moveFocus(event: KeyboardEvent): void {
  const list = event.currentTarget as HTMLElement;
  const items = itemsIn(list);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const next = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: (at - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items[next]?.focus();
}

function itemsIn(list: HTMLElement): readonly HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[role^="menuitem"]')].filter((item) =>
    item.checkVisibility(),
  );
}
