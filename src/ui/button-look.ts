import clsx from 'clsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'md' | 'sm';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent shadow-card hover:bg-accent-strong',
  secondary: 'border border-line bg-surface text-ink shadow-card hover:bg-raised',
  quiet: 'text-ink hover:bg-raised',
  danger: 'bg-danger text-on-danger shadow-card hover:bg-danger-strong',
};

/** One look for buttons and for links that look like buttons. */
export const buttonLook = (variant: ButtonVariant, size: ButtonSize, wide = false): string =>
  clsx(
    'inline-flex items-center justify-center gap-2 rounded-md font-medium select-none',
    'transition-[background-color,color,transform] duration-150 active:scale-[0.985]',
    'disabled:opacity-50 disabled:active:scale-100 aria-disabled:opacity-50',
    size === 'md' ? 'min-h-11 px-4 text-base' : 'min-h-9 px-3 text-sm pointer-coarse:min-h-11',
    // A wide one may be wider than a phone: then its words take two lines.
    wide ? 'w-full min-w-0 py-2 text-balance' : 'whitespace-nowrap',
    variants[variant],
  );

export const iconButtonLook = (variant: ButtonVariant, size: ButtonSize): string =>
  clsx(
    buttonLook(variant, size),
    'aspect-square !px-0',
    size === 'md' ? 'min-w-11' : 'min-w-9 pointer-coarse:min-w-11',
  );
