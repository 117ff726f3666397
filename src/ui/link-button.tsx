import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { LinkProps } from 'react-router-dom';
import { buttonLook } from './button-look.ts';
import type { ButtonSize, ButtonVariant } from './button-look.ts';
import type { Icon } from './icon.ts';

/** A link inside the app that looks like a button: it goes somewhere, it does not do something. */
export function LinkButton({
  variant = 'secondary',
  size = 'md',
  icon: Icon,
  wide = false,
  className,
  children,
  ...rest
}: Omit<LinkProps, 'className' | 'children'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: Icon;
  wide?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Link {...rest} className={clsx(buttonLook(variant, size, wide), className)}>
      {Icon && <Icon size={18} aria-hidden />}
      {children}
    </Link>
  );
}
