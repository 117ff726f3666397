import { ScreenSpinner } from '#ui/spinner.tsx';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * The clients' pages and the signed-in app are two documents with their own styles and scripts; a
 * link from one into the other loads the page anew.
 */
export function LeaveApp() {
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    window.location.replace(pathname + search + hash);
  }, [pathname, search, hash]);
  return <ScreenSpinner />;
}
