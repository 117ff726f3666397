import { INITIAL_STATUS } from '#sync/protocol.ts';
import type { SyncStatus } from '#sync/protocol.ts';
import { describe, expect, it } from 'vitest';
import { mutationWords } from './mutation-words.ts';
import { statusWords } from './status-words.ts';

const here = { nowMs: Date.parse('2026-11-21T12:00:00Z'), timeZone: 'America/New_York' };
const base = { ...INITIAL_STATUS, coverage: { kind: 'full' } } as const;
const since = '2026-11-21T15:42:00+00:00';
const short = (status: SyncStatus) => statusWords(status, here).short;

describe('the status chip', () => {
  it.each<[string, SyncStatus]>([
    ['Synced', { ...base, kind: 'idle' }],
    ['Synced', { ...base, kind: 'syncing', doing: 'pull' }],
    ['1 change waiting', { ...base, kind: 'syncing', doing: 'push', pendingCount: 1 }],
    ['2 changes waiting', { ...base, kind: 'idle', pendingCount: 2 }],
    ['Needs attention (1)', { ...base, kind: 'idle', attentionCount: 1, pendingCount: 3 }],
    ['Offline since 10:42 AM', { ...base, kind: 'offline', since, portal: false }],
    ['Network sign-in needed', { ...base, kind: 'offline', since, portal: true }],
    ['Sign in again', { ...base, kind: 'needs-auth', attentionCount: 2 }],
    ['Reload to update', { ...base, kind: 'upgrade-needed' }],
    ['Loading', { ...INITIAL_STATUS, kind: 'syncing', doing: 'bootstrap' }],
  ])('says "%s"', (text, status) => {
    expect(short(status)).toBe(text);
  });

  it('never says synced while something waits', () => {
    const texts = (['idle', 'starting', 'stopped'] as const).map((kind) =>
      short({ ...base, kind, pendingCount: 5 }),
    );
    expect(texts).not.toContain('Synced');
  });

  it('gives the day when it was long ago', () => {
    const long = { ...base, kind: 'offline', since: '2026-11-18T15:42:00+00:00', portal: false };
    expect(short(long as SyncStatus)).toBe('Offline since Nov 18');
  });

  it('says in the sheet what is still to be sent', () => {
    const status = { ...base, kind: 'offline', since, portal: false, pendingCount: 4 } as const;
    expect(statusWords(status, here).long).toContain('4 changes waiting');
  });
});

describe('mutationWords', () => {
  it.each([
    ['appointment.move', 'Appointment moved'],
    ['appointment.edit.undo', 'Undone: appointment changed'],
    ['refused client.create', 'Client added'],
    ['work_pattern.set', 'Working hours set'],
    ['appointment.something_new', 'Appointment changed'],
    ['constructor.toString', 'Change'],
  ])('%s is "%s"', (name, words) => {
    expect(mutationWords(name)).toBe(words);
  });
});
