// A week written straight into the document: what no library can go below.
import { addNextButton, dayOf, nextStep, visitsOf } from './diary.ts';
import { offer } from './bench.ts';

let week = 0;
let count = 0;

const clock = (minute: number): string =>
  `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;

const draw = (): void => {
  const columns = Array.from({ length: 7 }, (_, day) => {
    const column = document.createElement('div');
    column.className = 'floor-column';
    column.dataset['day'] = dayOf(week, day);
    return column;
  });
  for (const visit of visitsOf(week, count)) {
    const card = document.createElement('div');
    card.className = 'floor-card';
    card.textContent = `${visit.title}\n${clock(visit.start)}\nCut and finish`;
    card.style.top = `${visit.start - 480}px`;
    card.style.height = `${visit.end - visit.start}px`;
    card.style.left = `${(visit.staff / 8) * 100}%`;
    columns[visit.day]!.append(card);
  }
  document.getElementById('floor')!.replaceChildren(...columns);
};

offer({
  mount: (perWeek: number) => {
    count = perWeek;
    const style = document.createElement('style');
    style.textContent = `
      #floor { display: grid; grid-template-columns: repeat(7, 1fr); height: 720px; font: 12px/1.3 sans-serif }
      .floor-column { position: relative; border-left: 1px solid #ddd; contain: strict }
      .floor-card { position: absolute; width: 12%; overflow: hidden; white-space: pre-line;
        background: #cfe8e4; border-left: 3px solid #0f766e; border-radius: 4px; padding: 2px 4px; contain: strict }`;
    document.head.append(style);
    const root = document.createElement('div');
    root.id = 'floor';
    document.body.append(root);
    addNextButton(() => {
      week += 1;
      draw();
    });
    draw();
  },
  next: () => nextStep({ card: '.floor-card', root: '#floor', week: week + 1, count }),
});
