import { useLingui } from "@lingui/react/macro";
import { Switch } from "../../ui/choices/switch.tsx";
import { switchLayer, useLayers } from "./chosen-layers.ts";
import type { Layer } from "./layer.ts";
import { useLayerTitle } from "./layer-credits.tsx";

/** All layers with switches. Layers of other servers are fetched only when switched on. */
export function LayerList() {
  const { t } = useLingui();
  const { offered, shown, failing } = useLayers();
  const titleOf = useLayerTitle();
  const hintOf = ({ id, server }: Layer): string => {
    if (failing.has(id)) return t`It cannot be fetched now.`;
    return server === null
      ? t`A chart of your own server.`
      : t`From ${server}, which then sees which waters you look at. Needs the internet.`;
  };
  return (
    <div className="layer-list">
      {offered.map((layer) => (
        <Switch
          key={layer.id}
          label={titleOf(layer)}
          hint={hintOf(layer)}
          on={shown.includes(layer)}
          onSwitch={(on) => switchLayer(layer.id, on)}
        />
      ))}
    </div>
  );
}
