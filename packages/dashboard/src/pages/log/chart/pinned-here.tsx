import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { useDisplay } from "../../../preferences/display.tsx";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { formatInstant } from "../../../units/instant.ts";
import { EntryWords } from "../entries/entry-line.tsx";
import { PhotoWords } from "../entries/photos/photo-line.tsx";
import { goToLine } from "../entries/written.ts";
import type { Pinned } from "./pinned.ts";
import "./pinned-here.css";

interface PinnedHereProps {
  /** At least one item behind the chosen pin. */
  readonly pinned: readonly Pinned[];
  readonly onClose: () => void;
}

/** Entries and photos at a place, over the foot of the chart, with links to their lines in the logbook. */
export function PinnedHere({ pinned, onClose }: PinnedHereProps) {
  const { t } = useLingui();
  const display = useDisplay();
  const panel = useRef<HTMLElement>(null);
  const ids = pinned.map(({ id }) => id).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: another pin is read out too
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus({ preventScroll: true });
    return () => {
      // Focus the pin again, unless the focus has moved on.
      const now = document.activeElement;
      const isHere = now === document.body || panel.current?.contains(now) === true;
      if (isHere && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [ids]);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className="pinned"
      aria-label={t`At this place`}
      onKeyDown={({ key }) => {
        if (key === "Escape") onClose();
      }}
    >
      <button type="button" className="pinned__close" aria-label={t`Close`} onClick={onClose}>
        <Icon name="close" size={20} />
      </button>
      <ul>
        {pinned.map((one) => (
          <li key={one.id} className="pinned__one">
            <time dateTime={one.time.toISOString()}>{formatInstant(one.time, display)}</time>
            {one.kind === "entry" ? <EntryWords entry={one.entry} /> : <PhotoWords photo={one.photo} />}
            <Button
              kind="quiet"
              icon="list"
              onClick={() => {
                onClose();
                goToLine(one.id);
              }}
            >
              <Trans>Show in the logbook</Trans>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
