/** A second signal, or a stop that takes longer than this, ends the process at once. */
const PATIENCE_MS = 15_000;

/** Stops cleanly on SIGTERM and SIGINT, then ends the process with code 0. */
export function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      setTimeout(() => process.exit(1), PATIENCE_MS).unref();
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`error while stopping: ${String(error)}\n`);
          process.exit(1);
        },
      );
    });
  }
}
