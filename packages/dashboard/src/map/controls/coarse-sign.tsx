import { Trans } from "@lingui/react/macro";
import { type Map as Chart, MercatorCoordinate } from "maplibre-gl";
import { useEffect, useState } from "react";
import { type Coast, isCoarse } from "../base/coarse.ts";
import { isFineAt } from "../base/tiles.ts";
import { FINE } from "../chart-layers.ts";

/** The coast in the middle of a chart; null until it is known. */
function shownCoast(chart: Chart): Coast | null {
  const [land] = FINE;
  if (chart.getPaintProperty(land, "fill-opacity") === 0) return "outline";
  const { x, y } = MercatorCoordinate.fromLngLat(chart.getCenter());
  const isFine = isFineAt(x, y);
  return isFine === undefined ? null : isFine ? "harbour" : "world";
}

/** Says in a corner that the chart is zoomed beyond what its coast is good for. */
export function CoarseSign({ chart }: { readonly chart: Chart }) {
  const [coarse, setCoarse] = useState(false);
  useEffect(() => {
    const look = () => {
      const coast = shownCoast(chart);
      setCoarse(coast !== null && isCoarse(coast, chart.getZoom()));
    };
    look();
    chart.on("idle", look);
    return () => {
      chart.off("idle", look);
    };
  }, [chart]);
  return coarse ? (
    <p className="chart__coarse">
      <Trans>Coarse coast</Trans>
    </p>
  ) : null;
}
