import { describe, expect, it } from 'vitest';
import { workPatternSchema } from '#domain/staff/schema.ts';
import { validate } from '#domain/validation/validate.ts';
import type { MinuteRange } from '#domain/rows.ts';
import { weeksOf, weeksText, withBreak } from './hours-form.ts';

const week = (monday: MinuteRange[]): MinuteRange[][] => [monday, [], [], [], [], [], []];

describe('working hours in a form', () => {
  it.each([
    [[[540, 1080]]],
    [
      [
        [540, 720],
        [750, 1440],
      ],
    ],
    [[[0, 1440]]],
    [[]],
  ] as MinuteRange[][][])('%j survives being entered', (monday) => {
    expect(weeksOf(weeksText([week(monday)]))).toEqual([week(monday)]);
  });

  it('puts stretches in order, however they were entered', () => {
    const text = weeksText([
      week([
        [720, 1080],
        [540, 660],
      ]),
    ]);
    expect(weeksOf(text)[0]?.[0]).toEqual([
      [540, 660],
      [720, 1080],
    ]);
  });

  it('refuses a time that was left empty', () => {
    const text = weeksText([week([[540, 1080]])]);
    const [[monday] = []] = text;
    monday?.push({ from: '', to: '19:00' });
    const pattern = { staff_id: 'a', valid_from: '2026-11-23', weeks: weeksOf(text) };
    expect(validate(workPatternSchema, pattern)).toMatchObject({
      error: { field: 'weeks.0.0.1.0', rule: 'not_a_number' },
    });
  });
});

describe('adding a break', () => {
  it('cuts the longest stretch in its middle', () => {
    expect(withBreak([{ from: '09:00', to: '18:00' }])).toEqual([
      { from: '09:00', to: '13:30' },
      { from: '14:00', to: '18:00' },
    ]);
  });

  it('asks for the times when there is nothing to cut', () => {
    expect(withBreak([{ from: '09:00', to: '10:00' }])).toEqual([
      { from: '09:00', to: '10:00' },
      { from: '', to: '' },
    ]);
  });
});
