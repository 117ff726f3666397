type Entry = {
  colour: string;
  lane: number;
  from: number;
  minutes: number;
  title: string;
  who: string;
};

const PX_PER_MINUTE = 1.5;
const FROM = 9 * 60;
const lanes = ['Maya', 'Jordan', 'Ines'];

const entries: Entry[] = [
  { colour: 'teal', lane: 0, from: 540, minutes: 60, title: 'Cut & finish', who: 'Rosa M.' },
  { colour: 'violet', lane: 1, from: 555, minutes: 105, title: 'Full colour', who: 'Dana W.' },
  { colour: 'amber', lane: 2, from: 570, minutes: 45, title: 'Gel manicure', who: 'Priya K.' },
  { colour: 'rose', lane: 0, from: 615, minutes: 90, title: 'Balayage', who: 'Lena S.' },
  { colour: 'blue', lane: 2, from: 630, minutes: 75, title: 'Facial', who: 'Tom A.' },
  { colour: 'green', lane: 1, from: 675, minutes: 60, title: 'Beard & cut', who: 'Omar H.' },
  { colour: 'indigo', lane: 0, from: 720, minutes: 45, title: 'Blow-dry', who: 'Grace L.' },
  { colour: 'orange', lane: 2, from: 720, minutes: 60, title: 'Brows', who: 'Mia T.' },
  { colour: 'fuchsia', lane: 1, from: 750, minutes: 75, title: 'Colour refresh', who: 'Ana P.' },
  { colour: 'cyan', lane: 0, from: 780, minutes: 75, title: 'Cut & finish', who: 'Ben O.' },
];

/** A day in a good studio: what the product looks like, drawn instead of photographed. */
export function DayPicture() {
  return (
    <div aria-hidden className="absolute inset-0 flex items-center">
      <div className="ml-16 w-[46rem] shrink-0 rounded-xl border border-line bg-surface shadow-float">
        <div className="grid grid-cols-[4rem_repeat(3,1fr)] border-b border-line py-4 text-sm">
          <span />
          {lanes.map((name) => (
            <span key={name} className="px-3 font-medium">
              {name}
            </span>
          ))}
        </div>
        <div
          className="relative grid grid-cols-[4rem_repeat(3,1fr)] text-xs"
          style={{ height: 330 * PX_PER_MINUTE }}
        >
          <Hours />
          {lanes.map((name, lane) => (
            <div key={name} className="relative border-l border-line">
              {entries
                .filter((entry) => entry.lane === lane)
                .map((entry) => (
                  <Block key={entry.from} entry={entry} />
                ))}
            </div>
          ))}
          <div
            className="absolute right-0 left-16 flex items-center"
            style={{ top: (652 - FROM) * PX_PER_MINUTE }}
          >
            <span className="-ml-1 size-2 rounded-full bg-danger" />
            <span className="h-px flex-1 bg-danger" />
          </div>
        </div>
      </div>
    </div>
  );
}

function Hours() {
  return (
    <div className="relative">
      {[9, 10, 11, 12, 13, 14].map((hour) => (
        <span
          key={hour}
          className="absolute right-3 -translate-y-1/2 text-muted tabular-nums"
          style={{ top: (hour * 60 - FROM) * PX_PER_MINUTE + (hour === 9 ? 10 : 0) }}
        >
          {hour > 12 ? hour - 12 : hour} {hour < 12 ? 'am' : 'pm'}
        </span>
      ))}
    </div>
  );
}

function Block({ entry }: { entry: Entry }) {
  return (
    <div
      data-colour={entry.colour}
      className="absolute inset-x-1 overflow-hidden rounded-md border-l-3 border-swatch bg-swatch-soft px-2.5 py-1.5 leading-snug text-swatch-ink"
      style={{
        top: (entry.from - FROM) * PX_PER_MINUTE + 1,
        height: entry.minutes * PX_PER_MINUTE - 2,
      }}
    >
      <p className="truncate font-semibold">{entry.who}</p>
      <p className="truncate">{entry.title}</p>
    </div>
  );
}
