import clsx from 'clsx';
import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

const STEPS = ['You', 'Menu', 'Link'] as const;
const TITLES = ['When do you work?', 'What do you offer?', 'Your booking link'] as const;
export const LAST_STEP = STEPS.length;

/** One of the three questions, with the way to the others. */
export function Steps({
  step,
  takesFocus = false,
  onGo,
  children,
}: {
  step: number;
  /** It comes in place of what was pressed. */
  takesFocus?: boolean;
  onGo: (step: number) => void;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(!takesFocus);
  useEffect(() => {
    // After the first step, the next question is where reading goes on.
    if (isFirst.current) isFirst.current = false;
    else heading.current?.focus();
  }, [step]);
  return (
    <>
      <Progress step={step} onGo={onGo} />
      <section
        aria-labelledby="step-title"
        className="rounded-lg border border-line bg-surface p-5 shadow-card sm:p-8"
      >
        <h2
          id="step-title"
          ref={heading}
          tabIndex={-1}
          className="mb-5 text-xl font-semibold focus:outline-none"
        >
          {TITLES[step - 1]}
        </h2>
        {children}
      </section>
    </>
  );
}

function Progress({ step, onGo }: { step: number; onGo: (step: number) => void }) {
  return (
    <ol aria-label="Steps" className="mb-5 flex gap-2">
      {STEPS.map((name, index) => {
        const number = index + 1;
        const isDone = number < step;
        return (
          <li key={name} className="min-w-0 flex-1">
            <button
              type="button"
              aria-current={number === step ? 'step' : undefined}
              onClick={() => onGo(number)}
              className={clsx(
                'flex min-h-11 w-full items-center gap-2 border-t-3 pt-2 text-left text-sm',
                number <= step ? 'border-accent' : 'border-line text-muted',
                number === step && 'font-semibold',
              )}
            >
              {isDone ? (
                <Check size={16} className="shrink-0 text-accent" aria-hidden />
              ) : (
                <span className="tabular-nums">{number}.</span>
              )}
              <span className="truncate">{name}</span>
              {isDone && <span className="sr-only">done</span>}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
