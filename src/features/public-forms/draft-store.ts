import { keptAnswers } from '#domain/forms/kept-answers.ts';
import type { FormAnswers, FormField, Uuid } from '#domain/rows.ts';
import { readSetting, settingsWith, writeSetting } from '#platform/storage.ts';
import type { FormLink } from '#remote/public-forms.ts';

/** What somebody has answered so far; it leaves their device when they send it, and not before. */
export type FormDraft = {
  /** Of the version that was shown. */
  version: number;
  answers: Record<string, unknown>;
  /** What was sent, as long as nobody knows what became of it. */
  attempt: { opId: Uuid; version: number; answers: FormAnswers } | null;
};

export type OpenedDraft = {
  draft: FormDraft;
  /** Answers of before are there again. */
  isRestored: boolean;
  /** They were given to an older version: what was agreed to or signed there is asked again. */
  isOlder: boolean;
};

/** Answers are about somebody's health, on a device that others may use. */
const KEEP_MS = 7 * 24 * 3600_000;

const PREFIX = 'daybook-form:';
/** The number is raised when the stored shape changes: what older pages wrote is then ignored. */
const keyOf = ({ key, token }: FormLink): string => `${PREFIX}1:${key}:${token ?? ''}`;

type Version = { version: number; fields: readonly FormField[] };

/** What this browser kept for a link, or nothing yet. */
export const openDraft = (
  link: FormLink,
  { version, fields }: Version,
  nowMs: number,
): OpenedDraft => {
  forgetOld(nowMs);
  const kept = parse(readSetting(keyOf(link)), nowMs);
  if (!kept) {
    return { draft: { version, answers: {}, attempt: null }, isRestored: false, isOlder: false };
  }
  const isOlder = kept.version !== version;
  const answers = isOlder ? keptAnswers(fields, kept.answers) : kept.answers;
  const isRestored = Object.keys(answers).length > 0;
  return { draft: { ...kept, version, answers }, isRestored, isOlder: isOlder && isRestored };
};

export const saveDraft = (link: FormLink, draft: FormDraft, nowMs: number): void =>
  writeSetting(keyOf(link), JSON.stringify({ savedAtMs: nowMs, draft }));

export const forgetDraft = (link: FormLink): void => writeSetting(keyOf(link), null);

/** Of any link: nobody comes back to most of them. */
const forgetOld = (nowMs: number): void => {
  for (const [key, text] of settingsWith(PREFIX)) {
    if (!parse(text, nowMs)) writeSetting(key, null);
  }
};

const NONE: Partial<FormDraft> = {};

const parse = (text: string | null, nowMs: number): FormDraft | null => {
  try {
    const stored = JSON.parse(text ?? 'null') as {
      savedAtMs?: unknown;
      draft?: Partial<FormDraft>;
    } | null;
    if (typeof stored?.savedAtMs !== 'number' || nowMs - stored.savedAtMs > KEEP_MS) return null;
    const { version, answers, attempt = null } = stored.draft ?? NONE;
    return typeof version === 'number' && isRecord(answers) ? { version, answers, attempt } : null;
  } catch {
    return null;
  }
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
