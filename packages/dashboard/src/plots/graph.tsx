import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useId, useMemo, useState } from "react";
import { useDisplay } from "../preferences/display.tsx";
import { Button } from "../ui/button.tsx";
import { BarbLegend } from "../ui/figures/barb-legend.tsx";
import { Boundary } from "../ui/page/boundary.tsx";
import { useSeen } from "../ui/page/use-seen.ts";
import type { GraphDrawingProps } from "./graph-drawing.tsx";
import { GraphTable } from "./graph-table.tsx";
import { nearestPlace, type Reading, readingsAt } from "./pointer/nearest.ts";
import { PlotSlider } from "./pointer/plot-slider.tsx";
import { longestValue, placeWords, valueWords } from "./pointer/reading-words.ts";
import type { Across, Series } from "./series.ts";
import type { Strip } from "./strip.ts";
import "./graph.css";

const GraphDrawing = lazy(() =>
  import("./graph-drawing.tsx").then((module) => ({ default: module.GraphDrawing })),
);

/** Distance below the view at which drawing starts: about as far as a user scrolls in that time. */
const AHEAD = "600px";

const NO_STRIP: Strip = {};

interface GraphProps {
  readonly title: string;
  /** Text alternative and summary. */
  readonly sentence: string;
  readonly across: Across;
  readonly series: readonly Series[];
  /** Whether values grow downwards, as depths do. */
  readonly downwards?: boolean;
  /** Above the lines: wind barbs, a band of sail and engine. */
  readonly strip?: Strip;
  /** The cursor on the x axis; null if there is none. */
  readonly at: number | null;
  readonly onLook: (index: number) => void;
}

/**
 * Measurements over time or distance, as a picture, a sentence and a table. A pointer, finger or arrow keys move the
 * boat; the values there stand in the head.
 */
export function Graph(props: GraphProps) {
  const { title, sentence, across, series, downwards = false, strip = NO_STRIP, at, onLook } = props;
  const { t } = useLingui();
  const id = useId();
  const [tabled, setTabled] = useState(false);
  const readings = at === null ? null : readingsAt(across, series, at);
  return (
    <section className="graph" aria-labelledby={id}>
      <div className="graph__head">
        <h3 id={id}>{title}</h3>
        <Button kind="quiet" aria-pressed={tabled} onClick={() => setTabled(!tabled)}>
          {t`Table`}
        </Button>
      </div>
      <p className="graph__sentence">{sentence}</p>
      <Keys series={series} readings={readings} strip={strip} />
      {tabled ? (
        <GraphTable title={title} across={across} series={series} />
      ) : (
        <Picture
          title={title}
          label={sentence}
          readings={readings}
          across={across}
          series={series}
          downwards={downwards}
          strip={strip}
          at={at}
          onLook={onLook}
        />
      )}
    </section>
  );
}

interface KeysProps {
  readonly series: readonly Series[];
  /** Null before the graph has a pointer. */
  readonly readings: readonly Reading[] | null;
  readonly strip: Strip;
}

/** The lines with their units, and their values at the pointer in a room that never changes. */
function Keys({ series, readings, strip }: KeysProps) {
  const { t } = useLingui();
  const display = useDisplay();
  const rooms = useMemo(() => series.map((one) => longestValue(one, display)), [series, display]);
  return (
    <p className="graph__keys" aria-hidden="true">
      {series.map(({ words, unit }, place) => {
        const reading = readings?.[place];
        return (
          <span key={words} className={`graph__key graph__key--${place}`}>
            {words}{" "}
            <span className="graph__value" style={{ minWidth: `${rooms[place]}ch` }}>
              {reading === undefined ? unit : valueWords(reading, display)}
            </span>
          </span>
        );
      })}
      {strip.band === undefined ? null : (
        <>
          <span className="graph__key graph__key--sailing">{t`Under sail`}</span>
          <span className="graph__key graph__key--motoring">{t`Under engine`}</span>
        </>
      )}
      {strip.barbs === undefined ? null : <BarbLegend />}
    </p>
  );
}

interface PictureProps extends GraphDrawingProps {
  readonly title: string;
  readonly label: string;
  readonly readings: readonly Reading[] | null;
}

/** Reserves the space of a drawing and loads it when it comes near the view. */
function Picture({ title, label, readings, ...drawing }: PictureProps) {
  const { t } = useLingui();
  const display = useDisplay();
  const [room, near] = useSeen<HTMLDivElement>(AHEAD);
  const { across, at, onLook } = drawing;
  const index = at === null ? null : nearestPlace(across.values, at);
  const words =
    index === null
      ? ""
      : [
          placeWords(across, across.values[index] ?? 0, display),
          ...(readings ?? []).map((reading) => `${reading.words} ${valueWords(reading, display)}`),
        ].join(", ");
  return (
    <div className="graph__canvas" ref={room}>
      <div className="graph__picture" role="img" aria-label={label}>
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
      <PlotSlider title={title} count={across.values.length} index={index} words={words} onLook={onLook} />
    </div>
  );
}
