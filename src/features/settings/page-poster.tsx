import { pathTo } from '#app/paths.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { QrPicture } from '#ui/qr-picture.tsx';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import './page-poster.css';

/** The way to the booking page for a wall or a window. Opens the print dialog as soon as it is drawn. */
export function PagePoster({
  business,
  onDone,
}: {
  business: Pick<BusinessRow, 'name' | 'slug'>;
  onDone: () => void;
}) {
  useEffect(() => {
    window.addEventListener('afterprint', onDone);
    window.print();
    return () => window.removeEventListener('afterprint', onDone);
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it is on the sheet
  }, []);
  const path = pathTo('book', { proUrl: business.slug });
  return createPortal(
    <div className="page-poster" role="region" aria-label="Poster of the booking page">
      <h1>{business.name}</h1>
      <p>Book your next visit online</p>
      <QrPicture text={location.origin + path} label="QR code of the booking page, to print" />
      <p>Point the camera of your phone at the code, or go to</p>
      <p className="page-poster-link">{location.host + path}</p>
    </div>,
    document.body,
  );
}
