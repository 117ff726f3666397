import { IconButton } from '#ui/button.tsx';
import { Menu } from '#ui/menu.tsx';
import type { MenuItem } from '#ui/menu.tsx';
import {
  Archive,
  ArchiveRestore,
  Ellipsis,
  Eraser,
  FileBraces,
  FileText,
  Pencil,
  Users,
} from 'lucide-react';

/** What one rarely does with a client; null = this person may not. */
export function ClientMenu({
  isArchived,
  onEdit,
  onFamily,
  onArchive,
  onRestore,
  onSave,
  onErase,
}: {
  isArchived: boolean;
  onEdit: () => void;
  onFamily: (() => void) | null;
  onArchive: () => void;
  onRestore: () => void;
  onSave: ((kind: 'json' | 'html') => void) | null;
  onErase: (() => void) | null;
}) {
  const files: MenuItem[] = onSave
    ? [
        {
          label: 'Save their data as a page',
          icon: FileText,
          hint: 'To read and print.',
          startsGroup: true,
          onPress: () => onSave('html'),
        },
        { label: 'Save their data as JSON', icon: FileBraces, onPress: () => onSave('json') },
      ]
    : [];
  const family: MenuItem[] = onFamily
    ? [
        {
          label: 'Family',
          icon: Users,
          hint: 'Their guardian, or whom they answer for.',
          onPress: onFamily,
        },
      ]
    : [];
  const erase: MenuItem[] = onErase
    ? [
        {
          label: 'Erase for good',
          icon: Eraser,
          tone: 'danger',
          hint: 'Removes the person, keeps visits and prices.',
          startsGroup: true,
          onPress: onErase,
        },
      ]
    : [];
  return (
    <Menu
      label="More"
      trigger={(props) => <IconButton {...props} icon={Ellipsis} label="More actions" />}
      items={[
        { label: 'Edit', icon: Pencil, onPress: onEdit },
        ...family,
        isArchived
          ? { label: 'Restore', icon: ArchiveRestore, onPress: onRestore }
          : {
              label: 'Archive',
              icon: Archive,
              hint: 'Out of lists and searches; the history stays.',
              onPress: onArchive,
            },
        ...files,
        ...erase,
      ]}
    />
  );
}
