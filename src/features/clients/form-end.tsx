import { Button } from '#ui/button.tsx';

/** The end of a small form inside a card: give up, or save. */
export function FormEnd({
  saveWords,
  isBusy,
  onCancel,
}: {
  saveWords: string;
  isBusy: boolean;
  onCancel: () => void;
}) {
  return (
    <div className="flex justify-end gap-2">
      <Button size="sm" variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
      <Button size="sm" variant="primary" type="submit" busy={isBusy}>
        {saveWords}
      </Button>
    </div>
  );
}
