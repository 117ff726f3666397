import { isOnline, onOnlineChange } from '#platform/online.ts';
import { useSyncExternalStore } from 'react';

/** Whether the browser believes to be online, kept up to date. */
export const useOnline = (): boolean => useSyncExternalStore(onOnlineChange, isOnline);
