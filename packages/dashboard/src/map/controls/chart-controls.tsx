import { useLingui } from "@lingui/react/macro";
import type { Map as Chart } from "maplibre-gl";
import { useEffect, useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import { LayerSwitch } from "../layers/layer-switch.tsx";
import { CoarseSign } from "./coarse-sign.tsx";
import "./chart-controls.css";

interface ChartControlsProps {
  readonly chart: Chart;
  /** Fits everything on the page's chart. */
  readonly onFit: () => void;
}

/** Controls of every chart. */
export function ChartControls({ chart, onFit }: ChartControlsProps) {
  const { t } = useLingui();
  const [full, setFull] = useState(false);
  const stage = () => chart.getContainer().parentElement;

  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", follow);
    return () => document.removeEventListener("fullscreenchange", follow);
  }, []);

  return (
    <>
      <CoarseSign chart={chart} />
      <div className="chart-controls">
        {document.fullscreenEnabled ? (
          <button
            type="button"
            aria-pressed={full}
            aria-label={t`Full screen`}
            title={t`Full screen`}
            onClick={() => void (full ? document.exitFullscreen() : stage()?.requestFullscreen())}
          >
            <Icon name="expand" size={20} />
          </button>
        ) : null}
        <button type="button" aria-label={t`Fit`} title={t`Fit`} onClick={onFit}>
          <Icon name="fit" size={20} />
        </button>
        <LayerSwitch chart={chart} />
      </div>
    </>
  );
}
