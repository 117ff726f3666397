/** A calendar file as lines, whoever wrote it: folded, quoted, nested (RFC 5545). */

/** One property: `DTSTART;TZID="Europe/Paris":20260312T090000`. Names are upper case. */
export type CalendarLine = { name: string; params: ReadonlyMap<string, string>; value: string };

/** Everything between BEGIN and END of one component that stands directly in the calendar. */
export type CalendarPart = { kind: string; lines: readonly CalendarLine[] };

type CalendarParts = { own: readonly CalendarLine[]; parts: readonly CalendarPart[] };

/** The components of a calendar file without what stands inside them; null = it is none. */
export const calendarParts = (text: string): CalendarParts | null => {
  const own: CalendarLine[] = [];
  const parts: { kind: string; lines: CalendarLine[] }[] = [];
  const open: string[] = [];
  let isCalendar = false;
  for (const raw of unfolded(text)) {
    const line = lineOf(raw);
    if (!line) continue;
    const kind = line.value.trim().toUpperCase();
    if (line.name === 'BEGIN') {
      if (open.length === 0 && kind !== 'VCALENDAR') return null;
      isCalendar = true;
      open.push(kind);
      if (open.length === 2) parts.push({ kind, lines: [] });
    } else if (line.name === 'END') {
      open.pop();
    } else if (open.length === 1) {
      own.push(line);
    } else if (open.length === 2) {
      parts.at(-1)?.lines.push(line);
    }
    // Deeper stand alarms and the rules of zones, which say nothing about who is busy.
  }
  return isCalendar ? { own, parts } : null;
};

export const valueOf = (lines: readonly CalendarLine[], name: string): CalendarLine | undefined =>
  lines.find((line) => line.name === name);

const unfolded = (text: string): string[] =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n');

/** Name, parameters, value; a colon inside quotes ends nothing. */
const lineOf = (raw: string): CalendarLine | null => {
  const [head = ''] = /^(?:[^":]|"[^"]*")*/.exec(raw) ?? [];
  if (head === '' || raw[head.length] !== ':') return null;
  const [name = '', ...params] = head.match(/(?:[^";]|"[^"]*")+/g) ?? [];
  return {
    name: name.trim().toUpperCase(),
    params: new Map(
      params.map((param) => {
        const at = param.indexOf('=');
        return [param.slice(0, at).trim().toUpperCase(), param.slice(at + 1).replaceAll('"', '')];
      }),
    ),
    value: raw.slice(head.length + 1),
  };
};
