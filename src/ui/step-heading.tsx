import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * The heading of a page or of one step of it. Arriving at a step moves the focus here, so that a screen reader says where
 * we are and the next Tab is inside the step; the first page of a visit keeps the browser's own start.
 */
export function StepHeading({
  title,
  place,
  children,
}: {
  title: string;
  place: string;
  children?: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirstPage = useLocation().key === 'default';
  useEffect(() => {
    document.title = `${title} · ${place}`;
  }, [title, place]);
  useEffect(() => {
    if (isFirstPage) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
    // Once per step: later entries of the history inside it must not steal the focus.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return (
    <div className="mt-5 mb-5">
      <h1 ref={heading} tabIndex={-1} className="text-2xl leading-tight font-semibold outline-none">
        {title}
      </h1>
      {children && <p className="mt-1 text-pretty text-muted">{children}</p>}
    </div>
  );
}
