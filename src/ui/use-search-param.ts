import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/**
 * One word of the address that opens something over the screen (`?edit=…`), so that reload and
 * links land on the same picture and the phone's back gesture closes it. Closing goes back when
 * this screen opened it, and forward (without a new entry) when a link did.
 */
export const useSearchParam = (
  name: string,
): readonly [value: string | null, open: (value: string) => void, close: () => void] => {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { openedHere?: string } | null };
  const open = (value: string): void =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.set(name, value);
        return next;
      },
      { state: { openedHere: name } },
    );
  const close = (): void => {
    if (state?.openedHere === name) return void navigate(-1);
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete(name);
        return next;
      },
      { replace: true },
    );
  };
  return [params.get(name), open, close];
};
