import { businessSettings, myAccess } from '#db/queries/business.ts';
import { memberList, staffWithoutAccount } from '#db/queries/members.ts';
import { useQuery } from '#db/use-query.ts';
import { Page } from '#ui/page.tsx';
import { SkeletonList } from '#ui/skeleton.tsx';
import { useOnline } from '#ui/use-online.ts';
import { BACK_TO_SETTINGS, MembersBoard } from './members-board.tsx';

/** Who has an account here, and what each of them may do. Looking works offline, changing does not. */
export function MembersScreen() {
  const settings = useQuery(async (db) => (await businessSettings(db)) ?? null, []);
  const members = useQuery(memberList, []);
  const columns = useQuery(staffWithoutAccount, []);
  const access = useQuery(myAccess, []);
  const online = useOnline();
  if (settings === undefined || !members || !columns || !access) return null;
  if (settings === null || !access.membership) {
    return (
      <Page title="Access" width="narrow" back={BACK_TO_SETTINGS}>
        <SkeletonList rows={4} label="The members are being loaded" />
      </Page>
    );
  }
  return (
    <MembersBoard
      business={settings.business}
      me={access.membership}
      mayManage={access.may('staff')}
      members={members}
      columns={columns}
      isOnline={online}
    />
  );
}
