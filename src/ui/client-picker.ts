import type { ComponentType } from 'react';
import type { Uuid } from '#domain/rows.ts';

/** Finds a client or makes one. It belongs to one feature; the app hands it to the others. */
export type ClientPicker = ComponentType<{
  clientId: Uuid | null;
  error: string | undefined;
  onChange: (clientId: Uuid | null) => void;
}>;
