/**
 * Where and when clocks change in 2027: local times that do not exist, and local times that happen
 * twice. From the tz database 2025c, written down so that code and data check each other; a zone
 * whose government changes its mind gets a new line here, after somebody has looked.
 *
 *   zone                  missing                     twice                       why it is here
 */
const TABLE = `
America/New_York       2027-03-14 02:00-03:00      2027-11-07 01:00-02:00      the main market
America/Chicago        2027-03-14 02:00-03:00      2027-11-07 01:00-02:00      an hour behind it
America/St_Johns       2027-03-14 02:00-03:00      2027-11-07 01:00-02:00      half an hour, and summer time
Europe/London          2027-03-28 01:00-02:00      2027-10-31 01:00-02:00      UTC in winter
Europe/Dublin          2027-03-28 01:00-02:00      2027-10-31 01:00-02:00      winter time is the exception there
Europe/Berlin          2027-03-28 02:00-03:00      2027-10-31 02:00-03:00      another hour of the same night
Australia/Sydney       2027-10-03 02:00-03:00      2027-04-04 02:00-03:00      the other half of the globe
Australia/Adelaide     2027-10-03 02:00-03:00      2027-04-04 02:00-03:00      half an hour there
Australia/Lord_Howe    2027-10-03 02:00-02:30      2027-04-04 01:30-02:00      changes by half an hour
Pacific/Auckland       2027-09-26 02:00-03:00      2027-04-04 02:00-03:00      close to the date line
Pacific/Chatham        2027-09-26 02:45-03:45      2027-04-04 02:45-03:45      three quarters of an hour
America/Santiago       2027-09-05 00:00-01:00      2027-04-03 23:00-24:00      a day without midnight; an evening twice
Africa/Cairo           2027-04-30 00:00-01:00      2027-10-28 23:00-24:00      the same, northern
Asia/Beirut            2027-03-28 00:00-01:00      2027-10-30 23:00-24:00      the same
America/Havana         2027-03-14 00:00-01:00      2027-11-07 00:00-01:00      midnight missing, and midnight twice
Africa/Casablanca      2027-03-14 02:00-03:00      2027-02-07 02:00-03:00      Ramadan
Antarctica/Troll       2027-03-28 01:00-03:00      2027-10-31 01:00-03:00      changes by two hours
Asia/Jerusalem         2027-03-26 02:00-03:00      2027-10-31 01:00-02:00      on a Friday
Asia/Kolkata           -                           -                           half an hour
Asia/Kathmandu         -                           -                           three quarters of an hour
Australia/Eucla        -                           -                           three quarters of an hour
Pacific/Marquesas      -                           -                           half an hour behind
America/Phoenix        -                           -                           no summer time
America/Sao_Paulo      -                           -                           gave it up in 2019
Pacific/Apia           -                           -                           skipped a day in 2011
Pacific/Kiritimati     -                           -                           the first of all days
Pacific/Pago_Pago      -                           -                           the last of all days
Etc/UTC                -                           -                           the control
`;

/** Older data than the table was written from would call the table wrong. */
export const ZONE_DATA_SINCE = '2025b';

/**
 * Zones whose governments changed their mind in 2026: components with newer data than others keep summer
 * time the whole year. Nobody can say what is right everywhere; each must agree with itself.
 */
export const ZONES_IN_MOTION = ['America/Vancouver', 'America/Edmonton'] as const;

/** A stretch of one local day, in minutes. */
export type Stretch = { day: string; from: number; to: number };
export type ClockZone = { zone: string; missing: Stretch | null; twice: Stretch | null };

const minuteOf = (clock: string): number => {
  const [hours, minutes] = clock.split(':').map(Number);
  return hours! * 60 + minutes!;
};

export const clockZones = (): ClockZone[] =>
  TABLE.trim()
    .split('\n')
    .map((line) => {
      const words = line.split(/\s+/);
      const stretches: (Stretch | null)[] = [];
      for (let at = 1; stretches.length < 2;) {
        if (words[at] === '-') {
          stretches.push(null);
          at += 1;
          continue;
        }
        const [from, to] = words[at + 1]!.split('-') as [string, string];
        stretches.push({ day: words[at]!, from: minuteOf(from), to: minuteOf(to) });
        at += 2;
      }
      return { zone: words[0]!, missing: stretches[0]!, twice: stretches[1]! };
    });
