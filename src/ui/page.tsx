import { PRODUCT_NAME } from '#domain/product.ts';
import clsx from 'clsx';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { iconButtonLook } from './button-look.ts';

/** The frame of a screen: its title (also the document's), its actions, and room around it. */
export function Page({
  title,
  titleHidden = false,
  subtitle,
  actions,
  back,
  width = 'wide',
  children,
}: {
  title: string;
  /** For screens whose content says what they are; the heading stays for screen readers. */
  titleHidden?: boolean;
  subtitle?: ReactNode;
  actions?: ReactNode;
  /** Where the arrow beside the title leads. */
  back?: { to: string; label: string };
  /** `full` uses the whole window without margins (calendar). */
  width?: 'narrow' | 'wide' | 'full';
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`;
  }, [title]);
  const isFull = width === 'full';
  return (
    <div
      className={clsx(
        'mx-auto flex w-full min-w-0 flex-col',
        isFull ? 'min-h-0 flex-1' : 'px-4 pt-5 pb-10 sm:px-6 lg:px-10 lg:pt-8',
        width === 'narrow' && 'max-w-2xl',
        width === 'wide' && 'max-w-6xl',
      )}
    >
      <header
        className={clsx(
          titleHidden ? 'sr-only' : 'flex flex-wrap items-center gap-x-3 gap-y-2',
          isFull ? 'px-4 py-3 sm:px-6' : 'mb-5',
        )}
      >
        {back && (
          <Link
            to={back.to}
            aria-label={back.label}
            title={back.label}
            // Beside the title, also where lines stand below it.
            className={clsx(
              iconButtonLook('quiet', 'md'),
              '-ml-3',
              subtitle && '-mt-1.5 self-start',
            )}
          >
            <ArrowLeft size={20} aria-hidden />
          </Link>
        )}
        <div className="min-w-0 flex-1 basis-40">
          <h1 className="line-clamp-2 text-2xl leading-tight font-semibold break-words">{title}</h1>
          {subtitle && <div className="mt-0.5 text-muted">{subtitle}</div>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
