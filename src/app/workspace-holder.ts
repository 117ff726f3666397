import { createStore, useStore } from '#ui/store.ts';
import type { OpenWorkspace } from './workspace-context.ts';

/**
 * The open workspace for what is drawn outside the signed-in screens: the global dialogs, and
 * /debug, which must also open when nothing else does.
 */
export const workspaceHolder = createStore<OpenWorkspace | null>(null);

export const useSyncedWorkspace = (): OpenWorkspace | null =>
  useStore(workspaceHolder, (workspace) => workspace);
