import { expect, test } from 'vitest';
import { PRINCIPALS, topicRights } from '../read-rights.ts';
import { type Surface } from './open-surface.ts';

/** Channels to listen to. */
export const topics = (surface: Surface): void => {
  test('topics', async () => {
    for (const { topic, action, cells } of topicRights()) {
      const named = topic
        .replace('<own>', surface.cast.salon.id)
        .replace('<other>', surface.cast.other.id);
      for (const principal of PRINCIPALS) {
        const { role, claims } = surface.cast.callers[principal];
        const [row] = await surface.db.sql<{ access: { broadcast: boolean; presence: boolean } }>(
          'select realtime_local.access($1, $2, $3, $4) as access',
          [named, role, JSON.stringify(claims), action === 'listen' ? 'read' : 'write'],
        );
        const { broadcast, presence } = row!.access;
        expect([topic, action, principal, broadcast, presence]).toEqual([
          topic,
          action,
          principal,
          cells[principal],
          cells[principal],
        ]);
      }
    }
  });
};
