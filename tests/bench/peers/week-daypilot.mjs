import { DayPilot } from 'peer:@daypilot/daypilot-lite-javascript';
import { offer } from '../pages/bench.ts';
import { addNextButton, dayOf, localTime, nextStep, visitsOf, WEEKS } from '../pages/diary.ts';

let week = 0;
let count = 0;

offer({
  mount: (perWeek) => {
    count = perWeek;
    const calendar = new DayPilot.Calendar('root', {
      viewType: 'Week',
      weekStarts: 1,
      startDate: dayOf(0, 0),
      businessBeginsHour: 8,
      businessEndsHour: 20,
      events: Array.from({ length: WEEKS }, (_, one) =>
        visitsOf(one, count).map((visit) => ({
          id: visit.id,
          text: `${visit.title} Cut and finish`,
          start: localTime(one, visit.day, visit.start),
          end: localTime(one, visit.day, visit.end),
        })),
      ).flat(),
    });
    calendar.init();
    addNextButton(() => {
      week += 1;
      calendar.update({ startDate: dayOf(week, 0) });
    });
  },
  next: () => nextStep({ card: '.calendar_default_event', root: '#root', week: week + 1, count }),
});
