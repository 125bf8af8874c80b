import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '../base/icon.tsx';
import './notes.css';

/** Nothing here yet: what would be here, and what to do next. */
export function EmptyState(props: {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <span class="empty-sign">
        <Icon name={props.icon} />
      </span>
      <h2>{props.title}</h2>
      <p class="quiet">{props.text}</p>
      {props.children !== undefined && <div class="row">{props.children}</div>}
    </div>
  );
}
