import type { Uuid } from '#domain/rows.ts';
import { appointmentDetail, type AppointmentDetail } from '#db/queries/appointments.ts';
import { myAccess, type Access } from '#db/queries/business.ts';
import { useQuery } from '#db/use-query.ts';

export type LoadedAppointment = {
  /** null = not on this device. */
  detail: AppointmentDetail | null;
  access: Access;
};

/** An appointment and what this person may do to it, in one answer: buttons must not appear late. */
export const useAppointment = (id: Uuid): LoadedAppointment | undefined =>
  useQuery(
    async (db) => {
      const [detail, access] = await Promise.all([appointmentDetail(db, id), myAccess(db)]);
      return { detail: detail ?? null, access };
    },
    [id],
  );
