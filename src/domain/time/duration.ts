type Options = {
  locale?: string;
  /** `short`: `1 hr 30 min` · `long`: `1 hour 30 minutes` · `narrow`: `1h 30m` */
  display?: 'short' | 'long' | 'narrow';
  /** Say whole days as days; working time is better said in hours. */
  days?: boolean;
};

const MINUTES = { day: 1440, hour: 60, minute: 1 } as const;
type Unit = keyof typeof MINUTES;

/** Minutes in words: `45 min`, `1 hr 30 min`, with `days` also `2 days`. Zero is `0 min`. */
export const formatDuration = (minutes: number, options: Options = {}): string => {
  const { locale = 'en-US', display = 'short', days = false } = options;
  const units: Unit[] = days ? ['day', 'hour', 'minute'] : ['hour', 'minute'];

  let rest = Math.max(0, Math.round(minutes));
  const words: string[] = [];
  for (const unit of units) {
    const count = Math.floor(rest / MINUTES[unit]);
    rest -= count * MINUTES[unit];
    if (count > 0 || (unit === 'minute' && words.length === 0)) {
      words.push(unitFormat(locale, unit, display).format(count));
    }
  }
  return words.join(' ');
};

/** How far another minute is away, in words: `in 25 minutes`, `2 hours ago`, `tomorrow`. */
export const formatRelative = (
  fromMin: number,
  toMin: number,
  locale: string = 'en-US',
): string => {
  const distance = toMin - fromMin;
  const size = Math.abs(distance);
  const unit: Unit = size < 90 ? 'minute' : size < 2880 ? 'hour' : 'day';
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(
    Math.round(distance / MINUTES[unit]),
    unit,
  );
};

const formats = new Map<string, Intl.NumberFormat>();

const unitFormat = (locale: string, unit: Unit, display: 'short' | 'long' | 'narrow') => {
  const key = `${locale} ${unit} ${display}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: display });
  formats.set(key, made);
  return made;
};
