export const isVisible = (): boolean => document.visibilityState === 'visible';

/**
 * Calls back when the page comes to the front or leaves it, also out of the back/forward cache
 * (Safari sends only pageshow then). Returns the way to stop.
 */
export const onVisibilityChange = (listener: (isVisible: boolean) => void): (() => void) => {
  const tell = (): void => listener(isVisible());
  const onShow = (event: PageTransitionEvent): void => {
    if (event.persisted) tell();
  };
  document.addEventListener('visibilitychange', tell);
  window.addEventListener('pageshow', onShow);
  return () => {
    document.removeEventListener('visibilitychange', tell);
    window.removeEventListener('pageshow', onShow);
  };
};
