import { when } from '#app/sync/device-words.ts';
import { AuthHeading } from '#features/auth/form-parts.tsx';
import { nowMs } from '#platform/clock.ts';
import { readStoredSession } from '#remote/session.ts';
import { Button } from '#ui/button.tsx';
import { focusFirstInvalid } from '#ui/field-frame.tsx';
import { List, ListRow } from '#ui/list.tsx';
import { Notice } from '#ui/notice.tsx';
import { useEffect, useState } from 'react';
import type { FormEvent } from 'react';
import type { Person } from './kept-people.ts';
import { isRenewed, lockedPeople, unlock } from './people.ts';
import type { Unlocked } from './people.ts';
import { PinField } from './pin-field.tsx';

/**
 * Who uses this device, and a PIN for the one who says "me". It works without a network, and says no
 * word of the business.
 */
export function LockScreen({
  onOpen,
  onPassword,
}: {
  /** Their session is in its place. */
  onOpen: (userId: string) => void;
  /** Somebody else, or without a PIN. */
  onPassword: () => void;
}) {
  const [persons, setPersons] = useState(lockedPeople);
  const [chosenId, setChosenId] = useState(() =>
    persons.length === 1 ? persons[0]?.userId : null,
  );
  const [isLost, setLost] = useState(false);
  const chosen = persons.find(({ userId }) => userId === chosenId);
  // Another tab let somebody in, or this page comes back from before it did.
  useEffect(() => {
    const look = (): void => {
      const session = readStoredSession();
      if (session && !isRenewed()) onOpen(session.userId);
    };
    window.addEventListener('storage', look);
    window.addEventListener('pageshow', look);
    return () => {
      window.removeEventListener('storage', look);
      window.removeEventListener('pageshow', look);
    };
  }, [onOpen]);

  return (
    <>
      <AuthHeading title="Who is there?">This device is locked.</AuthHeading>
      {isLost && (
        <div className="mb-4">
          <Notice tone="warning" live title="Sign in with your password">
            The PIN was wrong too often. Everything of yours is kept on this device, also what was
            not sent yet.
          </Notice>
        </div>
      )}
      {chosen ? (
        <PinForm
          key={chosen.userId}
          person={chosen}
          onDone={(answer) => {
            if (answer.kind === 'open') return onOpen(chosen.userId);
            setPersons(lockedPeople());
            if (answer.kind === 'gone') {
              setLost(true);
              setChosenId(null);
            }
          }}
          onBack={persons.length > 1 ? () => setChosenId(null) : null}
        />
      ) : (
        <List label="People of this device">
          {persons.map((person) => (
            <ListRow
              key={person.userId}
              title={<bdi>{person.name}</bdi>}
              {...(person.waiting > 0 ? { subtitle: waitingText(person) } : {})}
              onPress={() => setChosenId(person.userId)}
            />
          ))}
        </List>
      )}
      <div className="mt-8">
        <Button variant="quiet" wide onClick={onPassword}>
          Sign in with a password
        </Button>
      </div>
    </>
  );
}

const waitingText = ({ waiting }: Person): string =>
  waiting === 1 ? '1 change is not sent yet' : `${waiting} changes are not sent yet`;

function PinForm({
  person,
  onDone,
  onBack,
}: {
  person: Person;
  onDone: (answer: Unlocked) => void;
  onBack: (() => void) | null;
}) {
  const [pin, setPin] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Unlocked | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    if (isBusy || pin === '') return;
    setBusy(true);
    const next = await unlock(person.userId, pin.trim(), nowMs());
    setPin('');
    setAnswer(next);
    setBusy(next.kind === 'open');
    focusFirstInvalid(form);
    onDone(next);
  };

  return (
    <form
      aria-label={`Unlock for ${person.name}`}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => void submit(event)}
    >
      <p className="text-lg font-medium">
        <bdi>{person.name}</bdi>
      </p>
      {person.waiting > 0 && <p className="text-pretty text-muted">{waitingText(person)}.</p>}
      <PinField autoFocus value={pin} onChange={setPin} error={errorOf(answer)} />
      <Button type="submit" variant="primary" busy={isBusy} wide>
        Unlock
      </Button>
      {onBack && (
        <Button wide onClick={onBack}>
          Somebody else
        </Button>
      )}
    </form>
  );
}

const errorOf = (answer: Unlocked | null): string | undefined => {
  if (answer?.kind === 'wrong') return 'This is not the PIN. Try again.';
  if (answer?.kind === 'full') return 'This device is full. Make room on it, then try again.';
  if (answer?.kind !== 'paused') return undefined;
  const time = when(new Date(answer.untilMs).toISOString());
  return `Too many wrong PINs. Try again after ${time}, or sign in with your password.`;
};
