import type { ComponentChildren } from 'preact';
import './notes.css';

export function Badge(props: {
  readonly kind?: 'plain' | 'good' | 'care' | 'alarm';
  readonly children: ComponentChildren;
}) {
  return <span class={`badge ${props.kind ?? 'plain'}`}>{props.children}</span>;
}
