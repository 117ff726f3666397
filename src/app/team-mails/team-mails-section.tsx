import { messageFor } from '#app/messages.ts';
import { myAccess, type Access } from '#db/queries/business.ts';
import { messageTemplates } from '#db/queries/message-templates.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { builtIn, TEMPLATE_KEYS, type TemplateKey } from '#domain/messages/templates.ts';
import { isSent } from '#domain/messages/words.ts';
import type { MessageKey } from '#domain/rows.ts';
import { SettingsCard } from '#features/settings/settings-card.tsx';
import { muteMails } from '#remote/members.ts';
import { SwitchField } from '#ui/fields.tsx';
import { Notice } from '#ui/notice.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { SkeletonList } from '#ui/skeleton.tsx';
import { useOnline } from '#ui/use-online.ts';
import { useState } from 'react';

const TEAM_KEYS = TEMPLATE_KEYS.filter((key) => builtIn(key).purpose === 'team');

/** What of the mails to the team this person wants. Each decides for their own mailbox, on the server. */
export function TeamMailsSection({ mute = muteMails }: { mute?: typeof muteMails }) {
  const db = useDb();
  const online = useOnline();
  const access = useQuery(myAccess, []);
  const own = useQuery(messageTemplates, []);
  // Until the row comes back with the next sync.
  const [asked, setAsked] = useState<readonly MessageKey[] | null>(null);
  if (!access || !own) return <SkeletonList rows={3} label="Your mails are being loaded" />;
  const sent = TEAM_KEYS.filter((key) => isSent(key, own.get(key)) && isFor(key, access));
  const muted = asked ?? access.membership?.muted_mails ?? [];
  const set = async (key: TemplateKey, isWanted: boolean): Promise<void> => {
    const others = muted.filter((one) => one !== key);
    const next = isWanted ? others : [...others, key];
    setAsked(next);
    const result = await mute(db.businessId, next);
    if (!result.ok) setAsked(asked);
    const done = isWanted ? 'You get these mails' : 'You get no more of these mails';
    tellOutcome(result, done, messageFor);
  };
  return (
    <SettingsCard
      id="team-mails"
      title="Mails to you"
      text="What happens while you do not look. Others choose for themselves."
      readOnly={!online}
    >
      {!online && (
        <Notice tone="warning" live>
          You are offline. What you are mailed is kept on the server: connect to change it.
        </Notice>
      )}
      {sent.length === 0 && (
        <p>
          Nothing is mailed to the team so far. Who changes the settings switches it on under
          “Messages to clients”.
        </p>
      )}
      {sent.map((key) => (
        <SwitchField
          key={key}
          label={builtIn(key).label}
          value={!muted.includes(key)}
          onChange={(isWanted) => void set(key, isWanted)}
        />
      ))}
    </SettingsCard>
  );
}

/** Some go to a few only, whatever they choose. */
const isFor = (key: TemplateKey, access: Access): boolean => {
  if (key === 'low_stock') return ['owner', 'manager'].includes(access.membership?.role ?? '');
  return key !== 'staff_waitlist' || access.may('waitlist');
};
