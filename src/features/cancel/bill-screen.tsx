import { useCallback, useEffect, useState } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import { messageFor } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import type { AppError } from '#domain/errors/result.ts';
import { onOnlineChange } from '#platform/online.ts';
import { billStatus } from '#remote/public-bills.ts';
import type { BillStatus } from '#remote/public-bills.ts';
import { LinkTrouble } from '#ui/link-trouble.tsx';
import { PageLoading } from '#ui/skeleton.tsx';
import { BillPage } from './bill-page.tsx';
import { keptPaying } from './paying.ts';

/** The page behind the link of a bill. Opening it changes nothing; only its button does. */
export function BillScreen() {
  const proUrl = useParams()['proUrl'] ?? '';
  const [params] = useSearchParams();
  const token = params.get('token');
  // Back from the page of the card: the link stayed in this tab.
  const [paying] = useState(keptPaying);
  if (token === null && paying) {
    return <Navigate to={pathTo('bookBill', { proUrl }, { token: paying.token })} replace />;
  }
  return <Bill key={token} token={token ?? ''} />;
}

function Bill({ token }: { token: string }) {
  const [status, setStatus] = useState<BillStatus | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const refresh = useCallback(async (): Promise<void> => {
    const answer = await billStatus(token);
    if (answer.ok) setStatus(answer.value);
    setError(answer.ok ? null : answer.error);
  }, [token]);
  useEffect(() => {
    const ask = () => void refresh();
    ask();
    return onOnlineChange(ask);
  }, [refresh]);
  if (status) return <BillPage token={token} status={status} refresh={refresh} />;
  return error ? (
    <LinkTrouble error={error} what="page" words={messageFor} refresh={refresh}>
      It may be incomplete or too old. Ask the business for another one.
    </LinkTrouble>
  ) : (
    <PageLoading />
  );
}
