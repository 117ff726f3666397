import type { AppError } from '#domain/errors/result.ts';
import { onOnlineChange } from '#platform/online.ts';
import { fetchBookingStatus } from '#remote/public-manage.ts';
import type { BookingStatus } from '#remote/public-manage.ts';
import { startTransition, useCallback, useEffect, useState } from 'react';

export type StatusState = {
  status: BookingStatus | null;
  error: AppError | null;
  refresh: () => Promise<void>;
};

/** The appointment behind a manage link, as the server sees it now. */
export const useBookingStatus = (token: string): StatusState => {
  const [status, setStatus] = useState<BookingStatus | null>(null);
  const [error, setError] = useState<AppError | null>(null);

  const refresh = useCallback(
    () =>
      fetchBookingStatus(token).then((answer) => {
        // What is read stands until all that comes with the answer is there.
        startTransition(() => {
          if (answer.ok) setStatus(answer.value);
          setError(answer.ok ? null : answer.error);
        });
      }),
    [token],
  );

  useEffect(() => {
    const ask = () => void refresh();
    ask();
    return onOnlineChange(ask);
  }, [refresh]);

  return { status, error, refresh };
};
