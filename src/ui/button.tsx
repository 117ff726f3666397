import clsx from 'clsx';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { buttonLook, iconButtonLook } from './button-look.ts';
import type { ButtonSize, ButtonVariant } from './button-look.ts';
import type { Icon } from './icon.ts';
import { Spinner } from './spinner.tsx';

type Shared = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'type'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows a spinner and refuses presses, but keeps focus and stays readable to screen readers. */
  busy?: boolean;
  type?: 'button' | 'submit' | 'reset';
  ref?: Ref<HTMLButtonElement>;
};

export type ButtonProps = Shared & { icon?: Icon; wide?: boolean; children: ReactNode };

/** A button with words. `busy` instead of `disabled` while something runs: focus must not jump. */
export function Button({
  variant = 'secondary',
  size = 'md',
  busy = false,
  icon: Icon,
  wide = false,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={busy ? 'button' : type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
      className={clsx(buttonLook(variant, size, wide), className)}
    >
      {busy ? <Spinner size={18} /> : Icon && <Icon size={18} aria-hidden />}
      {children}
    </button>
  );
}

export type IconButtonProps = Shared & { icon: Icon; label: string };

/** A square button with an icon; `label` is its name and its tooltip. */
export function IconButton({
  variant = 'quiet',
  size = 'md',
  busy = false,
  icon: Icon,
  label,
  type = 'button',
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
      className={clsx(iconButtonLook(variant, size), className)}
    >
      {busy ? <Spinner size={18} /> : <Icon size={20} aria-hidden />}
    </button>
  );
}
