import type { ComponentChildren } from 'preact';
import { Button, IconButton } from './buttons.tsx';
import { Icon } from './icon.tsx';

/** A list item that expands: the head is always shown, the body only while it is open. */
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

/** Short texts, each with a button that removes it, and one that adds another. */
export function LineList<Line>(props: {
  readonly lines: readonly Line[];
  readonly blank: Line;
  readonly linesMax?: number;
  readonly addLabel: string;
  readonly removeLabel: (number: number) => string;
  readonly onChange: (lines: readonly Line[]) => void;
  readonly children: (line: Line, at: number, onInput: (line: Line) => void) => ComponentChildren;
}) {
  const { lines, onChange } = props;
  return (
    <div class="stack">
      {lines.map((line, at) => (
        <div key={at} class="line">
          {props.children(line, at, (next) => onChange(lines.with(at, next)))}
          <IconButton
            icon="trash"
            onClick={() => onChange(lines.toSpliced(at, 1))}
            label={props.removeLabel(at + 1)}
          />
        </div>
      ))}
      {lines.length < (props.linesMax ?? Number.POSITIVE_INFINITY) && (
        <Button
          icon="plus"
          onClick={() => onChange([...lines, props.blank])}
          label={props.addLabel}
        />
      )}
    </div>
  );
}

/** A link to another page, as a line of a list or, with a border, as a card of a grid. */
export function LinkRow(props: {
  readonly href: string;
  readonly isCard?: boolean;
  /** Shown between the text and the arrow. */
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
