import { Printer } from 'lucide-react';
import { evidenceVisits } from '#db/queries/evidence.ts';
import type { SaleDetail } from '#db/queries/sales.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { evidenceOf } from '#domain/checkout/evidence.ts';
import { receiptText } from '#domain/checkout/receipt-lines.ts';
import { ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { SentMessage } from '#domain/messages/sent-message.ts';
import type { Uuid } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { SideSheet } from '#ui/side-sheet.tsx';
import { useAsked } from '#ui/use-asked.ts';
import { useOnline } from '#ui/use-online.ts';
import './evidence.css';

/** What can be shown to the bank of a client who wants money back, on paper or as a file of the printer. */
export function EvidenceSheet({
  open,
  detail,
  onClose,
}: {
  open: boolean;
  detail: SaleDetail;
  onClose: () => void;
}) {
  const { sale, business, clientName, payments } = detail;
  const db = useDb();
  const ids = [...new Set(payments.flatMap(({ appointment_id }) => appointment_id ?? []))];
  const visits = useQuery((local) => evidenceVisits(local, ids), [sale.id]);
  const asked = useAsked(sale.id, useOnline(), () => messagesOf(db.fetchMessages, ids));
  const messages = asked?.ok ? asked.value : null;
  const parts =
    visits &&
    evidenceOf({
      business,
      clientName,
      visits: visits.map((visit) => ({
        ...visit,
        messages: messages?.get(visit.appointment.id) ?? null,
      })),
      receipts: [receiptText(detail)],
    });
  return (
    <SideSheet
      open={open}
      title="Evidence for the bank"
      size="lg"
      onClose={onClose}
      footer={
        <Button icon={Printer} onClick={() => window.print()}>
          Print
        </Button>
      }
    >
      <p className="mb-4 text-sm text-muted">
        Print it, or choose “Save as PDF”, and hand it in where you answer the dispute. Look through
        it first: notes and forms of your client are not in it.
      </p>
      <article
        aria-label="Evidence"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys
        tabIndex={0}
        className="evidence grid gap-5"
      >
        <p className="font-semibold wrap-anywhere">{business.name}</p>
        {parts?.map(({ name, lines }, place) => (
          <section key={place} aria-label={name}>
            <h3 className="font-semibold">{name}</h3>
            {lines.map((line, index) => (
              <p key={index} className="min-h-[1lh] wrap-anywhere">
                {line}
              </p>
            ))}
          </section>
        ))}
      </article>
    </SideSheet>
  );
}

/** Of each of these visits; the first failure is that of all. */
const messagesOf = (
  fetchMessages: ReturnType<typeof useDb>['fetchMessages'],
  ids: readonly Uuid[],
): Promise<Result<ReadonlyMap<Uuid, SentMessage[]>>> | undefined =>
  fetchMessages === null
    ? undefined
    : Promise.all(ids.map((id) => fetchMessages('appointment', id))).then((answers) => {
        const found = new Map<Uuid, SentMessage[]>();
        for (const [place, answer] of answers.entries()) {
          if (!answer.ok) return answer;
          found.set(ids[place]!, answer.value);
        }
        return ok(found);
      });
