import { patterns } from '#app/paths.ts';
import type { Access } from '#db/queries/business.ts';
import { useDb } from '#db/use-query.ts';
import type { Uuid } from '#domain/rows.ts';
import { IconButton } from '#ui/button.tsx';
import { loadOrTell } from '#ui/load-or-tell.ts';
import { Menu } from '#ui/menu.tsx';
import type { MenuItem } from '#ui/menu.tsx';
import { showToast } from '#ui/toast.ts';
import { CalendarPlus, Ellipsis, FileDown, FileUp, UsersRound } from 'lucide-react';

const numbers = new Intl.NumberFormat('en-US');

/** What one does with the list as a whole, now and then. */
export function ListMenu({
  access,
  found,
  all,
}: {
  access: Access;
  found: readonly { id: Uuid }[];
  all: number;
}) {
  const db = useDb();
  const save = async (only: readonly { id: Uuid }[] | null): Promise<void> => {
    const exportClients = await loadOrTell(
      async () => (await import('./export-clients.ts')).exportClients,
    );
    if (!exportClients) return;
    const count = await exportClients(db, only);
    showToast({ type: 'success', title: `${numbers.format(count)} clients exported` });
  };
  const items: MenuItem[] = [];
  if (access.may('clients.edit')) {
    items.push({ label: 'Import clients', icon: FileDown, to: patterns.importClients });
    if (access.may('appointments.edit')) {
      items.push({
        label: 'Import appointments',
        icon: CalendarPlus,
        to: patterns.importAppointments,
      });
    }
  }
  if (access.may('clients.merge')) {
    items.push({ label: 'Possible duplicates', icon: UsersRound, to: patterns.clientDuplicates });
  }
  if (access.may('clients.export')) {
    if (found.length !== all) {
      items.push({
        label: `Export these ${numbers.format(found.length)}`,
        icon: FileUp,
        disabled: found.length === 0,
        onPress: () => void save(found),
      });
    }
    items.push({
      label: 'Export everybody',
      icon: FileUp,
      hint: 'A CSV file for any other program.',
      onPress: () => void save(null),
    });
  }
  if (items.length === 0) return null;
  return (
    <Menu
      label="More"
      trigger={(props) => <IconButton {...props} icon={Ellipsis} label="More actions" />}
      items={items}
    />
  );
}
