import { Trans } from "@lingui/react/macro";
import "./skeleton.css";

/** Placeholder of the final size while content loads. */
export function Skeleton({ height, count = 1 }: { readonly height: string; readonly count?: number }) {
  return (
    <div role="status" style={{ display: "grid", gap: "var(--space-3)" }}>
      <span className="visually-hidden">
        <Trans>Loading…</Trans>
      </span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
        <span key={index} className="skeleton" style={{ height }} aria-hidden="true" />
      ))}
    </div>
  );
}
