import type { ComponentChildren } from 'preact';
import './notes.css';

/** A part of a screen with its own heading. */
export function Card(props: {
  readonly title?: string;
  readonly lead?: string;
  readonly actions?: ComponentChildren;
  readonly children?: ComponentChildren;
}) {
  return (
    <section class="card">
      {props.title !== undefined && (
        <div class="row apart">
          <h2>{props.title}</h2>
          {props.actions}
        </div>
      )}
      {props.lead !== undefined && <p class="quiet">{props.lead}</p>}
      {props.children}
    </section>
  );
}
