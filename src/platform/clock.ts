/** The device's time in ms. Screens that live with the database use `db.now()`: it knows the server's offset. */
export const nowMs = (): number => Date.now();

/** Calls `tick` at each full minute while the page is visible, and once when it becomes so. Returns the way to stop. */
export const everyMinute = (tick: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const plan = (): void => {
    clearTimeout(timer);
    if (document.visibilityState !== 'visible') return;
    timer = setTimeout(
      () => {
        tick();
        plan();
      },
      60_000 - (Date.now() % 60_000),
    );
  };
  const onVisibility = (): void => {
    if (document.visibilityState === 'visible') tick();
    plan();
  };
  plan();
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisibility);
  };
};
