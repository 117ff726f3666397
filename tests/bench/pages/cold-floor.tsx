// The least that opens a week without a server: React, Dexie with the same tables, one screen.
import './cold-floor.css';
import Dexie from 'dexie';
import { createRoot } from 'react-dom/client';
import { STORES } from '#db/schema.ts';
import type { AppointmentRow, AppointmentSegmentRow, ClientRow } from '#domain/rows.ts';
import { TABLES } from '#domain/rows.ts';
import { offer } from './bench.ts';

const FILLED = 'cold-floor-filled';
const PAGE_ROWS = 5_000;

const db = new Dexie('cold-floor', { cache: 'disabled' });
db.version(1).stores(STORES);

const monday = new Date();
monday.setHours(0, 0, 0, 0);
monday.setDate(monday.getDate() - ((monday.getDay() + 6) % 7));
const dayAt = (day: number): Date => {
  const date = new Date(monday);
  date.setDate(date.getDate() + day);
  return date;
};

type Card = { id: string; day: number; start: number; end: number; lane: number; text: string };

const readWeek = async (): Promise<Card[]> => {
  const inWeek = <T,>(table: string): Promise<T[]> =>
    db
      .table<T>(table)
      .where('starts_at')
      .between(dayAt(0).toISOString(), dayAt(7).toISOString(), true, false)
      .toArray();
  const [appointments, segments] = await Promise.all([
    inWeek<AppointmentRow>('appointments'),
    inWeek<AppointmentSegmentRow>('appointment_segments'),
  ]);
  const clientIds = [...new Set(appointments.flatMap(({ client_id }) => client_id ?? []))];
  const clients = await db.table<ClientRow>('clients').bulkGet(clientIds);
  const nameOf = new Map(
    clients.flatMap((one) => (one ? [[one.id, `${one.first_name} ${one.last_name}`]] : [])),
  );
  const visits = new Map(appointments.map((one) => [one.id, one]));
  const people = new Map<string, number>();
  return segments.flatMap((one): Card[] => {
    const visit = visits.get(one.appointment_id);
    if (!visit || visit.status === 'cancelled') return [];
    const from = new Date(one.starts_at);
    const lane = people.get(one.staff_id) ?? people.size;
    people.set(one.staff_id, lane);
    const start = from.getHours() * 60 + from.getMinutes();
    const name = nameOf.get(visit.client_id ?? '') ?? 'Walk-in';
    return [
      {
        id: one.id,
        day: (from.getDay() + 6) % 7,
        start,
        end: start + one.duration_min,
        lane,
        text: `${name}\n${from.getHours()}:${from.getMinutes()}\n${one.service_name}`,
      },
    ];
  });
};

function Week({ cards }: { cards: readonly Card[] }) {
  return (
    <div className="raw-week">
      {[0, 1, 2, 3, 4, 5, 6].map((day) => (
        <div key={day}>
          {cards
            .filter((card) => card.day === day)
            .map((card) => (
              <div
                key={card.id}
                className="raw-card"
                style={{
                  top: card.start,
                  height: card.end - card.start,
                  left: `${card.lane * 12}%`,
                }}
              >
                {card.text}
              </div>
            ))}
        </div>
      ))}
    </div>
  );
}

offer({
  /** Every row of the server into the tables, and this page into its service worker. */
  fill: async () => {
    for (const table of TABLES) {
      for (let offset = 0; ; offset += PAGE_ROWS) {
        const answer = await fetch(
          `/plain/rows?table=${table}&offset=${offset}&limit=${PAGE_ROWS}`,
        );
        const rows = (await answer.json()) as object[];
        await db.table(table).bulkPut(rows);
        if (rows.length < PAGE_ROWS) break;
      }
    }
    await navigator.serviceWorker.register('/cold-floor-sw.js', { scope: '/' });
    await navigator.serviceWorker.ready;
    localStorage.setItem(FILLED, 'yes');
  },
});

if (localStorage.getItem(FILLED) !== null) {
  const cards = await readWeek();
  createRoot(document.getElementById('root')!).render(<Week cards={cards} />);
}
