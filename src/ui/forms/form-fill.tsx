import { useEffect, useRef, useState } from 'react';
import { checkAnswers } from '#domain/forms/check-answers.ts';
import type { AnswerIssue } from '#domain/forms/check-answers.ts';
import { isShown } from '#domain/forms/conditions.ts';
import { filesIn, filesOf } from '#domain/forms/files.ts';
import type { FormAnswers, FormField, FormFile } from '#domain/rows.ts';
import { typedLines } from '#domain/text/typed.ts';
import { Button } from '../button.tsx';
import { Notice } from '../notice.tsx';
import { AnswerField } from './answer-field.tsx';

/**
 * A form being filled in, page by page: questions come and go with the answers before them. Nothing
 * wrong leaves it.
 */
export function FormFill({
  fields,
  initial,
  submitLabel,
  ruleWords,
  busy = false,
  onChange,
  onSubmit,
}: {
  fields: readonly FormField[];
  initial: Record<string, unknown>;
  submitLabel: string;
  /** What a person reads for a rule that an answer breaks. */
  ruleWords: (rule: string) => string;
  busy?: boolean;
  onChange?: (answers: Record<string, unknown>) => void;
  /** null = only to look at how it works. */
  onSubmit: ((answers: FormAnswers) => void) | null;
}) {
  const [answers, setAnswers] = useState(initial);
  const [pageNumber, setPage] = useState(0);
  const [issues, setIssues] = useState<AnswerIssue[]>([]);
  /** How many questions are busy with files that were chosen. */
  const [reading, setReading] = useState(0);
  /** Photos come in later than the press: nothing that was typed meanwhile may be lost. */
  const latest = useRef(initial);
  const ref = useRef<HTMLFormElement>(null);
  const pageLine = useRef<HTMLParagraphElement>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const isPressed = useRef(false);
  const isTurned = useRef(false);
  const checked = checkAnswers(fields, withNumbers(fields, answers));
  const pages = pagesOf(fields, checked.answers);
  const page = Math.min(pageNumber, pages.length - 1);
  const isLast = page === pages.length - 1;
  const issueOf = (id: string) => issues.find(({ field }) => field === id);
  const overall = issueOf('');
  const bytes = bytesOf(filesOf(answers));

  // Not while what was wrong is being put right: the focus stays where somebody types.
  useEffect(() => {
    if (isPressed.current) {
      ref.current
        ?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')
        ?.focus();
    }
    isPressed.current = false;
  }, [issues]);

  // Another page begins where it begins, for the eye and for whoever is read to.
  useEffect(() => {
    if (isTurned.current) pageLine.current?.focus();
    isTurned.current = false;
  }, [page]);

  // Enter sends as well: the field that it was pressed in rests meanwhile.
  useEffect(() => {
    if (busy) submit.current?.focus({ preventScroll: true });
  }, [busy]);

  const turnTo = (next: number): void => {
    isTurned.current = true;
    setPage(next);
  };
  const change = (id: string, value: unknown): void => {
    const next = { ...latest.current, [id]: value };
    latest.current = next;
    setAnswers(next);
    setIssues((known) => known.filter(({ field }) => field !== id));
    onChange?.(next);
  };
  const goOn = (): void => {
    const here = isLast
      ? checked.issues
      : checked.issues.filter(({ field }) => pages[page]!.some(({ id }) => id === field));
    isPressed.current = true;
    setIssues(here);
    if (here.length > 0) return;
    if (isLast) onSubmit?.(checked.answers);
    else turnTo(page + 1);
  };
  return (
    <form
      ref={ref}
      noValidate
      className="grid grid-cols-1 gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && reading === 0) goOn();
      }}
    >
      {pages.length > 1 && (
        <p ref={pageLine} tabIndex={-1} className="text-sm text-muted outline-none">
          Page {page + 1} of {pages.length}
        </p>
      )}
      {overall && <Notice tone="danger">{ruleWords(overall.rule)}</Notice>}
      {/* What is typed while it is sent would be lost. */}
      <div inert={busy} className="@container">
        <div className="grid grid-cols-1 gap-5 @md:grid-cols-2">
          {pages[page]!.map((field) => {
            const issue = issueOf(field.id);
            return (
              <div
                key={field.id}
                className={`min-w-0 ${field.width === 'half' ? '' : '@md:col-span-2'}`}
              >
                <AnswerField
                  field={field}
                  value={answers[field.id]}
                  otherBytes={bytes - bytesOf(filesIn(answers[field.id]))}
                  error={issue && ruleWords(issue.rule)}
                  onReading={(isReading) => setReading((count) => count + (isReading ? 1 : -1))}
                  onChange={(value) => change(field.id, withoutUnseen(value))}
                />
              </div>
            );
          })}
        </div>
      </div>
      <div className="flex flex-wrap justify-between gap-2">
        {page > 0 && <Button onClick={() => turnTo(page - 1)}>Back</Button>}
        {(onSubmit || !isLast) && (
          <Button
            ref={submit}
            type="submit"
            variant="primary"
            busy={busy || reading > 0}
            className="ml-auto max-sm:flex-1"
          >
            {isLast ? submitLabel : 'Next'}
          </Button>
        )}
      </div>
    </form>
  );
}

/** What was pasted may be what no database takes. */
const withoutUnseen = (value: unknown): unknown =>
  typeof value === 'string' ? typedLines(value) : value;

const bytesOf = (files: readonly FormFile[]): number =>
  files.reduce((sum, file) => sum + file.bytes, 0);

/** What is shown, cut at the page breaks; pages on which nothing is shown are left out. */
const pagesOf = (fields: readonly FormField[], answers: FormAnswers): FormField[][] => {
  const pages: FormField[][] = [[]];
  for (const field of fields) {
    if (!isShown(field.visible_if, answers)) continue;
    if (field.type === 'page_break') pages.push([]);
    else pages.at(-1)!.push(field);
  }
  const shown = pages.filter((page) => page.length > 0);
  return shown.length > 0 ? shown : [[]];
};

/** Numbers are typed as text; what is none stays text, and the check says so. */
const withNumbers = (
  fields: readonly FormField[],
  answers: Record<string, unknown>,
): Record<string, unknown> => {
  const read = { ...answers };
  for (const { id, type } of fields) {
    const typed = read[id];
    if (type !== 'number' || typeof typed !== 'string') continue;
    const number = Number(typed.trim().replace(',', '.'));
    if (typed.trim() !== '' && !Number.isNaN(number)) read[id] = number;
  }
  return read;
};
