/** Node's own, as it was before anybody wrapped it (see lite.ts). */
export const emitWarning = process.emitWarning.bind(process);
