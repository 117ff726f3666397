import {
  LOCK_AFTER_MIN,
  MAX_PEOPLE,
  PIN_MAX_DIGITS,
  PIN_MIN_DIGITS,
  pinFault,
} from '#domain/account/pin.ts';
import type { PinFault } from '#domain/account/pin.ts';
import { nowMs } from '#platform/clock.ts';
import { Button } from '#ui/button.tsx';
import { focusFirstInvalid } from '#ui/field-frame.tsx';
import { SelectField, TextField } from '#ui/fields.tsx';
import { Notice } from '#ui/notice.tsx';
import { showToast } from '#ui/toast.ts';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { forgetPin, people, personOf } from './kept-people.ts';
import { lockNow } from './lock-now.ts';
import { lockAfterMin, noteActive, setLockAfterMin, setPin } from './people.ts';
import { PinField } from './pin-field.tsx';

const FAULTS: Readonly<Record<PinFault, string>> = {
  digits: 'Digits only.',
  short: `At least ${PIN_MIN_DIGITS} digits.`,
  long: `${PIN_MAX_DIGITS} digits at most.`,
  simple: 'Too easy to guess: choose digits that are not in a row.',
};

const LONGEST_NAME = 60;

/** A PIN on this one device: for a tablet at the desk that several people use. Works offline. */
export function PinPart({ userId, suggestion }: { userId: string; suggestion: string }) {
  const [person, setPerson] = useState(() => personOf(userId));
  const [isSetting, setSetting] = useState(false);
  const [minutes, setMinutes] = useState(lockAfterMin);
  const isFull = !person && people().length >= MAX_PEOPLE;

  return (
    <>
      <p className="text-pretty text-muted">
        For a device that several people use: everybody signs in once, chooses a PIN, and from then
        on works as themselves after typing it. A PIN keeps colleagues at the same screen apart. It
        does not protect a stolen device: lock the device itself for that.
      </p>
      {isFull && (
        <p className="text-pretty">
          {MAX_PEOPLE} people have a PIN here, and that is as many as fit. One of them has to remove
          theirs first.
        </p>
      )}
      {isSetting ? (
        <PinFields
          name={person?.name ?? suggestion}
          onSave={async (name, pin) => {
            await setPin(userId, name, pin);
            noteActive(nowMs());
            setPerson(personOf(userId));
            setSetting(false);
            showToast({ type: 'success', title: 'Your PIN for this device is set' });
          }}
          onBack={() => setSetting(false)}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          {person && (
            <Button icon={Lock} onClick={() => void lockNow({ send: true })}>
              Lock now
            </Button>
          )}
          <Button disabled={isFull} onClick={() => setSetting(true)}>
            {person ? 'Change PIN' : 'Set a PIN'}
          </Button>
          {person && (
            <Button
              variant="quiet"
              onClick={() => {
                forgetPin(userId);
                setPerson(undefined);
                showToast({ type: 'success', title: 'Your PIN is removed from this device' });
              }}
            >
              Remove PIN
            </Button>
          )}
        </div>
      )}
      {person && !isSetting && (
        <SelectField
          label="Lock by itself after"
          hint="When nobody has touched the app for so long; for everybody on this device."
          value={String(minutes)}
          onChange={(value) => {
            setLockAfterMin(Number(value));
            setMinutes(Number(value));
          }}
          options={LOCK_AFTER_MIN.map((one) => ({
            value: String(one),
            label: one === 1 ? '1 minute' : `${one} minutes`,
          }))}
        />
      )}
    </>
  );
}

function PinFields({
  name: known,
  onSave,
  onBack,
}: {
  name: string;
  onSave: (name: string, pin: string) => Promise<void>;
  onBack: () => void;
}) {
  const [name, setName] = useState(known);
  const [pin, setPinText] = useState('');
  const [again, setAgain] = useState('');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const fault = pinFault(pin);
  const isNameless = name.trim() === '';
  const isOther = again !== pin;

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (fault !== null || isOther || isNameless) return focusFirstInvalid(event.currentTarget);
    if (isBusy) return;
    setBusy(true);
    setFailed(false);
    try {
      await onSave(name.trim(), pin);
    } catch {
      // Over plain http a browser keeps no secrets.
      setFailed(true);
      setBusy(false);
    }
  };

  return (
    <form
      aria-label="PIN for this device"
      noValidate
      className="grid gap-4"
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        label="Your name"
        hint="What the lock screen calls you."
        maxLength={LONGEST_NAME}
        autoComplete="off"
        value={name}
        onChange={setName}
        error={isTried && isNameless ? 'Please fill this in.' : undefined}
      />
      <PinField
        hint={`${PIN_MIN_DIGITS} to ${PIN_MAX_DIGITS} digits. Nobody can look it up; if it is forgotten, your password lets you in.`}
        value={pin}
        onChange={setPinText}
        error={isTried && fault ? FAULTS[fault] : undefined}
      />
      <PinField
        label="PIN once more"
        value={again}
        onChange={setAgain}
        error={isTried && !fault && isOther ? 'This is not the same PIN.' : undefined}
      />
      {hasFailed && (
        <Notice tone="danger">This browser cannot keep a PIN here. Nothing has changed.</Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={isBusy}>
          Save PIN
        </Button>
        <Button onClick={onBack}>Back</Button>
      </div>
    </form>
  );
}
