/**
 * The one door to what @supabase/lite runs. Each of its modules wraps `process.emitWarning` to hide a
 * word about SQLite, which nobody here uses, with a function that throws when a warning is an Error:
 * "too many listeners" would end what it only wanted to tell. So Node's own function is put back.
 */
import { emitWarning } from './node-warnings.ts';

export { App, getAuthSchemaSql, getStorageSchemaSql } from '@supabase/lite';
export { PgliteConnection } from '@supabase/lite/pglite';
export { PostgresConnection } from '@supabase/lite/postgres';

process.emitWarning = emitWarning;
