import { Trans } from "@lingui/react/macro";
import { type ReactNode, Suspense } from "react";
import { Boundary } from "../ui/page/boundary.tsx";
import { LayerCredits } from "./layers/layer-credits.tsx";
import "./chart-frame.css";

interface ChartFrameProps {
  /** Text alternative. */
  readonly label: string;
  /** A new subject is drawn even after one has failed. */
  readonly subject: string;
  /** Whether the chart is the page's main content. */
  readonly tall?: boolean;
  /** On the left, below the chart. */
  readonly caption?: ReactNode;
  readonly children: ReactNode;
}

/** A chart with its final size from the start; the drawing follows once its code has loaded. */
export function ChartFrame({ label, subject, tall = false, caption, children }: ChartFrameProps) {
  return (
    <figure className={`chart${tall ? " chart--tall" : ""}`} aria-label={label}>
      <div className="chart__stage">
        <Boundary
          subject={subject}
          fallback={
            <p className="chart__none">
              <Trans>The chart cannot be drawn here.</Trans>
            </p>
          }
        >
          <Suspense fallback={null}>{children}</Suspense>
        </Boundary>
      </div>
      <figcaption className="chart__caption">
        <div>{caption}</div>
        <LayerCredits />
        <span>
          <Trans>
            Coast:{" "}
            <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">
              © OpenStreetMap
            </a>
            ,{" "}
            <a href="/coast-licence.txt" target="_blank" rel="noreferrer">
              GSHHG
            </a>
            . Not for navigation.
          </Trans>
        </span>
      </figcaption>
    </figure>
  );
}
