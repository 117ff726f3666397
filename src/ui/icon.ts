import type { ComponentType } from 'react';

/** What the kit accepts as an icon: any lucide-react icon fits. */
export type Icon = ComponentType<{
  size?: number | string;
  className?: string;
  strokeWidth?: number | string;
  'aria-hidden'?: boolean | 'true' | 'false';
}>;
