import { describe, expect, it } from 'vitest';
import type { WideMove } from '#domain/appointments/series-plan.ts';
import { draggedTo } from './dragged-to.ts';
import { movedSegments, startOfMove } from './move-draft.ts';

const zone = 'America/New_York';
const cut = {
  id: 'cut',
  position: 0,
  staff_id: 'mia',
  starts_at: '2026-11-24T15:00:00+00:00',
  duration_min: 45,
};
const colour = {
  id: 'colour',
  position: 1,
  staff_id: 'leo',
  starts_at: '2026-11-24T15:45:00+00:00',
  duration_min: 60,
};

describe('the fields of a move', () => {
  it('start with the place as it is', () => {
    expect(startOfMove([cut], zone)).toEqual({
      partId: 'all',
      day: '2026-11-24',
      time: '10:00',
      staffId: 'mia',
      duration: '45',
    });
  });

  it('offer person and length only for one piece of work', () => {
    expect(startOfMove([cut, colour], zone)).toMatchObject({ staffId: null, duration: null });
    expect(startOfMove([cut, colour], zone, 'colour')).toMatchObject({
      time: '10:45',
      staffId: 'leo',
      duration: '60',
    });
  });
});

describe('movedSegments', () => {
  it('shifts all pieces together and keeps the clock time over a change of clocks', () => {
    const draft = { ...startOfMove([cut, colour], zone), day: '2026-10-27', time: '10:00' };
    expect(movedSegments(draft, [cut, colour], zone)?.map(({ starts_at }) => starts_at)).toEqual([
      '2026-10-27T14:00:00+00:00',
      '2026-10-27T14:45:00+00:00',
    ]);
  });

  it('pushes later pieces when an earlier one takes longer', () => {
    const draft = { ...startOfMove([cut, colour], zone, 'cut'), duration: '60' };
    const [first, second] = movedSegments(draft, [cut, colour], zone) ?? [];
    expect(first).toMatchObject({ starts_at: cut.starts_at, duration_min: 60 });
    expect(second?.starts_at).toBe('2026-11-24T16:00:00+00:00');
  });

  it('gives one piece to somebody else', () => {
    const draft = { ...startOfMove([cut, colour], zone, 'colour'), staffId: 'zoe' };
    expect(movedSegments(draft, [cut, colour], zone)?.map(({ staff_id }) => staff_id)).toEqual([
      'mia',
      'zoe',
    ]);
  });

  it('waits while a field is empty or impossible', () => {
    const draft = startOfMove([cut], zone);
    expect(movedSegments({ ...draft, time: '' }, [cut], zone)).toBeNull();
    expect(movedSegments({ ...draft, duration: '0' }, [cut], zone)).toBeNull();
    expect(movedSegments({ ...draft, day: '2026-02-30' }, [cut], zone)).toBeNull();
  });
});

describe('a drag of one of several that repeat', () => {
  const detail = (...parts: (typeof cut)[]) => ({
    appointment: { starts_at: cut.starts_at },
    segments: parts.map((segment) => ({
      segment: { ...segment, ends_at: '2026-11-24T15:45:00+00:00' },
    })),
  });
  const move: WideMove = {
    scope: 'following',
    day: '2026-11-25',
    minute: 690,
    endMinute: null,
    staffId: 'leo',
    segmentId: 'cut',
  };

  it('fills the fields in with where it was dropped', () => {
    expect(draggedTo(move, detail(cut), zone)).toEqual({
      day: '2026-11-25',
      time: '11:30',
      staffId: 'leo',
      duration: '45',
    });
  });

  it('of one of its services moves the whole visit by as much', () => {
    const second = { ...move, segmentId: 'colour', minute: 705 };
    expect(draggedTo(second, detail(cut, colour), zone)).toEqual({
      day: '2026-11-25',
      time: '11:00',
    });
  });

  it('by its lower edge makes it longer and leaves it where it is', () => {
    const pulled = {
      ...move,
      day: '2026-11-24',
      minute: null,
      endMinute: 660,
      staffId: null,
    };
    expect(draggedTo(pulled, detail(cut), zone)).toEqual({
      day: '2026-11-24',
      time: '10:00',
      staffId: 'mia',
      duration: '60',
    });
  });
});
