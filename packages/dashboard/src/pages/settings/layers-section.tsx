import { Trans, useLingui } from "@lingui/react/macro";
import { LayerList } from "../../map/layers/layer-list.tsx";
import { Card } from "../../ui/page/card.tsx";

/** The layers over the coast, on every chart of this device. */
export function LayersSection() {
  const { t } = useLingui();
  return (
    <Card title={t`Map layers`}>
      <p className="settings__aside">
        <Trans>
          The coast, the names of places and your moorages are always there. The operator of this server can
          add charts of their own. On this device, show also:
        </Trans>
      </p>
      <LayerList />
    </Card>
  );
}
