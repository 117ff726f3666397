import type { WindowVirtualizerHandle } from 'virtua';

/** What the list looked like when it was left, so that going back finds it the same. */
export type ListMemory = {
  /** Of another database it means nothing. */
  owner: string;
  text: string;
  tag: string | null;
  archived: boolean;
  scrollTop: number;
  sizes: WindowVirtualizerHandle['cache'] | null;
  /** The measured sizes fit a list of this many lines only. */
  count: number;
};

const nothing = (owner: string): ListMemory => ({
  owner,
  text: '',
  tag: null,
  archived: false,
  scrollTop: 0,
  sizes: null,
  count: 0,
});

let memory = nothing('');

export const recallList = (owner: string, isReturn: boolean): ListMemory =>
  isReturn && memory.owner === owner ? memory : nothing(owner);

export const rememberList = (next: ListMemory): void => {
  memory = next;
};
