import { authState, onAuthState } from '#remote/session.ts';
import type { AuthState } from '#remote/session.ts';
import { useSyncExternalStore } from 'react';

export const useAuthState = (): AuthState => useSyncExternalStore(onAuthState, authState);
