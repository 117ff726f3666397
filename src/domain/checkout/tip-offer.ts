import type { BusinessRow, TipBase } from '#domain/rows.ts';

export const TIP_BASES = [
  'net',
  'with_tax',
  'full_net',
  'full_with_tax',
] as const satisfies readonly TipBase[];

export const MOST_TIP_CHOICES = 3;

/** How tips are asked for: not at all, by which percentages (basis points), and of what. */
type TipOffer = { isOn: boolean; choices: readonly number[]; base: TipBase };

export const USUAL_TIPS: TipOffer = { isOn: true, choices: [1500, 1800, 2000], base: 'net' };

export const tipOfferOf = ({
  takes_tips: isOn = USUAL_TIPS.isOn,
  tip_choices_bp: choices = [...USUAL_TIPS.choices],
  tip_base: base = USUAL_TIPS.base,
}: Pick<BusinessRow, 'takes_tips' | 'tip_choices_bp' | 'tip_base'>): TipOffer => ({
  isOn,
  choices,
  base,
});
