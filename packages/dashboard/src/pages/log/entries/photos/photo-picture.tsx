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

/** Below this size a picture is its own thumbnail. */
const SMALL = 65_536;

/** A photo's caption, or its time. */
function usePhotoName(): (photo: Photo | WaitingPhoto) => string {
  const { t } = useLingui();
  const display = useDisplay();
  return ({ caption, time: taken }) => {
    const time = formatInstant(taken, display);
    return caption ?? t`Photo of ${time}`;
  };
}

/** A thumbnail, fetched when it comes into view; a click shows the full picture. */
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

/** The full picture; its thumbnail until it has loaded. */
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

/** The thumbnail of a queued photo. */
export function WaitingPicture({ photo }: { readonly photo: WaitingPhoto }) {
  const url = useBlobUrl(photo.thumbnail);
  const name = usePhotoName()(photo);
  return (
    <div className="entries__photo" style={{ aspectRatio: `${photo.width} / ${photo.height}` }}>
      {url === null ? null : <img src={url} alt={name} />}
    </div>
  );
}
