import { pathTo } from '#app/paths.ts';
import { tellDone } from '#app/tell.ts';
import { resolveAttention } from '#db/commands/attention.ts';
import type { Answer } from '#db/commands/attention.ts';
import type { AttentionView } from '#db/queries/attention.ts';
import { useDb } from '#db/use-query.ts';
import { formatDate, formatTime, DATE_WEEKDAY_SHORT } from '#domain/time/format.ts';
import { Button } from '#ui/button.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { closeSheet } from '#ui/overlays.tsx';
import { attentionWords, differences } from './attention-words.ts';
import { MovedAppointments } from './moved-appointments.tsx';

/** What sync could not decide by itself, each with the ways out. */
export function AttentionList({ items }: { items: readonly AttentionView[] }) {
  return (
    <ul className="grid gap-3">
      {items.map((view) => (
        <AttentionCard key={view.item.id} view={view} />
      ))}
    </ul>
  );
}

function AttentionCard({ view }: { view: AttentionView }) {
  const db = useDb();
  const { item, appointment } = view;
  const { title, text } = attentionWords(view);
  const changed = differences(item);

  const decide = async (answer: Answer, done: string): Promise<void> => {
    tellDone(await resolveAttention(db, item.id, answer), done);
  };

  return (
    <li className="grid gap-3 rounded-lg border border-warning/40 bg-warning-soft p-4">
      <div>
        <p className="font-semibold">{title}</p>
        <p className="text-pretty text-sm">{text}</p>
        {appointment && (
          <p className="mt-1 text-sm font-medium tabular-nums">
            {formatDate(appointment.starts_at, {
              timeZone: appointment.time_zone,
              parts: DATE_WEEKDAY_SHORT,
            })}
            , {formatTime(appointment.starts_at, { timeZone: appointment.time_zone })}
          </p>
        )}
      </div>
      {item.kind === 'zone_rules' && <MovedAppointments ids={item.mine['appointment_ids']} />}
      {changed.length > 0 && (
        <dl className="grid gap-2 text-sm">
          {changed.map(({ field, mine, theirs }) => (
            <div key={field}>
              <dt className="font-medium">{field}</dt>
              <dd>
                <span className="text-muted">Mine: </span>
                {mine}
              </dd>
              <dd>
                <span className="text-muted">Theirs: </span>
                {theirs}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className="flex flex-wrap gap-2">
        {item.kind === 'slot_taken' && item.entity === 'attendees' ? (
          appointment ? (
            <LinkButton
              size="sm"
              variant="primary"
              to={pathTo('appointment', { appointmentId: appointment.id })}
              onClick={closeSheet}
            >
              Open the class
            </LinkButton>
          ) : (
            <Button size="sm" onClick={() => void decide({ keep: 'dismissed' }, 'Done')}>
              I have seen it
            </Button>
          )
        ) : item.kind === 'slot_taken' ? (
          <>
            <LinkButton
              size="sm"
              variant="primary"
              to={pathTo('calendar', null, { open: item.entity_id, part: 'move' })}
              onClick={closeSheet}
            >
              See other times
            </LinkButton>
            <Button size="sm" onClick={() => void decide({ keep: 'both' }, 'Both are kept')}>
              Keep both
            </Button>
            <Button
              size="sm"
              variant="quiet"
              onClick={() => void decide({ keep: 'none' }, 'Appointment cancelled')}
            >
              Cancel mine
            </Button>
          </>
        ) : item.kind === 'permission' || item.kind === 'deleted' || changed.length === 0 ? (
          <Button size="sm" onClick={() => void decide({ keep: 'dismissed' }, 'Done')}>
            I have seen it
          </Button>
        ) : (
          <>
            <Button
              size="sm"
              variant="primary"
              onClick={() => void decide({ keep: 'mine' }, 'Yours is kept')}
            >
              Keep mine
            </Button>
            <Button size="sm" onClick={() => void decide({ keep: 'theirs' }, 'Theirs is kept')}>
              Keep theirs
            </Button>
          </>
        )}
      </div>
    </li>
  );
}
