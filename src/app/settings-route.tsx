import { SettingsScreen } from '#features/settings/settings-screen.tsx';
import { openSignOut } from '#app/sign-out/sign-out.tsx';
import { setTheme, themeStore } from '#app/theme.ts';
import { useAuthState } from '#app/use-auth-state.ts';
import { useServerAnswer } from '#app/use-server-answer.ts';
import { useWorkspace } from '#app/workspace-context.ts';
import { paymentMode } from '#remote/payments.ts';
import { lazyExtra, lazyPart } from '#ui/lazy-part.tsx';
import { useStore } from '#ui/store.ts';
import { SkeletonList } from '#ui/skeleton.tsx';
import { useOnline } from '#ui/use-online.ts';
import { Suspense, useCallback } from 'react';

const SecuritySection = lazyPart(
  async () => (await import('#app/security/security-section.tsx')).SecuritySection,
);

const RetentionPart = lazyExtra(
  async () => (await import('#app/closing/retention-part.tsx')).RetentionPart,
);
const EraseBusiness = lazyExtra(
  async () => (await import('#app/closing/erase-business.tsx')).EraseBusiness,
);

const TeamMailsSection = lazyPart(
  async () => (await import('#app/team-mails/team-mails-section.tsx')).TeamMailsSection,
);

const CalendarFeedSection = lazyPart(
  async () => (await import('#app/calendar-feed/calendar-feed-section.tsx')).CalendarFeedSection,
);

const OutsideCalendarsSection = lazyPart(
  async () =>
    (await import('#app/outside-calendars/outside-calendars-section.tsx')).OutsideCalendarsSection,
);

const DevicesSection = lazyPart(
  async () => (await import('#app/devices/devices-section.tsx')).DevicesSection,
);

/** Keeps the place that a link into the page leads to. */
function Loading({ id, label }: { id: string; label: string }) {
  return (
    <div id={id}>
      <SkeletonList rows={3} label={label} />
    </div>
  );
}

/** The settings with what belongs to the app: theme, sync and the way out. */
export function SettingsRoute() {
  const state = useAuthState();
  const { business } = useWorkspace();
  const theme = useStore(themeStore, (preference) => preference);
  const question = useCallback(() => paymentMode(business.id), [business.id]);
  const payments = useServerAnswer(question, useOnline()).value;
  const email = state.kind === 'signed-in' ? state.email : null;
  return (
    <SettingsScreen
      theme={theme}
      onTheme={setTheme}
      // With an account that may not charge yet nobody pays.
      paymentMode={
        payments?.mode === 'stripe' && payments.account !== 'ready'
          ? null
          : (payments?.mode ?? null)
      }
      devices={
        <Suspense fallback={<Loading id="device" label="Devices are being loaded" />}>
          <DevicesSection />
        </Suspense>
      }
      teamMails={
        <Suspense fallback={<Loading id="team-mails" label="Your mails are being loaded" />}>
          <TeamMailsSection />
        </Suspense>
      }
      calendarFeed={
        <Suspense
          fallback={<Loading id="calendar-feed" label="Your calendar address is being loaded" />}
        >
          <CalendarFeedSection businessId={business.id} />
          <OutsideCalendarsSection businessId={business.id} />
        </Suspense>
      }
      security={
        <Suspense fallback={<Loading id="security" label="Security is being loaded" />}>
          <SecuritySection email={email} />
        </Suspense>
      }
      closing={
        <Suspense>
          <RetentionPart />
          <EraseBusiness />
        </Suspense>
      }
      email={email}
      onSignOut={openSignOut}
    />
  );
}
