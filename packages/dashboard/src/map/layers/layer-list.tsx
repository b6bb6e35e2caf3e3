import { Trans, useLingui } from "@lingui/react/macro";
import { Switch } from "../../ui/choices/switch.tsx";
import { switchLayer, useLayers } from "./chosen-layers.ts";
import { type Layer, SEAMARKS } from "./layer.ts";

/** A layer's title; built-in layers have translated ones. */
function useLayerTitle(): (layer: Layer) => string {
  const { t } = useLingui();
  return ({ id, title }) => (id === SEAMARKS.id ? t`Seamarks` : title);
}

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

/** Credits for the visible layers, and failures. */
export function LayerCredits() {
  const { shown, failing } = useLayers();
  const titleOf = useLayerTitle();
  return (
    <>
      {shown.map((layer) => (
        <span key={layer.id} className="layer-credit">
          {titleOf(layer)}
          {layer.attribution === null ? "" : `: ${layer.attribution}`}
          {failing.has(layer.id) ? (
            <em>
              {" "}
              <Trans>(cannot be fetched now)</Trans>
            </em>
          ) : null}
        </span>
      ))}
    </>
  );
}
