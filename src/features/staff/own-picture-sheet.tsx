import { tellDone } from '#app/tell.ts';
import { retryUpload } from '#db/commands/blobs.ts';
import { setPicture } from '#db/commands/pictures.ts';
import { useDb } from '#db/use-query.ts';
import { useShownPicture } from '#db/use-shown-picture.ts';
import type { StaffRow } from '#domain/rows.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { PictureField } from '#ui/picture-field.tsx';
import { SideSheet } from '#ui/side-sheet.tsx';

/** The own picture, for everybody in the team; what is chosen is there at once. */
export function OwnPictureSheet({
  open,
  staff,
  onClose,
}: {
  open: boolean;
  staff: StaffRow;
  onClose: () => void;
}) {
  const db = useDb();
  const picture = useShownPicture(staff.photo_path);
  return (
    <SideSheet
      open={open}
      title="Your picture"
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <PictureField
        label="Picture"
        hint="Cut to a square. Your clients see it on the booking page, your colleagues in the calendar."
        picture={picture}
        preview={
          <Avatar size="xl" name={staff.display_name} colour={staff.colour} picture={picture} />
        }
        isSquare
        onChange={async (next) => {
          const done = await setPicture(db, { table: 'staff', id: staff.id }, next);
          tellDone(done, next ? 'Picture saved' : 'Picture removed');
        }}
        onRetry={(id) => void retryUpload(db, id)}
      />
    </SideSheet>
  );
}
