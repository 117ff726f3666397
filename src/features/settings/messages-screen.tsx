import { patterns } from '#app/paths.ts';
import { businessSettings, myAccess } from '#db/queries/business.ts';
import { messageTemplates } from '#db/queries/message-templates.ts';
import { silentImports } from '#db/queries/silent-imports.ts';
import { useQuery } from '#db/use-query.ts';
import { TEMPLATE_KEYS, builtIn, isTemplateKey } from '#domain/messages/templates.ts';
import type { TemplateKey } from '#domain/messages/templates.ts';
import { isSent, timingInForce } from '#domain/messages/words.ts';
import type { BusinessRow, MessageTemplateRow } from '#domain/rows.ts';
import { formatDuration } from '#domain/time/duration.ts';
import { Chip } from '#ui/chip.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { List, ListRow } from '#ui/list.tsx';
import { Notice } from '#ui/notice.tsx';
import { Page } from '#ui/page.tsx';
import { SkeletonList } from '#ui/skeleton.tsx';
import { useLinger } from '#ui/use-linger.ts';
import { useSearchParam } from '#ui/use-search-param.ts';
import { MessageSheet } from './message-sheet.tsx';

const isForTeam = (key: TemplateKey): boolean => builtIn(key).purpose === 'team';

const GROUPS = [
  [
    'Before a visit',
    (key: TemplateKey) => builtIn(key).timing?.side === 'before' && !isForTeam(key),
  ],
  [
    'When something happens',
    (key: TemplateKey) => builtIn(key).timing === undefined && !isForTeam(key),
  ],
  ['After a visit', (key: TemplateKey) => builtIn(key).timing?.side === 'after'],
  ['To your team', isForTeam],
] as const;

/** What clients are written, and when. Every message can be worded anew, without a connection too. */
export function MessagesScreen() {
  const settings = useQuery(async (db) => (await businessSettings(db)) ?? null, []);
  const own = useQuery(messageTemplates, []);
  const access = useQuery(myAccess, []);
  const silent = useQuery(silentImports, []);
  const [asked, open, close] = useSearchParam('message');
  const shown = useLinger(asked);
  if (settings === undefined || !own || !access) return null;
  const mayEdit = access.may('settings');
  return (
    <Page
      title="Messages to clients"
      width="narrow"
      back={{ to: `${patterns.settings}#more`, label: 'Settings' }}
    >
      {settings === null ? (
        <SkeletonList rows={6} label="Your messages are being loaded" />
      ) : (
        <div className="grid grid-cols-1 gap-6">
          {!mayEdit && (
            <Notice>You can look at these messages. An owner or a manager changes them.</Notice>
          )}
          <p className="text-pretty text-muted">
            They go by mail, to clients who have an address. Reminders keep the quiet hours that
            your booking rules set, by the client’s own clock where you have noted their time zone.
          </p>
          {!!silent && (
            <Notice
              action={
                <LinkButton size="sm" to={patterns.importAppointments}>
                  Look
                </LinkButton>
              }
            >
              {silent === 1
                ? 'The client of an imported appointment is told nothing yet.'
                : `The clients of ${silent} imported appointments are told nothing yet.`}
            </Notice>
          )}
          {GROUPS.map(([title, belongs]) => (
            <section key={title} aria-label={title} className="grid gap-2">
              <h2 className="font-semibold">{title}</h2>
              <List label={title}>
                {TEMPLATE_KEYS.filter(belongs).map((key) => (
                  <ListRow
                    key={key}
                    title={builtIn(key).label}
                    subtitle={factsOf(key, own.get(key), settings.business)}
                    {...(isSent(key, own.get(key)) ? {} : { trailing: <Chip>Off</Chip> })}
                    onPress={() => open(key)}
                  />
                ))}
              </List>
            </section>
          ))}
        </div>
      )}
      {settings && shown !== null && isTemplateKey(shown) && (
        <MessageSheet
          key={shown}
          open={asked !== null}
          messageKey={shown}
          own={own.get(shown) ?? null}
          business={settings.business}
          readOnly={!mayEdit}
          onClose={close}
        />
      )}
    </Page>
  );
}

const factsOf = (
  key: TemplateKey,
  own: MessageTemplateRow | undefined,
  { locale }: BusinessRow,
): string => {
  const timing = timingInForce(key, own);
  const isOwn = own && (own.subject !== null || own.body !== null || own.sms_body !== null);
  const words = [
    timing &&
      `${formatDuration(timing.offsetMin, { locale, display: 'long', days: true })} ${
        isForTeam(key) ? 'before midnight' : timing.side
      }`,
    builtIn(key).when,
    builtIn(key).purpose === 'marketing' ? 'only to who agreed to marketing' : null,
    isOwn ? 'your own text' : 'built-in text',
  ]
    .filter(Boolean)
    .join(' · ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
