import { messageFor } from '#app/messages.ts';
import { archiveTaxRate, restoreTaxRate } from '#db/commands/tax-rates.ts';
import { taxRates } from '#db/queries/tax-rates.ts';
import type { TaxRateView } from '#db/queries/tax-rates.ts';
import { useDb, useQuery } from '#db/use-query.ts';
import { percentText } from '#domain/money/percent.ts';
import type { TaxRateRow } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { lazySheet } from '#ui/lazy-overlay.tsx';
import { List, ListRow } from '#ui/list.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { SettingsCard } from './settings-card.tsx';

const TaxRateSheet = lazySheet(
  'Tax',
  async () => (await import('./tax-rate-sheet.tsx')).TaxRateSheet,
);

/** The taxes that services can have; selling needs them. */
export function TaxSection({ readOnly }: { readOnly: boolean }) {
  const db = useDb();
  const rates = useQuery(taxRates, []);
  // undefined = the sheet was never asked for; null = a new one.
  const [opened, setOpened] = useState<TaxRateRow | null>();
  const [isOpen, setOpen] = useState(false);
  const [turn, setTurn] = useState(0);
  const open = (rate: TaxRateRow | null): void => {
    setOpened(rate);
    setTurn((count) => count + 1);
    setOpen(true);
  };
  const setActive = async (rate: TaxRateRow, isActive: boolean): Promise<void> => {
    setOpen(false);
    tellOutcome(
      await (isActive ? restoreTaxRate(db, rate.id) : archiveTaxRate(db, rate.id)),
      isActive ? `${rate.name} can be used again` : `${rate.name} archived`,
      messageFor,
    );
  };
  return (
    <SettingsCard
      id="taxes"
      title="Taxes"
      text="Each service can have one. Whether prices contain it or it is added is said here, once."
      readOnly={readOnly}
    >
      {rates && rates.length > 0 ? (
        <List label="Taxes">
          {rates.map((view) => (
            <ListRow
              key={view.rate.id}
              title={
                <>
                  <bdi>{view.rate.name}</bdi> {percentText(view.rate.milli_percent)}
                </>
              }
              subtitle={factsOf(view)}
              {...(view.rate.active ? {} : { trailing: <Chip>Archived</Chip> })}
              {...(readOnly ? {} : { onPress: () => open(view.rate) })}
            />
          ))}
        </List>
      ) : (
        <p className="text-pretty text-muted">
          None yet. Prices are what they are until you add one.
        </p>
      )}
      {!readOnly && (
        <div>
          <Button icon={Plus} onClick={() => open(null)}>
            Add a tax
          </Button>
        </div>
      )}
      {opened !== undefined && (
        <Suspense>
          <TaxRateSheet
            key={turn}
            open={isOpen}
            rate={opened}
            onClose={() => setOpen(false)}
            onActive={(rate, isActive) => void setActive(rate, isActive)}
          />
        </Suspense>
      )}
    </SettingsCard>
  );
}

const factsOf = ({ rate, uses }: TaxRateView): string =>
  [
    rate.inclusive ? 'In the price' : 'Added to the price',
    uses > 0 ? `${uses} ${uses === 1 ? 'service' : 'services'}` : 'no service yet',
  ].join(' · ');
