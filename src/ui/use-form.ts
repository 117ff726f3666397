import type { AppError, Result } from '#domain/errors/result.ts';
import { useEffect, useId, useRef, useState } from 'react';
import type { FormEvent, RefObject } from 'react';
import { changedFields } from './changed-fields.ts';
import { dropDraft, keepDraft, readDraft } from './form-draft.ts';

export type Form<V extends object> = {
  values: V;
  change: (part: Partial<V>) => void;
  /**
   * What a person reads under a field (`email`, `variants.0.price_cents`) that was refused, until
   * it changes. Faults deeper inside count for the field.
   */
  error: (field: string) => string | undefined;
  /** What went wrong and belongs to no field that is shown. */
  failure: string | null;
  isDirty: boolean;
  isBusy: boolean;
  /** What was typed before a reload is back. */
  isRestored: boolean;
  /** Back to what it began with. */
  reset: () => void;
  /** Spread on the <form>; `id` is for a submit button outside of it. */
  formProps: {
    id: string;
    ref: RefObject<HTMLFormElement | null>;
    noValidate: true;
    onSubmit: (event: FormEvent) => void;
  };
};

export type Submitted<V extends object> = {
  /** Only this may be written over a row. */
  changed: Partial<V>;
  values: V;
  /** What it began with, and the number of the row that showed it. */
  base: V;
  seenRev: number | undefined;
};

type Options<V extends object> = {
  initial: V;
  /** The number of the row that `initial` shows. */
  rev?: number | undefined;
  save: (submitted: Submitted<V>) => Promise<Result<unknown>>;
  onSaved?: (value: unknown) => void;
  /** Words for an error and for the rule that a field breaks. */
  words: { error: (error: AppError) => string; rule: (rule: string | undefined) => string };
  /** Keeps what is typed over reloads under this name. */
  draftKey?: string | undefined;
};

/**
 * The state of one form: values, what is wrong with them, and saving. From the first change on, the
 * row that it showed then stays its base, so that fields which others change meanwhile are not
 * written back.
 */
export const useForm = <V extends object>(options: Options<V>): Form<V> => {
  const { draftKey, words } = options;
  const [base, setBase] = useState(options.initial);
  const [draft] = useState(() => readDraft(draftKey, options.initial));
  const [seenRev, setSeenRev] = useState(draft ? (draft.rev ?? undefined) : options.rev);
  const [values, setValues] = useState(draft?.values ?? options.initial);
  const [isRestored, setRestored] = useState(draft !== null);
  const [failed, setFailed] = useState<{ error: AppError; values: V } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const ref = useRef<HTMLFormElement>(null);
  const id = useId();
  const changed = changedFields(base, values);

  // What others change meanwhile appears at once, unless something was typed here.
  const initialText = JSON.stringify([options.rev, options.initial]);
  const [followed, setFollowed] = useState(initialText);
  if (initialText !== followed) {
    setFollowed(initialText);
    if (Object.keys(changed).length === 0 && !isBusy) {
      setSeenRev(options.rev);
      setBase(options.initial);
      setValues(options.initial);
    }
  }

  const submit = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const result = await options.save({ changed, values, base, seenRev });
    setBusy(false);
    if (!result.ok) {
      setFailed({ error: result.error, values });
      return;
    }
    setFailed(null);
    setRestored(false);
    setBase(values);
    dropDraft(draftKey);
    options.onSaved?.(result.value);
  };

  useEffect(() => {
    // Once the errors are in the page: the first wrong field is where to go on.
    if (failed) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failed]);

  const issues = failed ? issuesOf(failed.error) : [];
  const isStill = (field: string): boolean => {
    const root = (field.split('.')[0] ?? '') as keyof V;
    return failed !== null && Object.is(failed.values[root], values[root]);
  };
  const issueOf = (field: string) =>
    issues.find(
      (issue) =>
        (issue.field === field || issue.field.startsWith(`${field}.`)) && isStill(issue.field),
    );
  const belongsToField = issues.some(({ field }) => (field.split('.')[0] ?? '') in values);

  return {
    values,
    change: (part) => {
      const next = { ...values, ...part };
      setValues(next);
      keepDraft(draftKey, base, { values: next, rev: seenRev ?? null });
    },
    error: (field) => {
      const issue = issueOf(field);
      if (!issue || !failed) return undefined;
      return failed.error.code === 'invalid' ? words.rule(issue.rule) : words.error(failed.error);
    },
    failure: failed && !belongsToField ? words.error(failed.error) : null,
    isDirty: Object.keys(changed).length > 0,
    isBusy,
    isRestored,
    reset: () => {
      setValues(base);
      setFailed(null);
      setRestored(false);
      dropDraft(draftKey);
    },
    formProps: {
      id,
      ref,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        void submit();
      },
    },
  };
};

const issuesOf = (error: AppError): { field: string; rule: string | undefined }[] => {
  if (error.issues) return error.issues;
  return error.field === undefined ? [] : [{ field: error.field, rule: error.rule }];
};
