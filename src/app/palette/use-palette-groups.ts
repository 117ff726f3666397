import { pathTo } from '#app/paths.ts';
import { useWorkspace } from '#app/workspace-context.ts';
import { businessSettings, myAccess } from '#db/queries/business.ts';
import { find } from '#db/queries/find.ts';
import type { Found } from '#db/queries/find.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import type { Icon } from '#ui/icon.ts';
import { showToast } from '#ui/toast.ts';
import { CalendarClock, UserRound } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { actions, matching, places } from './commands.ts';
import { nextSteps } from './next-steps.ts';

export type Entry = {
  id: string;
  icon: Icon;
  label: string;
  hint?: string;
  /** The search goes on with it. */
  staysOpen?: boolean;
  run: () => void;
};
type Group = { title: string; entries: Entry[] };

const NOTHING: Found = { text: '', clients: [], coming: [] };

/**
 * Looked for once for each text: kept up to date it would begin anew with every row that an import or
 * the sync writes, and answer when that is over.
 */
const useFound = (text: string): Found => {
  const db = useDb();
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    let isCurrent = true;
    const look = async (): Promise<void> => {
      try {
        const next = await find(db, text);
        if (isCurrent) setFound(next);
      } catch {
        // The database was closed under it, by signing out; its screens say so.
      }
    };
    void look();
    return () => {
      isCurrent = false;
    };
  }, [db, text]);
  return found;
};

type PaletteGroups = {
  groups: Group[];
  /** The people are still those of the letters before. */
  isStale: boolean;
  /** Nothing fits: the groups say what can be done about it. */
  isMiss: boolean;
};

/** What fits the text. */
export const usePaletteGroups = (text: string, onClear: () => void): PaletteGroups => {
  const navigate = useNavigate();
  const { sync } = useWorkspace();
  const found = useFound(text);
  const settings = useQuery(businessSettings, []);
  const access = useQuery(myAccess, []);
  const known = useMemo(
    () =>
      actions(() => {
        sync.syncNow();
        showToast({ type: 'info', title: 'Syncing' });
      }),
    [sync],
  );
  const entryOf = (command: (typeof known)[number]): Entry => ({
    id: command.id,
    icon: command.icon,
    label: command.label,
    run: () => {
      if (command.to !== undefined) void navigate(command.to);
      command.act?.();
    },
  });
  const formats = settings && businessFormats(settings.business);
  const all: Group[] = [
    {
      title: 'Clients',
      entries: found.clients.map(({ id, name, phone, email }) => ({
        id: `client ${id}`,
        icon: UserRound,
        label: name,
        hint: phone ?? email ?? '',
        run: () => void navigate(pathTo('client', { clientId: id })),
      })),
    },
    {
      title: 'Coming appointments',
      entries: found.coming.map(({ id, clientName, startsAt, services }) => ({
        id: `appointment ${id}`,
        icon: CalendarClock,
        label: clientName,
        hint: [formats?.dateTime(startsAt), services].filter(Boolean).join(' · '),
        run: () => void navigate(pathTo('appointment', { appointmentId: id })),
      })),
    },
    { title: 'Do', entries: matching(known, text).map(entryOf) },
    { title: 'Go to', entries: matching(places, text).map(entryOf) },
  ];
  const groups = all.filter(({ entries }) => entries.length > 0);
  const isStale = found.text !== text;
  // One more letter to a name that nobody has: what is offered stays where it stands.
  const isMiss = groups.length === 0 && (!isStale || isMissed(found));
  const steps = isMiss
    ? nextSteps(text, {
        access,
        go: (to, searched) => void navigate(to, { state: searched }),
        onClear,
      })
    : [];
  return {
    groups: isMiss ? [{ title: 'Instead', entries: steps }] : groups,
    isStale,
    isMiss,
  };
};

const isMissed = ({ text, clients }: Found): boolean => text.trim() !== '' && clients.length === 0;
