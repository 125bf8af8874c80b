import type { ComponentChildren } from 'preact';
import { Button } from '../controls/button.tsx';
import './parts.css';

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
          <Button
            kind="quiet"
            icon="trash"
            isIconOnly
            onClick={() => onChange(lines.toSpliced(at, 1))}
          >
            {props.removeLabel(at + 1)}
          </Button>
        </div>
      ))}
      {lines.length < (props.linesMax ?? Number.POSITIVE_INFINITY) && (
        <div>
          <Button icon="plus" onClick={() => onChange([...lines, props.blank])}>
            {props.addLabel}
          </Button>
        </div>
      )}
    </div>
  );
}
