import type { Database } from '#supabase/local/database/database.ts';
import type { Salon } from '../salon.ts';

/** A fresh salon for every test. Read inside tests only. */
export type Team = { readonly db: Database; readonly salon: Salon };
