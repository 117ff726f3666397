import { messageFor } from '#app/messages.ts';
import { deletePatchTest, editPatchTest } from '#db/commands/patch-tests.ts';
import { useDb } from '#db/use-query.ts';
import type { ClientRow, Day, PatchTestRow, ServiceRow, Uuid } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import type { ChipTone } from '#ui/chip.tsx';
import { lazySheet } from '#ui/lazy-overlay.tsx';
import { Menu } from '#ui/menu.tsx';
import { tellOutcome } from '#ui/outcome.ts';
import { useLinger } from '#ui/use-linger.ts';
import { useSearchParam } from '#ui/use-search-param.ts';
import { WaitingMark } from '#ui/waiting-mark.tsx';
import { CircleCheck, CircleX, Ellipsis, Hourglass, Plus, Trash2 } from 'lucide-react';
import { Suspense } from 'react';

const PatchTestSheet = lazySheet(
  'Add patch test',
  async () => (await import('./patch-test-sheet.tsx')).PatchTestSheet,
);

const RESULTS: Record<PatchTestRow['result'], { label: string; tone: ChipTone }> = {
  pending: { label: 'Not read yet', tone: 'warning' },
  passed: { label: 'No reaction', tone: 'success' },
  failed: { label: 'Reaction', tone: 'danger' },
};

/** Skin tests of a client, newest first, with the result one tap away. */
export function PatchTestsCard({
  client,
  tests,
  pending,
  services,
  formats,
  today,
  timeZone,
  mayEdit,
}: {
  client: ClientRow;
  /** Newest first. */
  tests: readonly PatchTestRow[];
  /** Ids of what the server has not seen yet. */
  pending: ReadonlySet<Uuid>;
  services: readonly Pick<
    ServiceRow,
    'id' | 'name' | 'patch_test_required' | 'patch_test_valid_days'
  >[];
  formats: BusinessFormats;
  /** In the business's zone. */
  today: Day;
  timeZone: string;
  mayEdit: boolean;
}) {
  const db = useDb();
  const [sheet, openSheet, closeSheet] = useSearchParam('test');
  const shownSheet = useLinger(sheet);
  const setResult = async (test: PatchTestRow, result: PatchTestRow['result']): Promise<void> =>
    tellOutcome(await editPatchTest(db, test.id, { result }), 'Result saved', messageFor);
  const remove = async (test: PatchTestRow): Promise<void> =>
    tellOutcome(await deletePatchTest(db, test.id), 'Patch test deleted', messageFor);
  return (
    <Card
      className="max-lg:order-6"
      title="Patch tests"
      actions={
        mayEdit && (
          <Button size="sm" variant="quiet" icon={Plus} onClick={() => openSheet('new')}>
            Add<span className="sr-only"> patch test</span>
          </Button>
        )
      }
    >
      {tests.length === 0 ? (
        <p className="text-muted">No test on record.</p>
      ) : (
        <ul className="-my-2 divide-y divide-line">
          {tests.map((test) => {
            const isOld = test.expires_on < today && test.result !== 'failed';
            const { label, tone } = RESULTS[test.result];
            const service = services.find(({ id }) => id === test.service_id);
            return (
              <li key={test.id} className="flex items-start gap-2 py-2">
                <div className="min-w-0 flex-1">
                  <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                    <span className="font-medium break-words">{test.product}</span>
                    {pending.has(test.id) && <WaitingMark />}
                    <Chip tone={isOld ? 'neutral' : tone}>{isOld ? 'Out of date' : label}</Chip>
                  </p>
                  <p className="text-sm text-muted">
                    {[
                      formats.date(test.performed_at),
                      test.author_name,
                      service ? `for ${service.name}` : 'for all services',
                      test.batch && `batch ${test.batch}`,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                  <p className="text-sm text-muted">Valid until {formats.date(test.expires_on)}</p>
                </div>
                {mayEdit && (
                  <Menu
                    label={`Test with ${test.product}`}
                    trigger={(props) => (
                      <IconButton
                        {...props}
                        icon={Ellipsis}
                        label={`Actions for ${test.product}`}
                      />
                    )}
                    items={[
                      {
                        label: 'No reaction',
                        icon: CircleCheck,
                        onPress: () => void setResult(test, 'passed'),
                      },
                      {
                        label: 'Reaction',
                        icon: CircleX,
                        onPress: () => void setResult(test, 'failed'),
                      },
                      {
                        label: 'Not read yet',
                        icon: Hourglass,
                        onPress: () => void setResult(test, 'pending'),
                      },
                      {
                        label: 'Delete',
                        icon: Trash2,
                        tone: 'danger',
                        startsGroup: true,
                        onPress: () => void remove(test),
                      },
                    ]}
                  />
                )}
              </li>
            );
          })}
        </ul>
      )}
      <Suspense fallback={null}>
        {shownSheet && (
          <PatchTestSheet
            open={sheet !== null}
            client={client}
            services={services}
            today={today}
            timeZone={timeZone}
            onClose={closeSheet}
          />
        )}
      </Suspense>
    </Card>
  );
}
