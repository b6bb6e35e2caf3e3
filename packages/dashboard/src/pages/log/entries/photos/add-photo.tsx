import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { addPhoto } from "../../../../api/entries/photos.ts";
import { useOnline } from "../../../../offline/connectivity.ts";
import { useWaitingChanges } from "../../../../offline/outbox.ts";
import { preparePicture } from "../../../../pictures/prepare.ts";
import { useDisplay } from "../../../../preferences/display.tsx";
import { useCommand } from "../../../../queries/use-command.ts";
import { buttonLook } from "../../../../ui/button.tsx";
import { Notice, ProblemNotice } from "../../../../ui/page/notice.tsx";
import { formatInstant } from "../../../../units/instant.ts";
import "./add-photo.css";

interface AddPhotoProps {
  /** The log's time span; a photo outside it belongs to another log. */
  readonly from: Date | null;
  readonly to: Date | null;
}

/** Adds a photo at the time recorded by the camera. */
export function AddPhoto({ from, to }: AddPhotoProps) {
  const { t } = useLingui();
  const display = useDisplay();
  const id = useId();
  const online = useOnline();
  const changes = useWaitingChanges();
  const [elsewhere, setElsewhere] = useState<{ readonly time: Date; readonly key: string } | null>(null);
  const { run, running, problem } = useCommand(async (file: File) => {
    const prepared = await preparePicture(file);
    const { time } = prepared;
    const key = await addPhoto(prepared);
    const isHere = (from === null || time >= from) && (to === null || time <= to);
    setElsewhere(isHere ? null : { time, key });
  });
  const time = elsewhere === null ? "" : formatInstant(elsewhere.time, display);
  const isOnItsWay = online && changes.some(({ key }) => key === elsewhere?.key);
  return (
    <div className="add-photo">
      <input
        id={id}
        type="file"
        className="visually-hidden"
        accept="image/jpeg,image/png,image/webp"
        disabled={running}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) void run(file);
          target.value = "";
        }}
      />
      <label className={buttonLook("quiet")} htmlFor={id}>
        {running ? t`One moment…` : t`Add a photo`}
      </label>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      {elsewhere === null || isOnItsWay ? null : (
        <Notice tone="plain" icon="clock" title={t`The photo is kept, but not in this log`}>
          <p className="notice__more">{t`It was taken at ${time}.`}</p>
        </Notice>
      )}
    </div>
  );
}
