import { Button } from '#ui/button.tsx';
import { Menu } from '#ui/menu.tsx';
import { List } from 'lucide-react';
import { useNavigate } from 'react-router-dom';

const PARTS = [
  ['business', 'Business'],
  ['booking-page', 'Booking page'],
  ['special-days', 'Closed days'],
  ['rules', 'Booking rules'],
  ['fees', 'Fees and deposits'],
  ['policy', 'Cancellation policy'],
  ['taxes', 'Taxes'],
  ['discounts', 'Discounts'],
  ['gift-cards', 'Gift cards'],
  ['checkout', 'Checkout'],
  ['more', 'More settings'],
  ['data', 'Your data'],
  ['team-mails', 'Mails to you'],
  ['calendar-feed', 'Calendar elsewhere'],
  ['security', 'Security'],
  ['appearance', 'Appearance'],
  ['device', 'Devices and sync'],
  ['account', 'Account'],
] as const;

/** The way to each part: beside them where there is room, elsewhere a list that stays at hand. */
export function SettingsContents() {
  const navigate = useNavigate();
  const goTo = (id: string): void => {
    // The address may name this part already, and then nothing else would lead back to it.
    document.getElementById(id)?.scrollIntoView();
    void navigate({ hash: id }, { replace: true });
  };
  return (
    <>
      <nav aria-label="Settings" className="sticky top-8 hidden lg:block">
        <ul className="grid gap-0.5">
          {PARTS.map(([id, label]) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="flex min-h-9 items-center rounded-md px-3 text-muted hover:bg-raised hover:text-ink pointer-coarse:min-h-11"
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="sticky top-0 z-10 -mx-4 -my-3 bg-canvas px-4 pt-[calc(env(safe-area-inset-top)+0.5rem)] pb-2 sm:-mx-6 sm:px-6 lg:hidden">
        <Menu
          label="Parts of the settings"
          align="start"
          wide
          items={PARTS.map(([id, label]) => ({ label, onPress: () => goTo(id) }))}
          trigger={(props) => (
            <Button {...props} icon={List} wide>
              Go to a part
            </Button>
          )}
        />
      </div>
    </>
  );
}
