import { useEffect, useRef, useState } from 'react';
import { useDb } from '#db/use-query.ts';
import type { Figures } from '#domain/analytics/figures.ts';
import type { Period } from '#domain/analytics/period.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import type { Answerer } from './answer.ts';
import { openReports } from './ask-reports.ts';

/** Sync writes in bursts: figures wait until one is over. */
const REST_MS = 300;

export type Answer = { period: Period; before: Period | null; figures: Figures };

/**
 * The figures of a period and of what it is compared with, again when rows change. The last answer
 * stays until the next one comes; null = there was none yet.
 */
export const useFigures = (
  business: BusinessRow,
  period: Period | null,
  before: Period | null,
): { answer: Answer | null; hasFailed: boolean } => {
  const db = useDb();
  const reports = useRef<Answerer | null>(null);
  const [changes, setChanges] = useState(0);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const opened = openReports(db, () => {
      clearTimeout(timer);
      timer = setTimeout(() => setChanges((count) => count + 1), REST_MS);
    });
    reports.current = opened;
    return () => {
      clearTimeout(timer);
      opened.stop();
    };
  }, [db]);

  const asked = JSON.stringify([period, before]);
  const { time_zone: timeZone, week_start: weekStart } = business;
  useEffect(() => {
    const [one, other] = JSON.parse(asked) as [Period | null, Period | null];
    if (!one || !reports.current) return undefined;
    let isPast = false;
    reports.current
      .ask({ period: one, before: other, timeZone, weekStart, now: epochMinOf(db.now()) })
      .then((figures) => {
        if (isPast) return;
        setAnswer({ period: one, before: other, figures });
        setFailed(false);
      })
      .catch(() => {
        if (!isPast) setFailed(true);
      });
    return () => {
      isPast = true;
    };
  }, [db, asked, timeZone, weekStart, changes]);
  return { answer, hasFailed };
};
