import { useLingui } from "@lingui/react/macro";
import type { Map as Chart } from "maplibre-gl";
import { useEffect } from "react";
import { Button, Dialog, DialogTrigger, Popover } from "react-aria-components";
import { useDisplay } from "../../preferences/display.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useLayers } from "./chosen-layers.ts";
import { drawLayers } from "./draw-layers.ts";
import { LayerList } from "./layer-list.tsx";

/** Draws the chosen layers, and a control to choose them on the chart. */
export function LayerSwitch({ chart }: { readonly chart: Chart }) {
  const { t } = useLingui();
  const { shown } = useLayers();
  const { theme } = useDisplay();
  // A stable key: the list is rebuilt whenever a layer's state changes.
  const names = shown.map(({ id, tiles }) => `${id} ${tiles}`).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names say which are shown
  useEffect(() => drawLayers(chart, shown, theme), [chart, names, theme]);
  return (
    <DialogTrigger>
      <Button aria-label={t`Layers`}>
        <Icon name="layers" size={20} />
      </Button>
      <Popover
        className="chart-layers"
        placement="left bottom"
        // In full screen nothing outside the chart is visible.
        UNSTABLE_portalContainer={chart.getContainer().parentElement ?? document.body}
      >
        <Dialog aria-label={t`Layers`}>
          <LayerList />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
