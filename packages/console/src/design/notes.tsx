import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Resource } from '../api/client.ts';
import type { ApiProblem } from '../api/problem.ts';
import { Button } from './buttons.tsx';
import { Icon, type IconName } from './icon.tsx';
import { t } from './words.ts';

/** A part of a screen with its own heading. */
export function Card(props: {
  readonly title?: string;
  readonly lead?: string | undefined;
  readonly actions?: ComponentChildren;
  readonly children?: ComponentChildren;
}) {
  return (
    <section class="card stack">
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

export function Badge(props: {
  readonly kind?: 'plain' | 'good' | 'caution' | 'alarm';
  readonly children: ComponentChildren;
}) {
  return <span class={`badge ${props.kind ?? 'plain'}`}>{props.children}</span>;
}

/** Names with their values. With `isRuled`, lines separate them and the values are at the right. */
export function Facts(props: {
  readonly facts: readonly (readonly [string, string])[];
  readonly isRuled?: boolean;
}) {
  return (
    <dl class={props.isRuled ? 'facts ruled ruled-list' : 'facts'}>
      {props.facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Shown instead of an empty list: what will be here, and what to do next. */
export function EmptyState(props: {
  readonly icon: IconName;
  /** Not needed if the heading of the page says it. */
  readonly title?: string;
  readonly text?: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <span class="empty-sign">
        <Icon name={props.icon} />
      </span>
      {props.title && <h2>{props.title}</h2>}
      {props.text && <p class="quiet">{props.text}</p>}
      {props.children !== undefined && <div class="row">{props.children}</div>}
    </div>
  );
}

/** Why an input is not accepted. Renders nothing without a text. */
export function Complaint(props: { readonly text: string | undefined; readonly id?: string }) {
  if (props.text === undefined) return null;
  return (
    <p class="complaint" id={props.id} role="alert">
      {props.text}
    </p>
  );
}

/** What went wrong, in the server's own words, and a button to try again. Renders nothing without a problem. */
export function ErrorNote(props: {
  readonly problem:
    | (Error & { readonly requestId?: string | undefined; readonly status?: number })
    | undefined;
  readonly onRetry?: (() => unknown) | undefined;
}) {
  if (props.problem === undefined) return null;
  const { status = 0 } = props.problem;
  // Whoever looks after the server finds a failure by it; a refusal says all in its sentence.
  const requestId = status >= 500 ? props.problem.requestId : undefined;
  return (
    <div class="error-note" role="alert">
      <Icon name="warning" />
      <div class="grow stack tight">
        <p>{props.problem.message}</p>
        {requestId !== undefined && (
          <p class="small">
            {t.requestId}: <code>{requestId}</code>
          </p>
        )}
        {props.onRetry !== undefined && (
          <Button icon="again" label={t.again} onClick={props.onRetry} />
        )}
      </div>
    </div>
  );
}

/** Grey lines where content is being loaded. */
export function Skeleton({ lines }: { readonly lines: number }) {
  return (
    <div class="skeleton" aria-busy="true">
      <span class="unseen">{t.busy}</span>
      {Array.from({ length: lines }, (_, at) => (
        <span key={at} />
      ))}
    </div>
  );
}

/** Renders a loaded value. Before that it shows a skeleton, or the problem and a button to try again. */
export function Loaded<Value>(props: {
  readonly resource: Pick<Resource<Value>, 'data' | 'problem' | 'refresh'>;
  /** A request that changes the value; its problem is shown too. */
  readonly work?: { readonly problem: Signal<ApiProblem | undefined> };
  readonly lines?: number;
  readonly children?: (value: Value) => ComponentChildren;
}) {
  const { resource, lines = 5, children } = props;
  const value = resource.data.value;
  const problem = props.work?.problem.value ?? resource.problem.value;
  return (
    <>
      <ErrorNote problem={problem} onRetry={resource.refresh} />
      {value === undefined && problem === undefined && <Skeleton lines={lines} />}
      {value !== undefined && children?.(value)}
    </>
  );
}
