import { patterns } from '#app/paths.ts';
import { rowKey } from '#domain/commands/op.ts';
import { businessSettings, myAccess } from '#db/queries/business.ts';
import { blockReasons } from '#db/queries/blocks.ts';
import { pendingKeys } from '#db/queries/pending.ts';
import { useQuery } from '#db/use-query.ts';
import { Button } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { List, ListRow } from '#ui/list.tsx';
import { Notice } from '#ui/notice.tsx';
import { Page } from '#ui/page.tsx';
import { SkeletonList } from '#ui/skeleton.tsx';
import {
  Armchair,
  Coffee,
  CreditCard,
  FileDown,
  KeyRound,
  LogOut,
  Mail,
  ReceiptText,
} from 'lucide-react';
import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { AppearanceSection } from './appearance-section.tsx';
import type { Theme } from './appearance-section.tsx';
import { BookingPageSection } from './booking-page-section.tsx';
import { BusinessSection } from './business-section.tsx';
import { DataSection } from './data/data-section.tsx';
import { PolicySection } from './policy-section.tsx';
import { RulesSection } from './rules-section.tsx';
import { SettingsCard } from './settings-card.tsx';
import { SettingsContents } from './settings-contents.tsx';
import { SpecialDaysSection } from './special-days-section.tsx';
import { TaxSection } from './tax-section.tsx';
import { useLinkedPart } from './use-linked-part.ts';

// Below what is looked up most.
const FeesSection = lazyPart(async () => (await import('./fees-section.tsx')).FeesSection);
const DiscountsSection = lazyPart(
  async () => (await import('./discounts-section.tsx')).DiscountsSection,
);
const GiftCardsSection = lazyPart(
  async () => (await import('./gift-cards-section.tsx')).GiftCardsSection,
);
const CheckoutSection = lazyPart(
  async () => (await import('./checkout-section.tsx')).CheckoutSection,
);

/** What belongs to the app around this screen. */
export type SettingsSlots = {
  theme: Theme;
  onTheme: (theme: Theme) => void;
  /** This device, sync, and the person's other devices. */
  devices: ReactNode;
  /** Whether clients can pay online: `test`, where no real card is charged; null = no, or not known. */
  paymentMode: string | null;
  /** What the person is mailed; it talks to the server. */
  teamMails: ReactNode;
  /** The person's appointments in other programs; it talks to the server. */
  calendarFeed: ReactNode;
  /** How the person signs in; it talks to the server. */
  security: ReactNode;
  /** What is erased by the clock, and the end of the business; it talks to the server. */
  closing: ReactNode;
  email: string | null;
  onSignOut: () => void;
};

