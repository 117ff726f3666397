import { readSetting, writeSetting } from '#platform/storage.ts';
import { createStore } from './store.ts';

/** What the whole screen shares and no address carries. Toasts live beside it, in toast.ts. */
export type UiState = {
  /** Something covers the screen until it is ready (the very first sync, a change of business). */
  isAppLoading: boolean;
  /** Desktop only; remembered on this device. */
  isSidebarCollapsed: boolean;
  /** The service that was just created: its row is highlighted until it has been seen. */
  newlyAddedServiceId: string | null;
  /** The appointment that was just made or moved: it flashes in the calendar. */
  flashingAppointmentId: string | null;
};

const SIDEBAR_KEY = 'daybook-sidebar';

export const uiState = createStore<UiState>({
  isAppLoading: false,
  isSidebarCollapsed: readSetting(SIDEBAR_KEY) === 'collapsed',
  newlyAddedServiceId: null,
  flashingAppointmentId: null,
});

const change = (part: Partial<UiState>): void => uiState.set((state) => ({ ...state, ...part }));

export const setAppLoading = (isAppLoading: boolean): void => change({ isAppLoading });

export const toggleSidebar = (): void => {
  const isSidebarCollapsed = !uiState.get().isSidebarCollapsed;
  writeSetting(SIDEBAR_KEY, isSidebarCollapsed ? 'collapsed' : null);
  change({ isSidebarCollapsed });
};

export const setNewlyAddedService = (newlyAddedServiceId: string | null): void =>
  change({ newlyAddedServiceId });

export const setFlashingAppointment = (flashingAppointmentId: string | null): void =>
  change({ flashingAppointmentId });
