import { Trans, useLingui } from "@lingui/react/macro";
import { useLayers } from "./chosen-layers.ts";
import { type Layer, SEAMARKS } from "./layer.ts";

/** A layer's title; built-in layers have translated ones. */
export function useLayerTitle(): (layer: Layer) => string {
  const { t } = useLingui();
  return ({ id, title }) => (id === SEAMARKS.id ? t`Seamarks` : title);
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
