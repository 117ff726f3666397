import { messageFor } from '#app/messages.ts';
import { useDb } from '#db/use-query.ts';
import { pathTo } from '#app/paths.ts';
import type { AttentionItemRow, ClientRow } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { loadOrTell } from '#ui/load-or-tell.ts';
import { Notice } from '#ui/notice.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { Link } from 'react-router-dom';

const FIELD_NAMES: Record<string, string> = {
  first_name: 'first name',
  last_name: 'last name',
  preferred_name: 'preferred name',
  pronouns: 'pronouns',
  email: 'e-mail',
  phone: 'phone number',
  alt_phone: 'second phone number',
  emergency_contact: 'emergency contact',
  birthday: 'birthday',
  address: 'address',
  more_addresses: 'other addresses',
  time_zone: 'time zone',
  source: 'source',
  tags: 'tags',
  online_booking: 'online booking rule',
  preferred_staff_id: 'preferred person',
  alert_note: 'alert',
  note: 'note',
  status: 'status',
};

/** Where two devices wrote different things, a person says which one holds. */
export function ClientAttention({
  items,
  client,
}: {
  items: readonly AttentionItemRow[];
  client: ClientRow;
}) {
  const db = useDb();
  const own = items.filter(({ entity_id }) => entity_id === client.id);
  const appointments = [
    ...new Set(items.flatMap((item) => (item.entity === 'appointments' ? item.entity_id : []))),
  ];
  const answer = async (item: AttentionItemRow, keep: 'mine' | 'theirs'): Promise<void> => {
    // Rarely needed, and it brings everything with it that moves appointments.
    const resolveAttention = await loadOrTell(
      async () => (await import('#db/commands/attention.ts')).resolveAttention,
    );
    if (!resolveAttention) return;
    tellOutcome(
      await resolveAttention(db, item.id, { keep }),
      keep === 'mine' ? 'Your entry is used' : 'The present entry stays',
      messageFor,
    );
  };
  return (
    <>
      {own.map((item) => {
        const fields = Object.keys(item.mine).filter((field) => field in FIELD_NAMES);
        return (
          <Notice key={item.id} tone="warning" title="Two different entries">
            <p>
              Somebody else changed this client at the same time.
              {fields.map((field) => (
                <span key={field} className="mt-1 block">
                  Your {FIELD_NAMES[field]}: <b>{shown(item.mine[field])}</b>. There now:{' '}
                  <b>{shown(client[field as keyof ClientRow])}</b>.
                </span>
              ))}
            </p>
            <div className="mt-3 flex flex-wrap gap-2">
              <Button size="sm" onClick={() => void answer(item, 'theirs')}>
                Keep what is there
              </Button>
              <Button size="sm" onClick={() => void answer(item, 'mine')}>
                Use mine
              </Button>
            </div>
          </Notice>
        );
      })}
      {appointments.map((appointmentId) => (
        <Notice key={appointmentId} tone="warning" title="An appointment needs your decision">
          <Link
            className="font-medium underline underline-offset-2"
            to={pathTo('appointment', { appointmentId })}
          >
            Open the appointment
          </Link>
        </Notice>
      ))}
    </>
  );
}

const shown = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (Array.isArray(value)) return value.map(shown).join('; ') || 'nothing';
  if (typeof value === 'object') return Object.values(value).filter(Boolean).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
};
