import moment from 'peer:moment';
import { createElement } from 'peer:react';
import { createRoot } from 'peer:react-dom/client';
import { Calendar, momentLocalizer } from 'peer:react-big-calendar';
import 'peer:react-big-calendar/lib/css/react-big-calendar.css';
import { offer } from '../pages/bench.ts';
import { addNextButton, localTime, nextStep, visitsOf, WEEKS } from '../pages/diary.ts';

let week = 0;
let count = 0;
moment.updateLocale('en', { week: { dow: 1, doy: 4 } });
const localizer = momentLocalizer(moment);

const eventsOf = () =>
  Array.from({ length: WEEKS }, (_, one) =>
    visitsOf(one, count).map((visit) => ({
      id: visit.id,
      title: `${visit.title} Cut and finish`,
      start: new Date(localTime(one, visit.day, visit.start)),
      end: new Date(localTime(one, visit.day, visit.end)),
    })),
  ).flat();

let root;
let events = [];

const draw = () =>
  root.render(
    createElement(Calendar, {
      localizer,
      events,
      date: new Date(localTime(week, 0, 0)),
      view: 'week',
      onNavigate: () => undefined,
      onView: () => undefined,
      toolbar: false,
      min: new Date(localTime(0, 0, 480)),
      max: new Date(localTime(0, 0, 1200)),
      style: { height: 800 },
    }),
  );

offer({
  mount: (perWeek) => {
    count = perWeek;
    events = eventsOf();
    root = createRoot(document.getElementById('root'));
    draw();
    addNextButton(() => {
      week += 1;
      draw();
    });
  },
  next: () => nextStep({ card: '.rbc-event', root: '.rbc-calendar', week: week + 1, count }),
});
