import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useCallback, useRef, useState } from "react";
import { type Photo, pictureOf, thumbnailOf, type WaitingPhoto } from "../../../api/entries/photos.ts";
import { isThinLink } from "../../../offline/thin-link.ts";
import { useDisplay } from "../../../preferences/display.ts";
import { useCommand } from "../../../queries/use-command.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ProblemNotice } from "../../../ui/page/notice.tsx";
import { formatInstant } from "../../../units/instant.ts";
import { decimal } from "../../../units/locale.ts";
import { Look } from "./look.tsx";
import { useBlobUrl, usePicture } from "./use-picture.ts";

/** Bytes of a picture that is not more than a small copy would be. */
const SMALL = 65_536;

interface PhotoLineProps {
  readonly photo: Photo;
  readonly onLook: (time: Date) => void;
  readonly onRemove: () => Promise<void>;
}

/** A photo among the lines of the logbook: a small copy of it, which is fetched once it comes into sight. */
export function PhotoLine({ photo, onLook, onRemove }: PhotoLineProps) {
  const { t } = useLingui();
  const { clock } = useDisplay();
  const { id, hasThumbnail, bytes, caption, author } = photo;
  const [large, setLarge] = useState(false);
  const [wanted, setWanted] = useState(() => hasThumbnail || bytes <= SMALL || !isThinLink());
  const frame = useRef<HTMLDivElement>(null);
  const fetchSmall = useCallback((signal: AbortSignal) => thumbnailOf(id, signal), [id]);
  const url = usePicture(wanted ? fetchSmall : null, frame);
  const time = formatInstant(photo.time, clock);
  const name = caption ?? t`Photo of ${time}`;
  const megabytes = decimal(bytes / 1_048_576, 1);
  return (
    <Line time={photo.time} onLook={onLook} onRemove={onRemove}>
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
      {caption === null ? null : <p className="entries__text">{caption}</p>}
      {author === null ? null : <p className="entries__author">{t`by ${author}`}</p>}
      <Dialog title={name} open={large} onClose={() => setLarge(false)}>
        <LargePhoto photo={photo} name={name} meanwhile={url} />
      </Dialog>
    </Line>
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

interface WaitingPhotoLineProps {
  readonly photo: WaitingPhoto;
  readonly onLook: (time: Date) => void;
  readonly onRemove: () => Promise<void>;
}

/** A photo that waits on this device. */
export function WaitingPhotoLine({ photo, onLook, onRemove }: WaitingPhotoLineProps) {
  const { t } = useLingui();
  const { clock } = useDisplay();
  const url = useBlobUrl(photo.thumbnail);
  const time = formatInstant(photo.time, clock);
  const name = t`Photo of ${time}`;
  return (
    <Line time={photo.time} onLook={onLook} onRemove={onRemove}>
      <div className="entries__photo" style={{ aspectRatio: `${photo.width} / ${photo.height}` }}>
        {url === null ? null : <img src={url} alt={name} />}
      </div>
      <p className="entries__waits">
        <Trans>Waiting to be sent</Trans>
      </p>
    </Line>
  );
}

interface LineProps {
  readonly time: Date;
  readonly onLook: (time: Date) => void;
  readonly onRemove: () => Promise<void>;
  readonly children: ReactNode;
}

function Line({ time, onLook, onRemove, children }: LineProps) {
  const { run, running, problem } = useCommand(onRemove);
  return (
    <li className="entries__line">
      <Look time={time} onLook={onLook} />
      <div className="entries__words">
        {children}
        {problem === null ? null : <ProblemNotice problem={problem} />}
        <div className="entries__buttons">
          <Button kind="quiet" busy={running} onClick={() => void run()}>
            <Trans>Remove</Trans>
          </Button>
        </div>
      </div>
    </li>
  );
}
