import { must } from '#domain/errors/assert.ts';
import type { MyBusiness } from '#remote/memberships.ts';
import { createContext, useContext } from 'react';
import type { SyncHandle } from './sync-handle.ts';

export type OpenWorkspace = {
  userId: string;
  business: MyBusiness;
  businesses: readonly MyBusiness[];
  sync: SyncHandle;
  choose: (business: MyBusiness) => void;
  /** Lets go of database and sync, before their data is wiped. */
  close: () => void;
};

export const WorkspaceContext = createContext<OpenWorkspace | null>(null);

export const useWorkspace = (): OpenWorkspace =>
  must(useContext(WorkspaceContext), 'a signed-in screen stands inside an open workspace');
