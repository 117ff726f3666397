import { Copy, Link2, Repeat } from 'lucide-react';
import { useState } from 'react';
import { messageFor } from '#app/messages.ts';
import { pathTo } from '#app/paths.ts';
import { myAccess } from '#db/queries/business.ts';
import { membershipsOfClient, packages } from '#db/queries/packages.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import type {
  MembershipChange,
  MembershipLink,
  Memberships,
} from '#domain/checkout/memberships.ts';
import { everyMonths, membershipNext, membershipState } from '#domain/checkout/membership-words.ts';
import type { Result } from '#domain/errors/result.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow, ClientMembershipRow, PackageRow, Uuid } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { copyAndTell } from '#ui/copy-and-tell.ts';
import { SelectField } from '#ui/fields.tsx';
import { loadOrTell } from '#ui/load-or-tell.ts';
import { tellOutcome } from '#ui/outcome.ts';
import { useOnline } from '#ui/use-online.ts';

/** Packages that renew themselves: what a client has, and the way to one. */
export function ClientMemberships({
  clientId,
  isActive,
  business,
  formats,
}: {
  clientId: Uuid;
  /** Nothing is offered to whom was archived or erased. */
  isActive: boolean;
  business: BusinessRow;
  formats: BusinessFormats;
}) {
  const { memberships } = useDb();
  const rows = useQuery((db) => membershipsOfClient(db, clientId), [clientId]) ?? [];
  const offers = (useQuery(packages, []) ?? []).filter(
    ({ status, renews_months }) => status === 'active' && renews_months,
  );
  const access = useQuery(myAccess, []);
  // Where somebody only tries the product there is no server to ask.
  const mayChange = memberships !== null && (access?.may('checkout') ?? false);
  const mayOffer = mayChange && isActive && offers.length > 0;
  if (rows.length === 0 && !mayOffer) return null;
  return (
    <section aria-label="Memberships" className="grid gap-2 max-lg:order-2">
      <h2 className="font-semibold">Memberships</h2>
      {rows.length > 0 && (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface shadow-card">
          {rows.map((row) => (
            <Membership
              key={row.id}
              row={row}
              business={business}
              formats={formats}
              mayChange={mayChange}
            />
          ))}
        </ul>
      )}
      {mayOffer && <Offer clientId={clientId} offers={offers} business={business} />}
    </section>
  );
}

function Membership({
  row,
  business,
  formats,
  mayChange,
}: {
  row: ClientMembershipRow;
  business: BusinessRow;
  formats: BusinessFormats;
  mayChange: boolean;
}) {
  const db = useDb();
  const online = useOnline();
  const [isBusy, setBusy] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const { words, tone } = membershipState(row);
  const change = async (to: MembershipChange, done: string): Promise<void> => {
    setEnding(false);
    setBusy(true);
    const server = db.memberships && (await loadOrTell(db.memberships));
    const answer = await server?.change(row.id, to);
    setBusy(false);
    if (answer) tellOutcome(answer, done, messageFor);
  };
  const button = (label: string, to: MembershipChange, done: string) => (
    <Button size="sm" busy={isBusy} disabled={!online} onClick={() => void change(to, done)}>
      {label}
    </Button>
  );
  return (
    <li className="grid justify-items-start gap-2 px-4 py-3">
      <div className="flex w-full flex-wrap items-center justify-between gap-2">
        <span className="min-w-0">
          <bdi className="block font-medium break-words">{row.name}</bdi>
          <span className="block text-sm text-muted">
            {formatMoney(row.price_cents, business.currency, business.locale)}{' '}
            {everyMonths(row.renews_months)}
          </span>
        </span>
        <Chip tone={tone}>{words}</Chip>
      </div>
      <p className="text-sm">{membershipNext(row, (day) => formats.date(day))}</p>
      {mayChange && row.state !== 'ended' && (
        <>
          <div className="flex flex-wrap gap-2">
            {row.state === 'past_due' && button('Charge it now', 'retry', 'The card is asked now')}
            {row.state === 'active' && !row.cancel_at_end && button('Pause', 'pause', 'Paused')}
            {row.state === 'paused' && button('Go on', 'resume', 'It goes on')}
            {row.cancel_at_end ? (
              row.card_last4 && button('Keep it', 'keep', 'It goes on')
            ) : (
              <Button
                size="sm"
                variant="quiet"
                busy={isBusy}
                disabled={!online}
                onClick={() => setEnding(true)}
              >
                End…
              </Button>
            )}
          </div>
          <LinkMaker
            label={
              row.state === 'pending'
                ? 'Link to begin…'
                : row.card_last4
                  ? 'Link for another card…'
                  : 'Link to renew by card…'
            }
            text={
              row.card_last4 || row.state === 'pending'
                ? 'Send this link to your client. They pay what is open there, use another card, or end it.'
                : 'Send this link to your client. They agree there that it renews, and leave a card for it.'
            }
            make={(server, opId) => server.link(row.id, opId)}
          />
        </>
      )}
      {mayChange && !online && (
        <p className="text-sm text-muted">Memberships are changed with a connection.</p>
      )}
      <ConfirmDialog
        open={isEnding}
        title="End the membership?"
        confirmLabel="End it"
        onConfirm={() => void change('end', 'It ends')}
        onClose={() => setEnding(false)}
      >
        {row.state === 'active' || row.state === 'paused'
          ? 'It goes on until the end of what is paid, and nothing is charged after that.'
          : 'It ends now, and nothing more is charged.'}
      </ConfirmDialog>
    </li>
  );
}