/** Everything that is set once and looked at now and then. Each card saves by itself. */
export function SettingsScreen({
  theme,
  onTheme,
  devices,
  paymentMode,
  teamMails,
  calendarFeed,
  security,
  closing,
  email,
  onSignOut,
}: SettingsSlots) {
  const settings = useQuery(async (db) => (await businessSettings(db)) ?? null, []);
  const access = useQuery(myAccess, []);
  const pending = useQuery(pendingKeys, []);
  const reasons = useQuery(blockReasons, []);
  const isReady =
    settings !== undefined &&
    access !== undefined &&
    pending !== undefined &&
    reasons !== undefined;
  useLinkedPart(isReady);
  if (!isReady) return null;
  const mayEdit = access.may('settings');
  return (
    <Page title="Settings">
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[12rem_minmax(0,44rem)]">
        <SettingsContents />
        {/* A part that is gone to stays clear of the bar above it. */}
        <div className="grid min-w-0 grid-cols-1 gap-6 max-lg:*:scroll-mt-20">
          {settings === null ? (
            <SkeletonList rows={6} label="Your settings are being loaded" />
          ) : (
            <>
              {!mayEdit && (
                <Notice>You can look at these settings. An owner or a manager changes them.</Notice>
              )}
              <BusinessSection business={settings.business} readOnly={!mayEdit} />
              <BookingPageSection
                business={settings.business}
                isWaiting={pending.has(rowKey('businesses', settings.business.id))}
                readOnly={!mayEdit}
              />
              <SpecialDaysSection business={settings.business} readOnly={!access.may('staff')} />
              {settings.rules && (
                <RulesSection
                  rules={settings.rules}
                  locale={settings.business.locale}
                  readOnly={!mayEdit}
                />
              )}
              {settings.rules && (
                <Suspense fallback={<div id="fees" />}>
                  <FeesSection
                    business={settings.business}
                    rules={settings.rules}
                    paymentMode={paymentMode}
                    readOnly={!mayEdit}
                  />
                </Suspense>
              )}
              <PolicySection
                business={settings.business}
                policy={settings.policy}
                readOnly={!mayEdit}
              />
              <TaxSection readOnly={!mayEdit} />
              <Suspense fallback={<div id="discounts" />}>
                <DiscountsSection business={settings.business} readOnly={!mayEdit} />
              </Suspense>
              <Suspense fallback={<div id="gift-cards" />}>
                <GiftCardsSection business={settings.business} readOnly={!mayEdit} />
              </Suspense>
              <Suspense fallback={<div id="checkout" />}>
                <CheckoutSection business={settings.business} readOnly={!mayEdit} />
              </Suspense>
            </>
          )}
          <section id="more" aria-label="More settings" className="scroll-mt-4">
            <List>
              <ListRow
                to={patterns.settingsMembers}
                leading={<KeyRound size={20} className="text-muted" aria-hidden />}
                title="Access"
                subtitle="Who may come in, and what each of them may see and do"
              />
              <ListRow
                to={patterns.resources}
                leading={<Armchair size={20} className="text-muted" aria-hidden />}
                title="Rooms and equipment"
                subtitle="Chairs, rooms, machines: what services need"
              />
              <ListRow
                to={patterns.settingsBlockOffReasons}
                leading={<Coffee size={20} className="text-muted" aria-hidden />}
                title="Reasons for blocked time"
                subtitle={reasons.map(({ reason }) => reason.name).join(', ') || 'None yet'}
              />
              <ListRow
                to={patterns.importClients}
                leading={<FileDown size={20} className="text-muted" aria-hidden />}
                title="Import clients"
                subtitle="From a CSV file; take an import back"
              />
              <ListRow
                to={patterns.importAppointments}
                leading={<FileDown size={20} className="text-muted" aria-hidden />}
                title="Import appointments"
                subtitle="Those to come, from your earlier program"
              />
              <ListRow
                to={patterns.settingsEmails}
                leading={<Mail size={20} className="text-muted" aria-hidden />}
                title="Messages to clients"
                subtitle="Confirmations, reminders: what they say and when"
              />
              <ListRow
                to={patterns.settingsStripeReturn}
                leading={<CreditCard size={20} className="text-muted" aria-hidden />}
                title="Payments"
                subtitle="How your clients pay online"
              />
              <ListRow
                to={patterns.settingsBilling}
                leading={<ReceiptText size={20} className="text-muted" aria-hidden />}
                title="Billing"
                subtitle="Your plan and its invoices"
              />
            </List>
          </section>
          {settings && (
            <DataSection business={settings.business} mayExport={access.may('clients.export')}>
              {closing}
            </DataSection>
          )}
          {teamMails}
          {calendarFeed}
          {security}
          <AppearanceSection theme={theme} onTheme={onTheme} />
          {devices}
          <SettingsCard id="account" title="Account" text={email ? `Signed in as ${email}.` : null}>
            <div>
              <Button icon={LogOut} onClick={onSignOut}>
                Sign out
              </Button>
              <p className="mt-2 text-sm text-muted">
                What was not sent yet is sent first, or you decide what happens to it.
              </p>
            </div>
          </SettingsCard>
        </div>
      </div>
    </Page>
  );
}
