import { messageFor } from '#app/messages.ts';
import { patterns } from '#app/paths.ts';
import type { MemberView } from '#db/queries/members.ts';
import { useDb } from '#db/use-query.ts';
import { useShownPicture } from '#db/use-shown-picture.ts';
import { ROLE_NAMES } from '#domain/permissions/role-names.ts';
import type { BusinessRow, MembershipRow, StaffRow, Uuid } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { removeMember } from '#remote/members.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { List, ListRow } from '#ui/list.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { Page } from '#ui/page.tsx';
import { useLinger } from '#ui/use-linger.ts';
import { useSearchParam } from '#ui/use-search-param.ts';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { InviteSheet, OfflineText } from './invite-sheet.tsx';
import { MemberSheet } from './member-sheet.tsx';
import { OwnershipNotice } from './ownership-notice.tsx';

const SOMEBODY = 'new';
export const BACK_TO_SETTINGS = { to: `${patterns.settings}#more`, label: 'Settings' };

/** The members of a business as they are on this device. */
export function MembersBoard({
  business,
  me,
  mayManage,
  members,
  columns,
  isOnline,
}: {
  business: BusinessRow;
  me: MembershipRow;
  mayManage: boolean;
  members: readonly MemberView[];
  columns: readonly StaffRow[];
  isOnline: boolean;
}) {
  const db = useDb();
  const [member, openMember, closeMember] = useSearchParam('member');
  // `new`, the column that it is for, or the invitation that is sent once more.
  const [invite, openInvite, closeInvite] = useSearchParam('invite');
  const [shownMember, shownInvite] = [useLinger(member), useLinger(invite)];
  const [isLeaving, setLeaving] = useState(false);
  const find = (id: Uuid | null) => members.find(({ membership }) => membership.id === id);
  const mayOpen = ({ isMe, membership }: MemberView): boolean =>
    mayManage && !isMe && membership.role !== 'owner';
  const view = find(shownMember);
  const leave = async (): Promise<void> => {
    setLeaving(false);
    tellOutcome(await removeMember(db.businessId, me.id), `You left ${business.name}`, messageFor);
  };
  return (
    <Page
      title="Access"
      width="narrow"
      back={BACK_TO_SETTINGS}
      actions={
        mayManage && (
          <Button
            variant="primary"
            icon={UserPlus}
            disabled={!isOnline}
            onClick={() => openInvite(SOMEBODY)}
          >
            Invite
          </Button>
        )
      }
    >
      {/* Not beside the button, where a phone has room for two words a line. */}
      <p className="-mt-3 mb-4 text-muted">Who may come in, and what each of them may see and do</p>
      <div className="grid grid-cols-1 gap-4">
        {!isOnline && <OfflineText />}
        <OwnershipNotice members={members} business={business} isOnline={isOnline} />
        <List label="Members">
          {members.map((one) => (
            <ListRow
              key={one.membership.id}
              leading={<Face member={one} />}
              title={one.isMe ? `${one.name} (you)` : one.name}
              subtitle={factsOf(one, business)}
              trailing={<StatusChip membership={one.membership} />}
              {...(mayOpen(one) ? { onPress: () => openMember(one.membership.id) } : {})}
            />
          ))}
        </List>
        {me.role !== 'owner' && (
          <div>
            <Button disabled={!isOnline} onClick={() => setLeaving(true)}>
              Leave {business.name}
            </Button>
          </div>
        )}
      </div>
      {view && mayOpen(view) && (
        <MemberSheet
          key={view.membership.id}
          open={member !== null}
          view={view}
          me={me}
          isOnline={isOnline}
          onInviteAgain={() => openInvite(view.membership.id)}
          onClose={closeMember}
        />
      )}
      {shownInvite && mayManage && (
        <InviteSheet
          key={`invite ${shownInvite}`}
          open={invite !== null}
          giver={me}
          columns={columns}
          staffId={columns.some(({ id }) => id === shownInvite) ? shownInvite : null}
          again={find(shownInvite)?.membership ?? null}
          isOnline={isOnline}
          onClose={closeInvite}
        />
      )}
      <ConfirmDialog
        open={isLeaving}
        title={`Leave ${business.name}?`}
        confirmLabel="Leave"
        onConfirm={() => void leave()}
        onClose={() => setLeaving(false)}
      >
        You cannot come in any more until somebody invites you again.
      </ConfirmDialog>
    </Page>
  );
}

const factsOf = ({ membership, staff }: MemberView, business: BusinessRow): string => {
  const changes = Object.keys(membership.custom_permissions).length;
  const until =
    membership.status === 'invited' && membership.invitation_expires_at
      ? `link until ${businessFormats(business).date(membership.invitation_expires_at)}`
      : '';
  return [
    ROLE_NAMES[membership.role] + (changes > 0 && membership.role !== 'owner' ? ', adjusted' : ''),
    staff ? membership.email : '',
    until,
  ]
    .filter(Boolean)
    .join(' · ');
};

function StatusChip({ membership }: { membership: MembershipRow }) {
  if (membership.status === 'invited') return <Chip tone="info">Invited</Chip>;
  if (membership.status === 'suspended') return <Chip tone="warning">Suspended</Chip>;
  return null;
}

function Face({ member: { name, staff } }: { member: MemberView }) {
  const picture = useShownPicture(staff?.photo_path ?? null);
  return <Avatar name={name} colour={staff?.colour ?? 'slate'} picture={picture} />;
}
