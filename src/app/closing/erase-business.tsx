import { messageFor, ruleText } from '#app/messages.ts';
import { useServerAnswer } from '#app/use-server-answer.ts';
import { useWorkspace } from '#app/workspace-context.ts';
import { businessSettings, myAccess } from '#db/queries/business.ts';
import { comingCount } from '#db/queries/coming-count.ts';
import { useQuery } from '#db/use-query.ts';
import { fail } from '#domain/errors/result.ts';
import { closeBusiness, myClosedBusinesses } from '#remote/closing.ts';
import { securityServer } from '#remote/security.ts';
import type { SecurityServer } from '#remote/security.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/fields.tsx';
import { FormSheet } from '#ui/form-sheet.tsx';
import { Notice } from '#ui/notice.tsx';
import { useForm } from '#ui/use-form.ts';
import { useOnline } from '#ui/use-online.ts';
import { Part } from '#features/settings/settings-card.tsx';
import { useState } from 'react';
import { ClosedBusinesses } from './closed-businesses.tsx';

type Server = {
  account: SecurityServer['account'];
  confirm: SecurityServer['confirmAuthenticator'];
  close: typeof closeBusiness;
  closed: typeof myClosedBusinesses;
};

const SERVER: Server = {
  account: securityServer.account,
  confirm: securityServer.confirmAuthenticator,
  close: closeBusiness,
  closed: myClosedBusinesses,
};

/** The way out for good, for the owner alone. */
export function EraseBusiness({ server = SERVER }: { server?: Server }) {
  const access = useQuery(myAccess, []);
  const settings = useQuery(businessSettings, []);
  const online = useOnline();
  const [isOpen, setOpen] = useState(false);
  if (access?.membership?.role !== 'owner' || !settings) return null;
  return (
    <Part title="Erase this business">
      <p className="text-pretty text-muted">
        Closes it for everybody at once and erases everything two weeks later: clients,
        appointments, notes, photos, settings. Until then you can take it back. Export everything
        first if you may need it.
      </p>
      <ClosedBusinesses list={server.closed} />
      {!online && <Notice tone="warning">You are offline. Connect to close the business.</Notice>}
      <div>
        <Button className="!text-danger" disabled={!online} onClick={() => setOpen(true)}>
          Erase {settings.business.name} …
        </Button>
      </div>
      <CloseSheet
        open={isOpen}
        name={settings.business.name}
        server={server}
        onClose={() => setOpen(false)}
      />
    </Part>
  );
}

function CloseSheet({
  open,
  name,
  server,
  onClose,
}: {
  open: boolean;
  name: string;
  server: Server;
  onClose: () => void;
}) {
  const { business, sync } = useWorkspace();
  const coming = useQuery(comingCount, []);
  const { value: account, failure } = useServerAnswer(server.account, open);
  const authenticator = account?.authenticators[0];
  const form = useForm({
    initial: { name: '', code: '' },
    words: { error: messageFor, rule: ruleText },
    save: async ({ values }) => {
      if (values.name.trim().toLowerCase() !== name.trim().toLowerCase()) {
        return fail('invalid', { field: 'name', rule: 'not_the_name' });
      }
      if (authenticator) {
        if (values.code.trim() === '') return fail('invalid', { field: 'code', rule: 'required' });
        const shown = await server.confirm(authenticator.id, values.code);
        if (!shown.ok) return fail(shown.error.code, { ...shown.error, field: 'code' });
      }
      return server.close(business.id, values.name);
    },
    onSaved: () => {
      onClose();
      // The next word from the server is that this device has lost it: see ended.ts.
      sync.syncNow();
    },
  });
  const { values, change, error } = form;
  return (
    <FormSheet
      open={open}
      title={`Erase ${name}?`}
      saveLabel="Close and erase"
      isDangerous
      form={form}
      onClose={onClose}
    >
      <ul className="list-disc space-y-1.5 pl-5 text-pretty marker:text-muted">
        <li>From now on nobody can book, sign in to it or see it. That includes you.</li>
        <li>Every device of your team removes its copy the next time it has a network.</li>
        <li>In two weeks everything is erased from the server, photos included.</li>
        <li>Until then you can take it back. We write to you now, shortly before, and after.</li>
      </ul>
      {coming !== undefined && coming > 0 && (
        <Notice tone="warning" title={comingText(coming)}>
          Your clients hear nothing from us. Tell them, or cancel the appointments first.
        </Notice>
      )}
      {failure && <Notice tone="danger">{failure}</Notice>}
      <TextField
        label="Type the name of the business"
        autoComplete="off"
        spellCheck={false}
        hint={name}
        value={values.name}
        onChange={(next) => change({ name: next })}
        error={error('name')}
      />
      {authenticator && (
        <TextField
          label="Code from your authenticator app"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
          value={values.code}
          onChange={(code) => change({ code })}
          error={error('code')}
        />
      )}
    </FormSheet>
  );
}

const comingText = (count: number): string =>
  count === 1 ? 'One appointment is still ahead' : `${count} appointments are still ahead`;
