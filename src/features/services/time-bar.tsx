import { formatDuration } from '#domain/time/duration.ts';
import clsx from 'clsx';
import type { VariantValues } from './variant-form.ts';

type Part = { name: string; minutes: number; look: string };

const partsOf = (values: VariantValues): Part[] =>
  [
    { name: 'before', minutes: values.buffer_before_min ?? 0, look: 'bg-line' },
    { name: 'work', minutes: values.duration_min ?? 0, look: 'bg-accent' },
    {
      name: values.processing_bookable ? 'processing, free for others' : 'processing',
      minutes: values.processing_min ?? 0,
      look: clsx('bg-accent-soft', !values.processing_bookable && 'opacity-60'),
    },
    { name: 'finishing', minutes: values.finishing_min ?? 0, look: 'bg-accent' },
    { name: 'after', minutes: values.buffer_after_min ?? 0, look: 'bg-line' },
  ].filter(({ minutes }) => minutes > 0);

/** What the calendar will keep for this, drawn to scale, with the same in words. */
export function TimeBar({ values, locale }: { values: VariantValues; locale: string }) {
  const parts = partsOf(values);
  if (parts.length < 2) return null;
  const total = parts.reduce((sum, { minutes }) => sum + minutes, 0);
  return (
    <div>
      <div className="flex h-3 gap-px overflow-hidden rounded-full" aria-hidden>
        {parts.map(({ name, minutes, look }) => (
          <div key={name} className={clsx('min-w-1', look)} style={{ flexGrow: minutes }} />
        ))}
      </div>
      <p className="mt-1.5 text-sm text-muted">
        {parts
          .map(({ name, minutes }) => `${formatDuration(minutes, { locale })} ${name}`)
          .join(', ')}
        {': '}
        <span className="text-ink">{formatDuration(total, { locale })} in the calendar</span>
      </p>
    </div>
  );
}
