import { messageFor, ruleText } from '#app/messages.ts';
import type { MemberView } from '#db/queries/members.ts';
import { useDb } from '#db/use-query.ts';
import type { Result } from '#domain/errors/result.ts';
import { mayGive } from '#domain/permissions/presets.ts';
import { ROLE_NAMES } from '#domain/permissions/role-names.ts';
import type { MembershipRow } from '#domain/rows.ts';
import {
  removeMember,
  setMemberRole,
  setMemberStatus,
  transferOwnership,
} from '#remote/members.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useForm } from '#ui/use-form.ts';
import { useState } from 'react';
import { OfflineText } from './invite-sheet.tsx';
import { RightsFields } from './rights-fields.tsx';

type Question = 'remove' | 'hand-over';

/** What one member may do, and whether they may come in at all. */
export function MemberSheet({
  open,
  view,
  me,
  isOnline,
  onInviteAgain,
  onClose,
}: {
  open: boolean;
  view: MemberView;
  me: MembershipRow;
  isOnline: boolean;
  onInviteAgain: () => void;
  onClose: () => void;
}) {
  const db = useDb();
  const { membership, name } = view;
  const [asked, setAsked] = useState<Question | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useForm({
    initial: {
      rights: { role: membership.role, custom_permissions: membership.custom_permissions },
    },
    words: { error: messageFor, rule: ruleText },
    save: ({ values }) => setMemberRole(db.businessId, membership.id, values.rights),
    onSaved: () => {
      tellOutcome({ ok: true, value: null }, `${name} may do other things now`, messageFor);
      onClose();
    },
  });
  const act = async (work: () => Promise<Result<unknown>>, done: string): Promise<void> => {
    setAsked(null);
    setBusy(true);
    const result = await work();
    setBusy(false);
    tellOutcome(result, done, messageFor);
    if (result.ok) onClose();
  };
  const isInvited = membership.status === 'invited';
  const isOut = membership.status === 'suspended';
  // Nobody changes somebody who may do more than they themselves.
  const mayChange = mayGive(me, membership);
  const mayAct = isOnline && mayChange && !busy;
  return (
    <>
      <FormSheet
        open={open}
        title={name}
        form={form}
        readOnly={!isOnline || !mayChange}
        onClose={onClose}
      >
        {!isOnline && <OfflineText />}
        {!mayChange && <p>{name} may do things that you may not. An owner changes this.</p>}
        <p className="break-all text-muted">{membership.email}</p>
        <RightsFields
          value={form.values.rights}
          giver={me}
          onChange={(rights) => form.change({ rights })}
        />
        <p className="text-sm text-muted">
          What {name} may not see any more disappears from their devices with the next sync.
        </p>
        <section aria-label="Access" className="grid gap-2 border-t border-line pt-4">
          {isInvited ? (
            <Button disabled={!mayAct} onClick={onInviteAgain}>
              Invite again
            </Button>
          ) : (
            <Button
              disabled={!mayAct}
              onClick={() =>
                void act(
                  () =>
                    setMemberStatus(db.businessId, membership.id, isOut ? 'active' : 'suspended'),
                  isOut ? `${name} may come in again` : `${name} cannot come in for now`,
                )
              }
            >
              {isOut ? 'Let in again' : 'Suspend: cannot come in for now'}
            </Button>
          )}
          {me.role === 'owner' && membership.status === 'active' && (
            <Button disabled={!mayAct} onClick={() => setAsked('hand-over')}>
              Hand the business over
            </Button>
          )}
          <Button variant="danger" disabled={!mayAct} onClick={() => setAsked('remove')}>
            {isInvited ? 'Take the invitation back' : 'Remove from the business'}
          </Button>
        </section>
      </FormSheet>
      <ConfirmDialog
        open={asked === 'remove'}
        title={isInvited ? 'Take the invitation back?' : `Remove ${name}?`}
        confirmLabel={isInvited ? 'Take it back' : 'Remove'}
        onConfirm={() =>
          void act(
            () => removeMember(db.businessId, membership.id),
            isInvited ? 'Invitation taken back' : `${name} removed`,
          )
        }
        onClose={() => setAsked(null)}
      >
        {isInvited
          ? 'The link in the mail stops working.'
          : `${name} cannot come in any more. Their column and everything they did stay.`}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'hand-over'}
        title={`Hand the business over to ${name}?`}
        confirmLabel="Offer it"
        onConfirm={() =>
          void act(
            () => transferOwnership(db.businessId, membership.id),
            `Offered to ${name}, who has seven days to accept`,
          )
        }
        onClose={() => setAsked(null)}
      >
        Once {name} accepts, they are the {ROLE_NAMES.owner.toLowerCase()} and you are a manager.
        Only they can give it back.
      </ConfirmDialog>
    </>
  );
}
