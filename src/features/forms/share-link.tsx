import { RotateCcw } from 'lucide-react';
import { messageFor } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import { renewFormKey } from '#db/commands/forms.ts';
import { useDb } from '#db/use-query.ts';
import type { FormRow } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { LinkBox } from '#ui/link-box.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { QrPicture } from '#ui/qr-picture.tsx';

/** Where anybody can fill the form in: to send, to print, to replace. */
export function ShareLink({
  form,
  isWaiting,
}: {
  form: FormRow;
  /** Changed here, and the server does not know it yet. */
  isWaiting: boolean;
}) {
  const db = useDb();
  const path = pathTo('form', { publicKey: form.public_key });
  const renew = async (): Promise<void> =>
    tellOutcome(await renewFormKey(db, form.id), `${form.name} has a new link`, messageFor);
  return (
    <Card title="Link">
      <div className="grid grid-cols-1 gap-3">
        <LinkBox
          path={path}
          what="the form"
          note={isWaiting ? 'Waiting to sync: it opens when you are connected.' : null}
        />
        <QrPicture text={location.origin + path} label="QR code of the link" />
        <Button icon={RotateCcw} className="justify-self-start" onClick={() => void renew()}>
          Make a new link
        </Button>
        <p className="text-sm text-muted">
          The old one stops working, also where it is printed and in mails that were sent.
        </p>
      </div>
    </Card>
  );
}