function Offer({
  clientId,
  offers,
  business,
}: {
  clientId: Uuid;
  offers: readonly PackageRow[];
  business: BusinessRow;
}) {
  const [packageId, setPackageId] = useState('');
  const chosen = offers.find(({ id }) => id === packageId);
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  return (
    <div className="grid gap-2">
      <SelectField
        label="Offer a membership"
        placeholder="Choose one"
        value={packageId}
        onChange={setPackageId}
        options={offers.map(({ id, name, price_cents, renews_months }) => ({
          value: id,
          label: `${name} · ${money(price_cents)} ${everyMonths(renews_months ?? 1)}`,
        }))}
      />
      {chosen && (
        <LinkMaker
          key={chosen.id}
          label="Make the link"
          text="Send this link to your client. They leave a card there and pay the first time; after that it renews by itself."
          make={(server, opId) => server.offer(clientId, chosen.id, opId)}
        />
      )}
    </div>
  );
}

/** Makes a link once, however often its answer is lost, and shows it. */
function LinkMaker({
  label,
  text,
  make,
}: {
  label: string;
  text: string;
  make: (server: Memberships, opId: Uuid) => Promise<Result<MembershipLink>>;
}) {
  const db = useDb();
  const online = useOnline();
  const [opId] = useState(() => db.newId());
  const [isBusy, setBusy] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const ask = async (): Promise<void> => {
    setBusy(true);
    const server = db.memberships && (await loadOrTell(db.memberships));
    const answer = server && (await make(server, opId));
    setBusy(false);
    if (!answer) return;
    if (!answer.ok) return tellOutcome(answer, '', messageFor);
    const { slug: proUrl, token } = answer.value;
    setLink(`${location.origin}${pathTo('bookMembership', { proUrl }, { token })}`);
  };
  if (link === null) {
    return (
      <Button
        size="sm"
        icon={label.startsWith('Make') ? Repeat : Link2}
        busy={isBusy}
        disabled={!online}
        onClick={() => void ask()}
      >
        {label}
      </Button>
    );
  }
  return (
    <div className="grid justify-items-start gap-2" role="status">
      <p className="text-pretty">{text}</p>
      <p className="text-sm text-muted select-all wrap-anywhere">{link}</p>
      <Button size="sm" icon={Copy} onClick={() => void copyAndTell(link, 'Link copied')}>
        Copy the link
      </Button>
    </div>
  );
}
