import { FileDown, Gift, SearchX, ShieldOff } from 'lucide-react';
import { Suspense, useState } from 'react';
import { pathTo } from '#app/paths.ts';
import { myAccess } from '#db/queries/business.ts';
import { giftCards } from '#db/queries/gift-cards.ts';
import type { GiftCardView } from '#db/queries/gift-cards.ts';
import { useQuery } from '#db/use-query.ts';
import { readGiftCode } from '#domain/checkout/gift-code.ts';
import type { GiftCardPost, GiftCardServer } from '#domain/checkout/gift-server.ts';
import { formatMoney } from '#domain/money/format.ts';
import { fold } from '#domain/text/fold.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TextField } from '#ui/fields.tsx';
import { lazySheet } from '#ui/lazy-overlay.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { List, ListRow } from '#ui/list.tsx';
import { Page } from '#ui/page.tsx';
import { SkeletonList } from '#ui/skeleton.tsx';
import { useLinger } from '#ui/use-linger.ts';
import { useSearchParam } from '#ui/use-search-param.ts';
import { GIFT_STATE_WORDS } from './gift-card-words.ts';

const GiftCardSheet = lazySheet(
  'Gift card',
  async () => (await import('./gift-card-sheet.tsx')).GiftCardSheet,
);

const GiftReportSheet = lazySheet(
  'What is on gift cards',
  async () => (await import('./gift-report-sheet.tsx')).GiftReportSheet,
);

/** As many as are drawn at once. */
const SHOWN_AT_ONCE = 50;

/** All gift cards: what is left on each, and what became of it. Reads the local tables only. */
export function GiftCardsScreen({ server, post }: { server: GiftCardServer; post: GiftCardPost }) {
  const access = useQuery(myAccess, []);
  const list = useQuery(giftCards, []);
  const [search, setSearch] = useState('');
  const [most, setMost] = useState(SHOWN_AT_ONCE);
  const [chosen, open, close] = useSearchParam('card');
  const shown = useLinger(chosen);
  const [report, openReport, closeReport] = useSearchParam('report');
  const shownReport = useLinger(report);
  const maySell = access?.may('checkout', 'own') ?? false;
  const sell = (
    <LinkButton variant="primary" to={pathTo('checkout', null, { sell: 'gift_card' })}>
      Sell a gift card
    </LinkButton>
  );
  if (access?.membership && !maySell && !access.may('giftcards')) {
    return (
      <Page title="Gift cards" width="narrow">
        <EmptyState icon={ShieldOff} title="Not part of your role">
          Ask the owner for the right to sell and manage gift cards.
        </EmptyState>
      </Page>
    );
  }
  if (!access || !list) {
    return (
      <Page title="Gift cards" width="narrow">
        <SkeletonList rows={4} label="Gift cards are being loaded" />
      </Page>
    );
  }
  const money = (cents: number): string =>
    formatMoney(cents, list.business.currency, list.business.locale);
  const found = list.views.filter((view) => matches(view, search));
  const shop = pathTo('bookGiftCard', { proUrl: list.business.slug });
  return (
    <Page
      title="Gift cards"
      width="narrow"
      {...(list.views.length > 0
        ? { subtitle: `${money(list.open_cents)} not used yet`, actions: maySell && sell }
        : {})}
    >
      {list.views.length === 0 ? (
        <EmptyState icon={Gift} title="No gift cards yet" action={maySell ? sell : undefined}>
          Sell one at the checkout, with or without a connection. Its holder pays with the code, in
          part or as a whole.
        </EmptyState>
      ) : (
        <div className="grid grid-cols-1 gap-4">
          <TextField
            type="search"
            label="Search gift cards"
            labelHidden
            placeholder="Code, its end, or a name"
            autoComplete="off"
            value={search}
            onChange={setSearch}
          />
          {found.length === 0 ? (
            <EmptyState icon={SearchX} title="No gift card found">
              Look for the last four characters of its code, or for who bought it.
            </EmptyState>
          ) : (
            <List label="Gift cards">
              {found.slice(0, most).map((view) => (
                <ListRow
                  key={view.card.id}
                  onPress={() => open(view.card.id)}
                  title={`…${view.card.code_last4}`}
                  subtitle={[
                    GIFT_STATE_WORDS[view.state],
                    view.card.recipient_name && `for ${view.card.recipient_name}`,
                    view.purchaser && `bought by ${view.purchaser}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                  trailing={money(view.balance_cents)}
                />
              ))}
            </List>
          )}
          {found.length > most && (
            <Button onClick={() => setMost(most + SHOWN_AT_ONCE)}>Show more</Button>
          )}
          <Button icon={FileDown} className="justify-self-start" onClick={() => openReport('open')}>
            What was on cards on a day
          </Button>
        </div>
      )}
      {list.business.sells_gift_cards !== false && (
        <p className="mt-4 text-sm text-muted">
          Where clients can pay online, they buy gift cards at{' '}
          <a href={shop} target="_blank" rel="noreferrer" className="text-accent underline">
            {`${location.host}${shop}`}
          </a>
          .
        </p>
      )}
      <Suspense>
        {shownReport && (
          <GiftReportSheet open={report !== null} business={list.business} onClose={closeReport} />
        )}
        {shown && (
          <GiftCardSheet
            key={shown}
            open={chosen !== null}
            cardId={shown}
            business={list.business}
            access={access}
            server={server}
            post={post}
            onClose={close}
          />
        )}
      </Suspense>
    </Page>
  );
}

/** A whole code is looked for by its end, which is all that rows have. */
const matches = ({ card, purchaser }: GiftCardView, search: string): boolean => {
  const wanted = fold(readGiftCode(search)?.slice(-4) ?? search.trim());
  return (
    [card.code_last4, card.recipient_name, purchaser].some(
      (words) => words && fold(words).includes(wanted),
    ) || wanted === ''
  );
};
