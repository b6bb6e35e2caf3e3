import { useLingui } from "@lingui/react/macro";
import { useCallback, useRef, useState } from "react";
import { type Photo, pictureOf, thumbnailOf, type WaitingPhoto } from "../../../../api/entries/photos.ts";
import { isThinLink } from "../../../../offline/thin-link.ts";
import { useDisplay } from "../../../../preferences/display.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { formatInstant } from "../../../../units/instant.ts";
import { decimal } from "../../../../units/locale.ts";
import { useBlobUrl, usePicture } from "./use-picture.ts";
import "./photo-picture.css";

/** Bytes of a picture that is not more than a small copy would be. */
const SMALL = 65_536;

/** What a photo is called: its caption, or when it was taken. */
function usePhotoName(): (photo: Photo | WaitingPhoto) => string {
  const { t } = useLingui();
  const display = useDisplay();
  return ({ caption, time: taken }) => {
    const time = formatInstant(taken, display);
    return caption ?? t`Photo of ${time}`;
  };
}

/** A small copy of a photo, which is fetched once it comes into sight; pressed, it is shown large. */
export function PhotoPicture({ photo }: { readonly photo: Photo }) {
  const { t } = useLingui();
  const display = useDisplay();
  const { id, hasThumbnail, bytes } = photo;
  const [large, setLarge] = useState(false);
  const [wanted, setWanted] = useState(() => hasThumbnail || bytes <= SMALL || !isThinLink());
  const frame = useRef<HTMLDivElement>(null);
  const fetchSmall = useCallback((signal: AbortSignal) => thumbnailOf(id, signal), [id]);
  const url = usePicture(wanted ? fetchSmall : null, frame);
  const name = usePhotoName()(photo);
  const megabytes = decimal(bytes / 1_048_576, 1, display);
  return (
    <>
      <div ref={frame} className="entries__photo" style={{ aspectRatio: `${photo.width} / ${photo.height}` }}>
        {url === null ? null : <img src={url} alt={name} />}
        <button
          type="button"
          className="entries__enlarge"
          aria-label={wanted ? t`Show large: ${name}` : undefined}
          onClick={() => (wanted ? setLarge(true) : setWanted(true))}
        >
          {wanted ? null : t`Show the photo, ${megabytes} MB`}
        </button>
      </div>
      <Dialog title={name} open={large} onClose={() => setLarge(false)}>
        <LargePhoto photo={photo} name={name} meanwhile={url} />
      </Dialog>
    </>
  );
}

/** The whole picture; its small copy until it has come. */
function LargePhoto({
  photo,
  name,
  meanwhile,
}: {
  readonly photo: Photo;
  readonly name: string;
  readonly meanwhile: string | null;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const { id, width, height } = photo;
  const fetchLarge = useCallback((signal: AbortSignal) => pictureOf(id, signal), [id]);
  const url = usePicture(fetchLarge, frame) ?? meanwhile;
  return (
    <div ref={frame} className="entries__large" style={{ aspectRatio: `${width} / ${height}` }}>
      {url === null ? null : <img src={url} alt={name} />}
    </div>
  );
}

/** A small copy of a photo that waits on this device. */
export function WaitingPicture({ photo }: { readonly photo: WaitingPhoto }) {
  const url = useBlobUrl(photo.thumbnail);
  const name = usePhotoName()(photo);
  return (
    <div className="entries__photo" style={{ aspectRatio: `${photo.width} / ${photo.height}` }}>
      {url === null ? null : <img src={url} alt={name} />}
    </div>
  );
}
