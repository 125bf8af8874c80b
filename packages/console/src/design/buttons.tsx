import { type Signal, useSignal } from '@preact/signals';
import type { ButtonHTMLAttributes } from 'preact';
import { Icon, type IconName } from './icon.tsx';
import { setTo } from './signals.ts';
import { t } from './words.ts';

interface ButtonProps {
  readonly label: string;
  /** Only screen readers read it: what the label is about, if several buttons have the same label. */
  readonly about?: string;
  /** `primary` once on a screen; `danger` for deletion; `quiet` without a border. */
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly icon?: IconName;
  /** The label is only for screen readers. */
  readonly isIconOnly?: boolean;
  readonly isBusy?: boolean;
  /** Runs the click handler; meanwhile the button is busy. */
  readonly work?: {
    readonly isBusy: Signal<boolean>;
    readonly run: (work: () => unknown) => Promise<boolean>;
  };
  readonly isDisabled?: boolean;
  readonly isWide?: boolean;
  readonly type?: 'button' | 'submit';
  /** Makes it a link that looks like a button. */
  readonly href?: string;
  readonly isNewTab?: boolean;
  /** The link is a download with this file name. */
  readonly download?: string;
  readonly onClick?: ((event: MouseEvent) => unknown) | undefined;
  readonly more?: ButtonHTMLAttributes<HTMLButtonElement>;
}

/** A busy or disabled button keeps the focus, so that keyboard users do not lose their place. */
export function Button(props: ButtonProps) {
  const {
    label,
    about,
    kind = 'plain',
    icon,
    isIconOnly,
    isDisabled,
    isWide,
    work,
    onClick,
  } = props;
  const isBusy = props.isBusy ?? work?.isBusy.value;
  const name = `button ${kind}${isIconOnly ? ' only-icon' : ''}${isWide ? ' wide' : ''}`;
  const inside = (
    <>
      {icon !== undefined && <Icon name={icon} />}
      <span class={isIconOnly ? 'unseen' : undefined}>
        {label}
        {about !== undefined && <span class="unseen">{about}</span>}
      </span>
    </>
  );
  if (props.href !== undefined)
    return (
      <a
        class={name}
        href={props.href}
        onClick={onClick}
        download={props.download}
        target={props.isNewTab ? '_blank' : undefined}
        rel={props.isNewTab ? 'noopener' : undefined}
      >
        {inside}
      </a>
    );
  const isInactive = isBusy === true || isDisabled === true;
  return (
    <button
      {...props.more}
      class={name}
      type={props.type ?? 'button'}
      aria-disabled={isInactive ? 'true' : undefined}
      aria-busy={isBusy ? 'true' : undefined}
      onClick={(event) => {
        if (isInactive) event.preventDefault();
        else if (work === undefined) onClick?.(event);
        else if (onClick !== undefined) void work.run(() => onClick(event));
      }}
    >
      {inside}
    </button>
  );
}

/** A quiet button with a picture; its label is for screen readers. */
export function IconButton(props: Omit<ButtonProps, 'kind' | 'isIconOnly'>) {
  return <Button {...props} kind="quiet" isIconOnly />;
}

/** A text to copy: a key, an address, a line of code. */
export function CopyText(props: {
  readonly label: string;
  readonly text: string;
  /** What is shown instead, if the text is long or secret. */
  readonly shown?: string;
}) {
  return (
    <div class="copy-text">
      <code class="copy-shown grow">{props.shown ?? props.text}</code>
      <CopyButton label={props.label} text={props.text} />
    </div>
  );
}

export function CopyButton({ label, text }: { readonly label: string; readonly text: string }) {
  const isCopied = useSignal(false);
  const copy = async () => {
    await copyToClipboard(text);
    isCopied.value = true;
    setTimeout(setTo(isCopied, false), 2_000);
  };
  return (
    <Button
      kind="quiet"
      icon={isCopied.value ? 'check' : 'copy'}
      label={isCopied.value ? t.copied : t.copy}
      about={` ${label}`}
      onClick={copy}
    />
  );
}

// Without TLS, browsers offer the clipboard API on localhost only.
async function copyToClipboard(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return await navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'unseen';
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
