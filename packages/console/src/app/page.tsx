/** The frame of every screen: its heading is the title of the tab and takes the focus when it comes. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../design/base/icon.tsx';

let hasBegun = false;

export function Page(props: {
  readonly title: string;
  readonly lead?: string;
  readonly actions?: ComponentChildren;
  /** The page above this one, for the way back on a phone. */
  readonly back?: { readonly href: string; readonly label: string };
  readonly children: ComponentChildren;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${props.title} · Baraza`;
  }, [props.title]);
  useEffect(() => {
    // The first page of a visit leaves the focus to the browser.
    if (hasBegun) {
      scrollTo({ top: 0, behavior: 'instant' });
      heading.current?.focus({ preventScroll: true });
    }
    hasBegun = true;
  }, []);
  return (
    <div class="page">
      {props.back !== undefined && (
        <a class="page-back" href={props.back.href}>
          <Icon name="back" />
          {props.back.label}
        </a>
      )}
      <div class="page-head">
        <div class="grow stack tight">
          <h1 ref={heading} tabIndex={-1}>
            {props.title}
          </h1>
          {props.lead !== undefined && <p class="quiet">{props.lead}</p>}
        </div>
        {props.actions !== undefined && <div class="row">{props.actions}</div>}
      </div>
      {props.children}
    </div>
  );
}
