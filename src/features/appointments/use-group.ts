import { myAccess } from '#db/queries/business.ts';
import { groupView, type GroupMember } from '#db/queries/groups.ts';
import { useQuery } from '#db/use-query.ts';
import { comesAlong } from '#domain/appointments/group.ts';
import type { Permission } from '#domain/permissions/presets.ts';
import type { AppointmentRow } from '#domain/rows.ts';

export type Group = {
  /** All that are here, in their order, given-up ones included. */
  members: GroupMember[];
  /** Those who come. */
  coming: GroupMember[];
  /** Whether this person may do it with the appointment of somebody of the group. */
  mayWith: (permission: Permission, member: GroupMember) => boolean;
};

/** Who comes together with an appointment; undefined until it is known. */
export const useGroup = ({ group_id: id }: Pick<AppointmentRow, 'group_id'>): Group | undefined =>
  useQuery(
    async (db): Promise<Group> => {
      const [members, access] = await Promise.all([id ? groupView(db, id) : [], myAccess(db)]);
      return {
        members,
        coming: members.filter(({ appointment }) => comesAlong(appointment.status)),
        mayWith: (permission, { segments }) => {
          const isOwn = segments.some(({ staff_id }) => staff_id === access.staffId);
          return access.may(permission, isOwn ? 'own' : 'all');
        },
      };
    },
    [id],
  );
