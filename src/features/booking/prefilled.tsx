import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { BookingFlow } from './booking-flow.ts';
import { prefillOf } from './prefill.ts';

/** Fills in what the link to the page brought along. */
export function Prefilled({ flow: { draft, catalogue, send } }: { flow: BookingFlow }) {
  const { search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const { events, rest } = prefillOf(search, draft, catalogue);
    events.forEach(send);
    // The same page under another address: nothing begins anew.
    const same = new URLSearchParams(search).toString();
    if (rest !== (same && `?${same}`)) void navigate({ search: rest }, { replace: true });
  }, [search, draft, catalogue, send, navigate]);
  return null;
}
