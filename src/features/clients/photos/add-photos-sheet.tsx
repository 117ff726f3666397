import { messageFor } from '#app/messages.ts';
import { recordConsent } from '#db/commands/consents.ts';
import { addPhoto } from '#db/commands/photos.ts';
import { useDb } from '#db/use-query.ts';
import { CONSENT_TEXTS } from '#domain/clients/consent-texts.ts';
import { openBefores, photoConsent, PHOTO_KINDS } from '#domain/clients/photos.ts';
import type { PhotoKind } from '#domain/clients/photos.ts';
import type { ClientPhotoRow, ClientRow, ConsentEventRow } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';
import { Button } from '#ui/button.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';
import { CheckboxField, SelectField } from '#ui/fields.tsx';
import { loadOrTell } from '#ui/load-or-tell.ts';
import { Notice } from '#ui/notice.tsx';
import { SideSheet } from '#ui/side-sheet.tsx';
import { showToast } from '#ui/toast.ts';
import { Camera, Images } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ChosenPdf, ChosenPhoto } from './choose.ts';
import { ChosenList } from './chosen-list.tsx';
import { KIND_WORDS, NO_ROOM, manyFiles, photoText } from './words.ts';

/** Takes or chooses pictures and says what they are, or chooses PDFs. Needs no network. */
export function AddPhotosSheet({
  open,
  client,
  photos,
  consents,
  visits,
  formats,
  onClose,
}: {
  open: boolean;
  client: ClientRow;
  photos: readonly ClientPhotoRow[];
  consents: readonly ConsentEventRow[];
  visits: readonly { id: string; label: string; isToday: boolean }[];
  formats: BusinessFormats;
  onClose: () => void;
}) {
  const db = useDb();
  const camera = useRef<HTMLInputElement>(null);
  const library = useRef<HTMLInputElement>(null);
  const befores = openBefores(photos);
  const [pictures, setPictures] = useState<readonly ChosenPhoto[]>([]);
  const [pdfs, setPdfs] = useState<readonly ChosenPdf[]>([]);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState<'reading' | 'saving' | null>(null);
  const [kind, setKind] = useState<PhotoKind>(befores.length > 0 ? 'after' : 'before');
  const [pairId, setPairId] = useState(befores[0]?.id ?? '');
  const [visitId, setVisitId] = useState(visits.find(({ isToday }) => isToday)?.id ?? '');
  const [agreesNow, setAgreesNow] = useState(false);
  const known = photoConsent(consents);
  const hasOnlyPdfs = pictures.length === 0 && pdfs.length > 0;
  const showsPerson = !hasOnlyPdfs && (kind === 'before' || kind === 'after');
  const mustAsk = known === 'denied' && showsPerson && !agreesNow;

  const take = async (files: readonly File[]): Promise<void> => {
    if (files.length === 0 || busy) return;
    setBusy('reading');
    const choose = await loadOrTell(async () => (await import('./choose.ts')).choose);
    const chosen = await choose?.(files, db.now());
    if (chosen) {
      setPictures((before) => [...before, ...chosen.pictures]);
      setPdfs((before) => [...before, ...chosen.pdfs]);
      setProblems(chosen.problems);
    }
    setBusy(null);
  };

  const save = async (): Promise<void> => {
    if (pictures.length + pdfs.length === 0) {
      setProblems(['Take or choose a picture first.']);
      return;
    }
    if (mustAsk) {
      setProblems(['This client said no to photos. Ask them, and tick the box if they agree now.']);
      return;
    }
    setBusy('saving');
    setProblems([]);
    const failure = await keepAll();
    setBusy(null);
    if (failure) setProblems([failure]);
    else {
      showToast({
        type: 'success',
        title: `${manyFiles(pictures.length, pdfs.length, 'Photo')} added`,
      });
      onClose();
    }
  };

  /** Says why not all of them were kept; those that were leave the sheet. */
  const keepAll = async (): Promise<string | null> => {
    if (agreesNow && known !== 'granted' && pictures.length > 0) {
      const { version, wording } = CONSENT_TEXTS.photos;
      const recorded = await recordConsent(db, client.id, {
        purpose: 'photos',
        channel: null,
        state: 'granted',
        source: 'in_person',
        text_version: version,
        wording,
      });
      if (!recorded.ok) return messageFor(recorded.error);
    }
    for (const [place, { key, picture, takenAt }] of pictures.entries()) {
      const { data, mediaType, width, height } = picture;
      const kept = await addPhoto(db, client.id, {
        kind,
        pair_id: kind === 'after' && place === 0 ? pairId || null : null,
        appointment_id: visitId || null,
        taken_at: takenAt,
        consent: agreesNow ? 'granted' : known,
        media_type: mediaType,
        width,
        height,
        data,
      });
      if (!kept.ok) return kept.error.code === 'storage_full' ? NO_ROOM : messageFor(kept.error);
      setPictures((left) => left.filter((one) => one.key !== key));
    }
    for (const { key, name, data } of pdfs) {
      const kept = await addPhoto(db, client.id, {
        kind: 'document',
        pair_id: null,
        appointment_id: visitId || null,
        taken_at: db.now(),
        consent: known,
        media_type: 'application/pdf',
        width: null,
        height: null,
        file_name: name,
        data,
      });
      if (!kept.ok) return kept.error.code === 'storage_full' ? NO_ROOM : messageFor(kept.error);
      setPdfs((left) => left.filter((one) => one.key !== key));
    }
    return null;
  };

  const input = (
    ref: typeof camera,
    label: string,
    more: { accept: string; capture?: 'environment'; multiple?: boolean },
  ) => (
    <input
      ref={ref}
      type="file"
      aria-label={label}
      tabIndex={-1}
      className="sr-only"
      {...more}
      onChange={(event) => {
        // A copy: emptying the field empties its list too.
        void take([...(event.target.files ?? [])]);
        event.target.value = '';
      }}
    />
  );

  return (
    <SideSheet
      open={open}
      title="Add photos or files"
      onClose={onClose}
      footer={
        <Button variant="primary" busy={busy === 'saving'} onClick={() => void save()}>
          Add {manyFiles(pictures.length, pdfs.length, 'photo')}
        </Button>
      }
    >
      <div className="grid gap-4">
        {problems.length > 0 && (
          <Notice tone="danger">
            {problems.map((problem) => (
              <p key={problem} className="break-words">
                {problem}
              </p>
            ))}
          </Notice>
        )}
        <div className="grid grid-cols-2 gap-2">
          <Button icon={Camera} busy={busy === 'reading'} onClick={() => camera.current?.click()}>
            Take a photo
          </Button>
          <Button icon={Images} busy={busy === 'reading'} onClick={() => library.current?.click()}>
            Choose
          </Button>
          {input(camera, 'Camera', { accept: 'image/*', capture: 'environment' })}
          {input(library, 'Pictures', { accept: 'image/*,application/pdf', multiple: true })}
        </div>
        <p className="-mt-2 text-sm text-muted">Pictures, or PDFs of up to 10 MB each.</p>
        <ChosenList
          pictures={pictures}
          pdfs={pdfs}
          onLeaveOut={(gone) => {
            setPictures(pictures.filter(({ key }) => key !== gone));
            setPdfs(pdfs.filter(({ key }) => key !== gone));
          }}
        />
        {!hasOnlyPdfs && (
          <ChoiceField
            label="What it shows"
            value={kind}
            onChange={setKind}
            choices={PHOTO_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))}
          />
        )}
        {!hasOnlyPdfs && kind === 'after' && befores.length > 0 && (
          <SelectField
            label="Goes with"
            placeholder="No before"
            value={pairId}
            onChange={setPairId}
            options={befores.map((photo) => ({
              value: photo.id,
              label: photoText(photo, formats),
            }))}
          />
        )}
        {visits.length > 0 && (
          <SelectField
            label="Visit"
            placeholder="No visit"
            value={visitId}
            onChange={setVisitId}
            options={visits.map(({ id, label }) => ({ value: id, label }))}
          />
        )}
        {known === 'denied' && !hasOnlyPdfs && (
          <Notice tone="warning" title="Said no to photos" live={false}>
            The consents of this client say so.
          </Notice>
        )}
        {known !== 'granted' && !hasOnlyPdfs && (
          <CheckboxField
            label="The client agrees"
            hint={`“${CONSENT_TEXTS.photos.wording}”`}
            value={agreesNow}
            onChange={setAgreesNow}
          />
        )}
      </div>
    </SideSheet>
  );
}
