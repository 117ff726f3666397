import { PRODUCT_NAME } from '#domain/product.ts';
import {
  answerInstall,
  dismissInstall,
  installState,
  isInstalled,
  isIos,
  onInstallChange,
} from '#platform/install.ts';
import { readSetting, writeSetting } from '#platform/storage.ts';
import { Mark } from '#app/mark.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { Share, X } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';

const IOS_HINT_KEY = 'daybook-ios-hint-seen';

/** Offers to put the app on the home screen, from the second page of a visit on. */
export function InstallBanner() {
  const { show } = useSyncExternalStore(onInstallChange, installState);
  const { pathname } = useLocation();
  if (pathname.startsWith('/checkout')) return null;
  if (!show) return <IosHint />;
  return (
    <Card
      text="Opens at once, also without internet."
      onDismiss={dismissInstall}
      action={
        <Button variant="primary" size="sm" onClick={() => void answerInstall()}>
          Install
        </Button>
      }
    />
  );
}

/** iPhones never offer to install; the way there has to be told, once. */
function IosHint() {
  const [isSeen, setSeen] = useState(() => readSetting(IOS_HINT_KEY) !== null);
  if (isSeen || !isIos() || isInstalled()) return null;
  return (
    <Card
      text={
        <>
          Press <Share size={16} className="inline align-[-2px]" aria-label="Share" />, then “Add to
          Home Screen”.
        </>
      }
      onDismiss={() => {
        writeSetting(IOS_HINT_KEY, 'yes');
        setSeen(true);
      }}
    />
  );
}

function Card({
  text,
  action,
  onDismiss,
}: {
  text: ReactNode;
  action?: ReactNode;
  onDismiss: () => void;
}) {
  return (
    <section
      aria-label="Install the app"
      className="floating-card fixed z-45 flex items-center gap-3 rounded-lg border border-line bg-surface py-2 pr-2 pl-3 shadow-float"
    >
      <Mark size={36} />
      <p className="min-w-0 flex-1">
        <span className="block font-medium">Keep {PRODUCT_NAME} on your device</span>
        <span className="block text-sm text-muted">{text}</span>
      </p>
      {action}
      <IconButton size="sm" icon={X} label="Not now" onClick={onDismiss} />
    </section>
  );
}
