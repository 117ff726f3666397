import { businessSettings, myAccess } from '#db/queries/business.ts';
import { addOnGroups, serviceTree } from '#db/queries/services.ts';
import { useQuery } from '#db/use-query.ts';
import { Page } from '#ui/page.tsx';
import { SkeletonList } from '#ui/skeleton.tsx';
import { ServicesBoard } from './services-board.tsx';

/** What the business offers: categories, services with their options, and add-ons. */
export function ServicesScreen() {
  const settings = useQuery(async (db) => (await businessSettings(db)) ?? null, []);
  const tree = useQuery((db) => serviceTree(db, { archived: true }), []);
  const groups = useQuery(addOnGroups, []);
  const access = useQuery(myAccess, []);
  if (settings === undefined || !tree || !groups || !access) return null;
  if (settings === null) {
    return (
      <Page title="Services">
        <SkeletonList rows={8} label="Your services are being loaded" />
      </Page>
    );
  }
  return (
    <ServicesBoard
      tree={tree}
      groups={groups}
      business={settings.business}
      mayEdit={access.may('services')}
    />
  );
}
