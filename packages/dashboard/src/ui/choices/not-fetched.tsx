import { Trans } from "@lingui/react/macro";
import "../form/field.css";

/** Says that what opens from a widget cannot be fetched; the next press tries again. */
export function NotFetched() {
  return (
    <p role="alert" className="field__hint">
      <Trans>It cannot be fetched now.</Trans>
    </p>
  );
}
