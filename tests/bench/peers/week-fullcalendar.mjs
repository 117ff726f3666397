import { Calendar } from 'peer:@fullcalendar/core';
import timeGrid from 'peer:@fullcalendar/timegrid';
import { offer } from '../pages/bench.ts';
import { addNextButton, dayOf, localTime, nextStep, visitsOf, WEEKS } from '../pages/diary.ts';

let week = 0;
let count = 0;

offer({
  mount: (perWeek) => {
    count = perWeek;
    const calendar = new Calendar(document.getElementById('root'), {
      plugins: [timeGrid],
      initialView: 'timeGridWeek',
      initialDate: dayOf(0, 0),
      firstDay: 1,
      headerToolbar: false,
      allDaySlot: false,
      slotMinTime: '08:00',
      slotMaxTime: '20:00',
      height: 800,
      events: Array.from({ length: WEEKS }, (_, one) =>
        visitsOf(one, count).map((visit) => ({
          id: visit.id,
          title: `${visit.title} Cut and finish`,
          start: localTime(one, visit.day, visit.start),
          end: localTime(one, visit.day, visit.end),
        })),
      ).flat(),
    });
    calendar.render();
    addNextButton(() => {
      week += 1;
      calendar.next();
    });
  },
  next: () => nextStep({ card: '.fc-timegrid-event', root: '#root', week: week + 1, count }),
});
