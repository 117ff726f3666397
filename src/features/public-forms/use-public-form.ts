import type { AppError } from '#domain/errors/result.ts';
import { onOnlineChange } from '#platform/online.ts';
import { fetchForm } from '#remote/public-forms.ts';
import type { FormLink, PublicForm } from '#remote/public-forms.ts';
import { useCallback, useEffect, useState } from 'react';

export type PublicFormState = {
  form: PublicForm | null;
  error: AppError | null;
  refresh: () => Promise<void>;
};

/** The form behind a link. Once it is there it stays as it is, or it would change under the finger. */
export const usePublicForm = ({ key, token }: FormLink): PublicFormState => {
  const [form, setForm] = useState<PublicForm | null>(null);
  const [error, setError] = useState<AppError | null>(null);

  const refresh = useCallback(
    () =>
      fetchForm({ key, token }).then((answer) => {
        if (answer.ok) setForm(answer.value);
        setError(answer.ok ? null : answer.error);
      }),
    [key, token],
  );

  const isThere = form !== null;
  useEffect(() => {
    if (isThere) return;
    const ask = () => void refresh();
    ask();
    return onOnlineChange(ask);
  }, [isThere, refresh]);

  return { form, error, refresh };
};
