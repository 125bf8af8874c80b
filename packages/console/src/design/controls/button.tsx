import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { Icon, type IconName } from '../base/icon.tsx';
import './controls.css';

interface ButtonProps {
  /** `primary` once on a screen; `danger` for what takes away; `quiet` without an edge. */
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly icon?: IconName;
  /** Only the picture is seen; the words are read. */
  readonly isIconOnly?: boolean;
  readonly isBusy?: boolean;
  readonly isDisabled?: boolean;
  readonly isWide?: boolean;
  readonly type?: 'button' | 'submit';
  /** Makes it a link that looks like a button. */
  readonly href?: string;
  readonly isNewTab?: boolean;
  /** The link is a file to keep, under this name. */
  readonly download?: string;
  readonly onClick?: (event: MouseEvent) => void;
  readonly children: ComponentChildren;
  readonly more?: ButtonHTMLAttributes<HTMLButtonElement>;
}

/** Busy and disabled ones keep the focus and say why nothing happens, instead of vanishing from the keyboard. */
export function Button(props: ButtonProps) {
  const { kind = 'plain', icon, isIconOnly, isBusy, isDisabled, isWide } = props;
  const name = `button ${kind}${isIconOnly ? ' only-icon' : ''}${isWide ? ' wide' : ''}`;
  const inside = (
    <>
      {icon !== undefined && <Icon name={icon} />}
      <span class={isIconOnly ? 'unseen' : undefined}>{props.children}</span>
    </>
  );
  if (props.href !== undefined)
    return (
      <a
        class={name}
        href={props.href}
        {...(props.onClick === undefined ? {} : { onClick: props.onClick })}
        {...(props.download === undefined ? {} : { download: props.download })}
        {...(props.isNewTab ? { target: '_blank', rel: 'noopener' } : {})}
      >
        {inside}
      </a>
    );
  const isStill = isBusy === true || isDisabled === true;
  return (
    <button
      {...props.more}
      class={name}
      type={props.type ?? 'button'}
      aria-disabled={isStill ? 'true' : undefined}
      aria-busy={isBusy ? 'true' : undefined}
      onClick={(event) => {
        if (isStill) event.preventDefault();
        else props.onClick?.(event);
      }}
    >
      {inside}
    </button>
  );
}
