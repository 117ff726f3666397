import { X } from 'lucide-react';
import { IconButton } from './button.tsx';

export function OverlayHeader({
  id,
  title,
  onClose,
}: {
  id: string;
  title: string;
  onClose: () => void;
}) {
  return (
    <header className="flex items-center gap-3 py-2 pr-2 pl-5">
      <h2 id={id} className="flex-1 py-2 text-lg leading-tight font-semibold">
        {title}
      </h2>
      <IconButton icon={X} label="Close" onClick={onClose} />
    </header>
  );
}
