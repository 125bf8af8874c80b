/** The frame of every screen. Its heading is also the title of the tab, and gets the focus when the screen opens. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../design/buttons.tsx';
import { Icon, type IconName } from '../design/icon.tsx';
import { useCommands } from './commands.ts';
import type { Params } from './match.ts';

/** What a screen gets from its address. */
export interface ScreenProps {
  readonly params: Params;
  readonly query: URLSearchParams;
}

let hasBegun = false;

interface PrimaryAction {
  readonly label: string;
  /** Its name in the palette, if the label alone says too little. */
  readonly command?: string;
  readonly icon?: IconName;
  readonly isBusy?: boolean;
  readonly run: () => unknown;
}

export function Page(props: {
  readonly title: string;
  readonly lead?: string | undefined;
  readonly actions?: ComponentChildren;
  /** The main action: a button, and a command of the palette. */
  readonly primary?: PrimaryAction | false;
  /** The parent page, for the back link on a phone. */
  readonly back?: { readonly href: string; readonly label: string };
  readonly children: ComponentChildren;
}) {
  const { primary } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${props.title} · Baraza`;
  }, [props.title]);
  useEffect(() => {
    // The first page of a visit does not move the focus.
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
        {(props.actions !== undefined || primary) && (
          <div class="row">
            {props.actions}
            {primary && <PrimaryButton {...primary} />}
          </div>
        )}
      </div>
      {props.children}
    </div>
  );
}

/** The main action of a page or of a part of it. */
export function PrimaryButton(props: PrimaryAction) {
  const { label, command = label, icon = 'plus', isBusy = false, run } = props;
  useCommands(() => [{ id: `primary ${command}`, title: command, icon, run }], [command]);
  return <Button kind="primary" icon={icon} label={label} isBusy={isBusy} onClick={run} />;
}
