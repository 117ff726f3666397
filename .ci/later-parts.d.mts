import type { ResolveModulePreloadDependenciesFn } from 'vite';

export declare const laterParts: ResolveModulePreloadDependenciesFn;
