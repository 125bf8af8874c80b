import type { ComponentChildren } from 'preact';
import { Icon } from '../base/icon.tsx';
import './parts.css';

/** A link to another page, as a line of a list or, with a border, as a card of a grid. */
export function LinkRow(props: {
  readonly href: string;
  readonly isCard?: boolean;
  /** Beside the text, before the arrow. */
  readonly mark?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  return (
    <a class={props.isCard ? 'link-row bordered' : 'link-row'} href={props.href}>
      <span class="grow stack tight">{props.children}</span>
      {props.mark}
      <Icon name="forward" />
    </a>
  );
}
