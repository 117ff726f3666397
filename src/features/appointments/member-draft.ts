/** One more who comes together with others, while they are being put down. */
import type { Whom } from './client-field.tsx';
import { emptyLine, type DraftLine } from './draft.ts';

export type MemberDraft = {
  key: number;
  whom: Whom;
  lines: DraftLine[];
  /** When they begin, as typed; null = with the others, or as soon as their people are done with those. */
  time: string | null;
};

export const newMember = (others: readonly MemberDraft[]): MemberDraft => ({
  key: Math.max(0, ...others.map(({ key }) => key)) + 1,
  whom: { clientId: null, isWalkIn: false },
  lines: [emptyLine(1)],
  time: null,
});

/** Nobody was chosen, nor said to be unknown. */
export const isNobody = ({ whom }: Pick<MemberDraft, 'whom'>): boolean =>
  whom.clientId === null && !whom.isWalkIn;
