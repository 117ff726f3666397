import { createWebLocks } from '#sync/adapters/web-locks.ts';
import { createMemoryLocks } from '#sync/fakes/memory-locks.ts';
import { locksContract } from './locks.ts';
import { createLockManager } from './lock-manager.ts';

locksContract('memory', createMemoryLocks);
locksContract('Web Locks', () => createWebLocks(createLockManager()));
