import { useLingui } from "@lingui/react/macro";
import { useEffect, useId, useRef, useState } from "react";
import uPlot from "uplot";
import { useDisplay } from "../preferences/display.ts";
import { useTheme } from "../preferences/theme.ts";
import { Button } from "../ui/button.tsx";
import { graphOptions } from "./graph-options.ts";
import { GraphTable } from "./graph-table.tsx";
import type { Across, Series } from "./series.ts";
import "uplot/dist/uPlot.min.css";
import "./graph.css";

interface GraphProps {
  readonly title: string;
  /** What the graph shows, for those who cannot see it and those in a hurry. */
  readonly sentence: string;
  readonly across: Across;
  readonly series: readonly Series[];
  /** Whether greater values are further down, as depths are. */
  readonly downwards?: boolean;
  /** Where on the way across is looked at; null if nowhere. */
  readonly at: number | null;
  readonly onLook: (index: number) => void;
}

/** Measurements over time or distance, as a picture, a sentence and a table. Pointing at it moves the boat. */
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
        <Drawing
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

type DrawingProps = Required<Omit<GraphProps, "title" | "sentence">> & { readonly label: string };

function Drawing({ label, across, series, downwards, at, onLook }: DrawingProps) {
  const container = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const looked = useRef(at);
  const theme = useTheme();
  const { clock, zone } = useDisplay();
  const written = clock === "local" ? zone : "UTC";

  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme's colours are read from the document
  useEffect(() => {
    const element = container.current;
    if (element === null) return;
    const size = { width: element.clientWidth, height: element.clientHeight };
    const data: uPlot.AlignedData = [[...across.values], ...series.map(({ values }) => [...values])];
    const drawing = new uPlot(
      { ...size, ...graphOptions({ across, series, downwards, zone: written, onLook }) },
      data,
      element,
    );
    // The scales are there once it has been drawn for the first time.
    drawing.hooks.ready?.push((ready: uPlot) => lookAt(ready, looked.current));
    plot.current = drawing;
    const observer = new ResizeObserver(() =>
      drawing.setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      drawing.destroy();
      plot.current = null;
    };
  }, [across, series, downwards, theme, written, onLook]);

  useEffect(() => {
    looked.current = at;
    if (plot.current !== null) lookAt(plot.current, at);
  }, [at]);

  return <div className="graph__canvas" ref={container} role="img" aria-label={label} />;
}

function lookAt(plot: uPlot, at: number | null): void {
  if (at !== null) plot.setCursor({ left: plot.valToPos(at, "x"), top: 0 }, false);
}
