import { useSyncedWorkspace } from '#app/workspace-holder.ts';
import type { OpenWorkspace } from '#app/workspace-context.ts';
import { logError } from '#platform/log.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/fields.tsx';
import { Notice } from '#ui/notice.tsx';
import { closeModal } from '#ui/overlays.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useEffect, useRef, useState } from 'react';
import { countUnsent, exportUnsent, leaveAndWipe, leaveSealed } from './leave.ts';

type Step = { kind: 'sending' } | { kind: 'leaving' } | { kind: 'unsent'; count: number };

/** Sends what is left, then leaves; or asks what shall happen to what could not be sent. */
export function SignOutDialog() {
  const workspace = useSyncedWorkspace();
  const [step, setStep] = useState<Step>({ kind: 'sending' });
  const started = useRef(false);

  const leave = async (how: (workspace: OpenWorkspace) => Promise<void>): Promise<void> => {
    if (!workspace) return closeModal();
    setStep({ kind: 'leaving' });
    try {
      await how(workspace);
    } catch (error) {
      logError('Signing out failed', error);
    }
    closeModal();
  };
  useEffect(() => {
    if (started.current || !workspace) return;
    started.current = true;
    const begin = async (): Promise<void> => {
      const count = await countUnsent(workspace).catch((error: unknown) => {
        logError('Unsent changes could not be counted', error);
        // Unknown is treated like unsent: nothing is wiped without a person's word.
        return Number.NaN;
      });
      if (count === 0) await leave(leaveAndWipe);
      else setStep({ kind: 'unsent', count });
    };
    void begin();
    // Once, when the dialog opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  if (step.kind !== 'unsent') {
    return (
      <div className="flex items-center gap-3 py-4 text-muted">
        <Spinner />
        <p role="status">
          {step.kind === 'sending' ? 'Sending your last changes …' : 'Signing out …'}
        </p>
      </div>
    );
  }
  return (
    <Choices
      count={step.count}
      onStay={() => {
        void workspace?.sync.resume();
        closeModal();
      }}
      onExport={() => void (workspace && exportUnsent(workspace))}
      onKeep={() => void leave(leaveSealed)}
      onDiscard={() => void leave(leaveAndWipe)}
    />
  );
}

function Choices({
  count,
  onStay,
  onExport,
  onKeep,
  onDiscard,
}: {
  count: number;
  onStay: () => void;
  onExport: () => void;
  onKeep: () => void;
  onDiscard: () => void;
}) {
  const [isDiscarding, setDiscarding] = useState(false);
  const [typed, setTyped] = useState('');
  const known = Number.isFinite(count);
  const what = known ? `${count} ${count === 1 ? 'change' : 'changes'}` : 'some changes';
  const word = known ? String(count) : 'discard';

  if (isDiscarding) {
    return (
      <form
        className="grid grid-cols-1 gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() === word) onDiscard();
        }}
      >
        <Notice tone="danger" title={`${what} will be lost for good`}>
          Nobody else has them, and they cannot be brought back.
        </Notice>
        <TextField
          label={known ? 'Type the number of changes to discard them' : 'Type “discard”'}
          inputMode={known ? 'numeric' : 'text'}
          autoComplete="off"
          autoFocus
          value={typed}
          onChange={setTyped}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => setDiscarding(false)}>Back</Button>
          <Button type="submit" variant="danger" disabled={typed.trim() !== word}>
            Discard and sign out
          </Button>
        </div>
      </form>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-pretty">
        <strong>{what}</strong> on this device could not be sent yet. What shall happen to them?
      </p>
      <div className="grid grid-cols-1 gap-2">
        <Button variant="primary" wide onClick={onStay}>
          Stay signed in
        </Button>
        <Button wide onClick={onKeep}>
          Keep them here for me and sign out
        </Button>
        <Button wide onClick={onExport}>
          Save them as a file
        </Button>
        <Button variant="quiet" wide className="!text-danger" onClick={() => setDiscarding(true)}>
          Discard them …
        </Button>
      </div>
      <p className="text-sm text-muted">
        Kept changes are sent when you sign in here again. Nobody else who signs in can see them.
      </p>
    </div>
  );
}
