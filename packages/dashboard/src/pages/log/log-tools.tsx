import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { Log } from "../../api/logs/log.ts";
import type { TrackPoint } from "../../api/logs/track.ts";
import { buttonLook } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { CorrectionsBar } from "./corrections/corrections-bar.tsx";
import { LogDocuments } from "./files/log-documents.tsx";
import { InstrumentValues, instrumentsOf } from "./replay/instruments.tsx";
import "./log-tools.css";

interface LogToolsProps {
  readonly log: Log;
  readonly track: readonly TrackPoint[];
  /** The selected point; undefined if there is none. */
  readonly point: TrackPoint | undefined;
}

interface Tool {
  readonly id: "values" | "corrections" | "files";
  readonly words: string;
  readonly content: ReactNode;
}

/** What can be done with a log, each behind a button beside the slider; one is open at a time. */
export function LogTools({ log, track, point }: LogToolsProps) {
  const { t } = useLingui();
  const id = useId();
  const [chosen, choose] = useState<Tool["id"] | null>(null);
  const { more } = instrumentsOf(track);
  const finished = log.ended !== null;
  const tools: readonly Tool[] = [
    ...(point === undefined || more.length === 0
      ? []
      : [
          {
            id: "values",
            words: t`More values`,
            content: <InstrumentValues label={t`More values`} instruments={more} point={point} />,
          } as const,
        ]),
    ...(finished
      ? [
          {
            id: "corrections",
            words: t`Corrections`,
            content: <CorrectionsBar log={log} track={track} at={point?.time ?? null} />,
          } as const,
          { id: "files", words: t`Files and print`, content: <LogDocuments log={log} /> } as const,
        ]
      : []),
  ];
  const open = tools.find((tool) => tool.id === chosen);
  const panel = useRef<HTMLDivElement>(null);
  const shown = open?.id;
  useEffect(() => {
    if (shown !== undefined) panel.current?.scrollIntoView({ block: "nearest" });
  }, [shown]);
  if (tools.length === 0) return null;
  return (
    <div className="log-tools">
      <div className="log-tools__buttons">
        {tools.map((tool) => (
          <button
            key={tool.id}
            type="button"
            className={buttonLook("quiet")}
            aria-expanded={tool === open}
            aria-controls={tool === open ? id : undefined}
            onClick={() => choose(tool === open ? null : tool.id)}
          >
            {tool.words}
            <Icon name="open" size={20} />
          </button>
        ))}
      </div>
      {open === undefined ? null : (
        <div id={id} ref={panel} className="log-tools__panel">
          {open.content}
        </div>
      )}
    </div>
  );
}
