import { Fact } from './fact-card.tsx';

/** How to prepare for a visit, as its services say; nothing when they say nothing. */
export function PrepNotes({ notes = [] }: { notes?: string[] | undefined }) {
  if (notes.length === 0) return null;
  return (
    <Fact name="Before you come">
      {notes.map((note) => (
        <span key={note} className="block whitespace-pre-line">
          {note}
        </span>
      ))}
    </Fact>
  );
}
