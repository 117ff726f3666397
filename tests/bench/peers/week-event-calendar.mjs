import { createCalendar, TimeGrid } from 'peer:@event-calendar/core';
import 'peer:@event-calendar/core/dist/index.css';
import { offer } from '../pages/bench.ts';
import { addNextButton, dayOf, localTime, nextStep, visitsOf, WEEKS } from '../pages/diary.ts';

let week = 0;
let count = 0;

offer({
  mount: (perWeek) => {
    count = perWeek;
    const calendar = createCalendar(document.getElementById('root'), [TimeGrid], {
      view: 'timeGridWeek',
      date: dayOf(0, 0),
      firstDay: 1,
      allDaySlot: false,
      slotMinTime: '08:00',
      slotMaxTime: '20:00',
      height: '800px',
      headerToolbar: { start: '', center: '', end: '' },
      events: Array.from({ length: WEEKS }, (_, one) =>
        visitsOf(one, count).map((visit) => ({
          id: visit.id,
          title: `${visit.title} Cut and finish`,
          start: localTime(one, visit.day, visit.start),
          end: localTime(one, visit.day, visit.end),
        })),
      ).flat(),
    });
    addNextButton(() => {
      week += 1;
      calendar.next();
    });
  },
  next: () => nextStep({ card: '.ec-event', root: '#root', week: week + 1, count }),
});
