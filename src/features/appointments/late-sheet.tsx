import type { Uuid } from '#domain/rows.ts';
import { myAccess } from '#db/queries/business.ts';
import { useQuery } from '#db/use-query.ts';
import { SideSheet } from '#ui/side-sheet.tsx';
import { LateForm } from './late-form.tsx';

/** "Running late" for somebody's day, beside the calendar. */
export function LateSheet({
  staffId,
  isOpen,
  onClose,
}: {
  /** null = the signed-in person, or the first of the team. */
  staffId: Uuid | null;
  /** false while it leaves. */
  isOpen: boolean;
  onClose: () => void;
}) {
  const loaded = useQuery(async (db) => {
    const [access, business, team] = await Promise.all([
      myAccess(db),
      db.rows('businesses').get(db.businessId),
      db.rows('staff').toArray(),
    ]);
    const first = team.filter(({ status, bookable }) => status === 'active' && bookable)[0];
    const seesAll = access.may('appointments.edit', 'all');
    return { business, seesAll, ownId: access.staffId ?? first?.id };
  }, []);
  const who = (loaded?.seesAll && staffId) || loaded?.ownId;
  if (!loaded?.business || !who) return null;
  return (
    <SideSheet open={isOpen} title="Running late" onClose={onClose}>
      <LateForm
        business={loaded.business}
        staffId={who}
        fromId={null}
        canChoose={loaded.seesAll}
        onDone={onClose}
      />
    </SideSheet>
  );
}
