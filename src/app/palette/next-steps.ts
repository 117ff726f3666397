import { pathTo } from '#app/paths.ts';
import type { Access } from '#db/queries/business.ts';
import type { Searched } from '#ui/use-searched.ts';
import { CalendarPlus, SearchX, UserRoundPlus } from 'lucide-react';
import type { Entry } from './use-palette-groups.ts';

/** Where nothing fits: whoever was searched for is probably new. */
export const nextSteps = (
  text: string,
  {
    access,
    go,
    onClear,
  }: {
    /** undefined while it is looked up. */
    access: Pick<Access, 'may'> | undefined;
    go: (to: string, searched: Searched) => void;
    onClear: () => void;
  },
): Entry[] => {
  const typed = text.trim();
  const mayAdd = access?.may('clients.edit', 'own') ?? false;
  const mayBook = access?.may('appointments.edit', 'own') ?? false;
  const steps: (Entry & { isPossible: boolean })[] = [
    {
      id: 'add searched client',
      icon: UserRoundPlus,
      label: `Add client “${typed}”`,
      isPossible: mayAdd,
      run: () => go(pathTo('clients', null, { new: 'client' }), { searched: typed }),
    },
    {
      id: 'book searched client',
      icon: CalendarPlus,
      label: `Book “${typed}”`,
      isPossible: mayAdd && mayBook,
      run: () => go(pathTo('calendar', null, { new: 'appointment' }), { searched: typed }),
    },
    {
      id: 'clear search',
      icon: SearchX,
      label: 'Clear the search',
      staysOpen: true,
      isPossible: true,
      run: onClear,
    },
  ];
  return steps.filter(({ isPossible }) => isPossible);
};
