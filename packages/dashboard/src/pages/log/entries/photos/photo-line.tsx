import { Trans, useLingui } from "@lingui/react/macro";
import type { Photo, WaitingPhoto } from "../../../../api/entries/photos.ts";
import { useCommand } from "../../../../queries/use-command.ts";
import { Button } from "../../../../ui/button.tsx";
import { ProblemNotice } from "../../../../ui/page/notice.tsx";
import { Look } from "../look.tsx";
import { photoLineId } from "../written.ts";
import { PhotoPicture, WaitingPicture } from "./photo-picture.tsx";

interface PhotoLineProps {
  readonly photo: Photo | WaitingPhoto;
  readonly isCurrent: boolean;
  readonly onLook: (time: Date) => void;
  readonly onRemove: () => Promise<void>;
}

/** A photo among the entries. */
export function PhotoLine({ photo, isCurrent, onLook, onRemove }: PhotoLineProps) {
  const { run, running, problem } = useCommand(onRemove);
  return (
    <li
      id={photoLineId(photo)}
      tabIndex={-1}
      className="entries__line entries__line--photo"
      aria-current={isCurrent}
    >
      <Look time={photo.time} onLook={onLook} />
      <div className="entries__words">
        <PhotoWords photo={photo} />
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

/** A photo with its caption. */
export function PhotoWords({ photo }: { readonly photo: Photo | WaitingPhoto }) {
  const { t } = useLingui();
  const { caption, author } = photo;
  return (
    <>
      {"key" in photo ? <WaitingPicture photo={photo} /> : <PhotoPicture photo={photo} />}
      {"key" in photo ? (
        <p className="entries__waits">
          <Trans>Waiting to be sent</Trans>
        </p>
      ) : null}
      {caption === null ? null : <p className="entries__text">{caption}</p>}
      {author === null ? null : <p className="entries__author">{t`by ${author}`}</p>}
    </>
  );
}
