import { ClosedBusinesses } from '#app/closing/closed-businesses.tsx';
import { messageFor } from '#app/messages.ts';
import type { OpenWait } from '#db/open.ts';
import type { AppError } from '#domain/errors/result.ts';
import { ROLE_NAMES } from '#domain/permissions/role-names.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { signOutHere } from '#remote/auth.ts';
import type { MyBusiness } from '#remote/memberships.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { List, ListRow } from '#ui/list.tsx';
import { CloudOff, Hourglass, Layers, Store, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

function Centred({ children }: { children: ReactNode }) {
  return <main className="grid min-h-dvh place-items-center px-4 py-10">{children}</main>;
}

/** For people who work in several businesses and have not chosen one on this device. */
export function ChooseBusiness({
  businesses,
  onChoose,
}: {
  businesses: readonly MyBusiness[];
  onChoose: (business: MyBusiness) => void;
}) {
  return (
    <Centred>
      <div className="grid w-full max-w-md gap-5">
        <h1 className="text-2xl font-semibold">Where are you working today?</h1>
        <ClosedBusinesses />
        <List>
          {businesses.map((business) => (
            <ListRow
              key={business.id}
              leading={<Store size={20} className="text-muted" aria-hidden />}
              title={business.name}
              subtitle={ROLE_NAMES[business.role]}
              onPress={() => onChoose(business)}
            />
          ))}
        </List>
      </div>
    </Centred>
  );
}

/** Nothing can be shown: no network at the very first start, or no storage. */
export function WorkspaceFailed({ error, onRetry }: { error: AppError; onRetry: () => void }) {
  const isOffline = error.code === 'offline' || error.code === 'server_unavailable';
  return (
    <Centred>
      <EmptyState
        level="h1"
        icon={isOffline ? CloudOff : TriangleAlert}
        title={isOffline ? 'The first start needs internet' : 'Your data cannot be opened'}
        action={
          <>
            <Button variant="primary" onClick={onRetry}>
              Try again
            </Button>
            <Button variant="quiet" onClick={() => void signOutHere()}>
              Sign out
            </Button>
          </>
        }
      >
        {isOffline ? 'After that, everything works without a connection too.' : messageFor(error)}
      </EmptyState>
    </Centred>
  );
}

/** Opening takes long; it goes on by itself once what is in the way is gone. */
export function WorkspaceWaits({ why }: { why: OpenWait }) {
  return (
    <Centred>
      <EmptyState
        level="h1"
        icon={why === 'blocked' ? Layers : Hourglass}
        title={
          why === 'blocked' ? 'Please close the other tabs' : 'Opening takes longer than usual'
        }
      >
        {why === 'blocked'
          ? `A tab with an older version of ${PRODUCT_NAME} holds your data. Once it is closed, this one opens by itself.`
          : 'The storage of this browser does not answer yet. It opens by itself; if it does not, restart the browser. Nothing is lost.'}
      </EmptyState>
    </Centred>
  );
}

/** Another tab changed the database under this one. */
export function WorkspaceClosed() {
  return (
    <Centred>
      <EmptyState
        level="h1"
        icon={Layers}
        title="Continue in the other tab"
        action={
          <Button variant="primary" onClick={() => window.location.reload()}>
            Use this one instead
          </Button>
        }
      >
        Another tab has taken over, with a newer version or after signing out.
      </EmptyState>
    </Centred>
  );
}
