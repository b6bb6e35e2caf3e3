import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useId, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Boundary } from "../ui/page/boundary.tsx";
import { useSeen } from "../ui/page/use-seen.ts";
import type { GraphDrawingProps } from "./graph-drawing.tsx";
import { GraphTable } from "./graph-table.tsx";
import type { Across, Series } from "./series.ts";
import "./graph.css";

const GraphDrawing = lazy(() =>
  import("./graph-drawing.tsx").then((module) => ({ default: module.GraphDrawing })),
);

/** Distance below the view at which drawing starts: about as far as a user scrolls in that time. */
const AHEAD = "600px";

interface GraphProps {
  readonly title: string;
  /** Text alternative and summary. */
  readonly sentence: string;
  readonly across: Across;
  readonly series: readonly Series[];
  /** Whether values grow downwards, as depths do. */
  readonly downwards?: boolean;
  /** The cursor on the x axis; null if there is none. */
  readonly at: number | null;
  readonly onLook: (index: number) => void;
}

/** Measurements over time or distance, as a picture, a sentence and a table. The pointer moves the boat. */
export function Graph({ title, sentence, across, series, downwards = false, at, onLook }: GraphProps) {
  const { t } = useLingui();
  const id = useId();
  const [tabled, setTabled] = useState(false);
  return (
    <section className="graph" aria-labelledby={id}>
      <div className="graph__head">
        <h3 id={id}>{title}</h3>
        <Button kind="quiet" aria-pressed={tabled} onClick={() => setTabled(!tabled)}>
          {t`Table`}
        </Button>
      </div>
      <p className="graph__sentence">{sentence}</p>
      {series.length < 2 ? null : (
        <p className="graph__keys" aria-hidden="true">
          {series.map(({ words, unit }, place) => (
            <span key={words} className={`graph__key graph__key--${place}`}>
              {words}, {unit}
            </span>
          ))}
        </p>
      )}
      {tabled ? (
        <GraphTable title={title} across={across} series={series} />
      ) : (
        <Picture
          label={sentence}
          across={across}
          series={series}
          downwards={downwards}
          at={at}
          onLook={onLook}
        />
      )}
    </section>
  );
}

/** Reserves the space of a drawing and loads it when it comes near the view. */
function Picture({ label, ...drawing }: GraphDrawingProps & { readonly label: string }) {
  const { t } = useLingui();
  const [room, near] = useSeen<HTMLDivElement>(AHEAD);
  return (
    <div className="graph__canvas" ref={room} role="img" aria-label={label}>
      {near ? (
        <Boundary
          subject={label}
          fallback={<p>{t`The graph cannot be drawn here. Its table can be read.`}</p>}
        >
          <Suspense fallback={null}>
            <GraphDrawing {...drawing} />
          </Suspense>
        </Boundary>
      ) : null}
    </div>
  );
}
