import type { ComponentChildren } from 'preact';
import { Icon } from '../base/icon.tsx';
import './parts.css';

/** An item of a list that opens in place: its head is always shown, its body only while it is open. */
export function Fold(props: {
  readonly id?: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly head: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  const { isOpen } = props;
  return (
    <li class={`fold ${isOpen ? 'open' : ''}`} id={props.id}>
      <button type="button" class="fold-head" aria-expanded={isOpen} onClick={props.onToggle}>
        <span class="grow stack tight">{props.head}</span>
        <Icon name="open" />
      </button>
      {isOpen && <div class="fold-body stack">{props.children}</div>}
    </li>
  );
}
