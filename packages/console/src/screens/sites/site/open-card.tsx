import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../../design/controls/button.tsx';
import { words } from '../../../design/words.ts';
import { speak } from '../../../words/language.ts';
import './open-card.css';

/** A row of a list that is opened in its place; its heading takes the focus. */
export function OpenCard(props: {
  readonly title: string;
  readonly language?: string;
  readonly facts: ComponentChildren;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section class="open-card stack">
      <div class="open-card-head">
        <div class="grow stack tight">
          <h2 ref={heading} tabIndex={-1} lang={props.language}>
            {props.title}
          </h2>
          {props.facts}
        </div>
        <Button kind="quiet" icon="close" isIconOnly onClick={props.onClose}>
          {speak(words).close}
        </Button>
      </div>
      {props.children}
    </section>
  );
}
