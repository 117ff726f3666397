import { describe, expect, it } from 'vitest';
import { errorForLite, isDatabaseError, isUnreachable, statusOf } from './database-errors.ts';

describe('the HTTP status of a database error', () => {
  it.each([
    ['23505', 409],
    ['23503', 409],
    ['23P01', 400],
    ['23514', 400],
    ['22P02', 400],
    ['25006', 405],
    ['42883', 404],
    ['42P01', 404],
    ['42P17', 500],
    ['42601', 400],
    ['P0001', 400],
    ['P0002', 500],
    ['40001', 500],
    ['40P01', 500],
    ['57014', 500],
    ['53300', 503],
    ['53400', 500],
    ['54001', 400],
    ['54000', 500],
    ['08006', 503],
    ['28000', 403],
    ['XX000', 500],
    ['PT402', 402],
    ['PT999', 500],
  ])('%s is %i', (code, status) => {
    expect(statusOf(code, false)).toBe(status);
  });

  it('of a missing right depends on whether signing in could help', () => {
    expect(statusOf('42501', true)).toBe(401);
    expect(statusOf('42501', false)).toBe(403);
  });
});

describe('errors for lite', () => {
  it('stay themselves when lite knows them', () => {
    for (const code of ['23505', '42501', '22P02', 'PT409', '42703']) {
      const error = Object.assign(new Error('x'), { code });
      expect(errorForLite(error)).toBe(error);
    }
  });

  it('carry code and status when lite does not', () => {
    const error = Object.assign(new Error('overlaps'), { code: '23P01', detail: 'Key (…)' });
    expect(errorForLite(error)).toEqual({
      code: 'PGRST',
      message: '{"code":"23P01","message":"overlaps","details":"Key (…)","hint":null}',
      detail: '{"status":400,"headers":{}}',
    });
  });

  it('of a lost connection are "later", not a bug', () => {
    for (const code of ['ECONNREFUSED', 'CONNECTION_CLOSED', 'EPIPE', 'CONNECT_TIMEOUT']) {
      const error = Object.assign(new Error('x'), { code });
      expect(isUnreachable(error)).toBe(true);
      expect(isDatabaseError(error)).toBe(false);
      expect(errorForLite(error)).toMatchObject({ detail: '{"status":503,"headers":{}}' });
    }
  });

  it('of our own code stay themselves', () => {
    const bug = new TypeError('x is not a function');
    expect(errorForLite(bug)).toBe(bug);
  });
});
