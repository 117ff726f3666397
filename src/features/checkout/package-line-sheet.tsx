import type { CartLine } from '#domain/checkout/cart.ts';
import { uncoveredLine } from '#domain/checkout/packages.ts';
import { Button } from '#ui/button.tsx';
import { SideSheet } from '#ui/side-sheet.tsx';

/** A line that sells a package, or that one pays: it stays as it is, or goes. */
export function PackageLineSheet({
  open,
  line,
  onSave,
  onRemove,
  onClose,
}: {
  open: boolean;
  line: CartLine;
  onSave: (line: CartLine) => void;
  onRemove: () => void;
  onClose: () => void;
}) {
  const isUse = Boolean(line.package_use);
  return (
    <SideSheet
      open={open}
      title={line.name}
      onClose={onClose}
      footer={
        isUse ? (
          <Button onClick={() => onSave(uncoveredLine(line))}>Not with the package</Button>
        ) : (
          <Button onClick={onRemove}>Remove</Button>
        )
      }
    >
      <p>
        {isUse
          ? 'A visit of a package pays this. It costs what the visit was worth when the package was sold.'
          : 'The package is paid at once, at its whole price. It can be used from the next sale on.'}
      </p>
    </SideSheet>
  );
}
