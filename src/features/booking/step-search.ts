import type { Stop } from './booking-steps.ts';

/** The query of the address for a step; what else stands in it stays. */
export const stepSearch = (search: string, step: Stop): string => {
  const params = new URLSearchParams(search);
  if (step === 'services') params.delete('step');
  else params.set('step', step);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
};
