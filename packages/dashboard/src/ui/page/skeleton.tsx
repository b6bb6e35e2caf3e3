import { Trans } from "@lingui/react/macro";
import "./skeleton.css";

/** Takes the place of something that is being fetched, in the size that it will have. */
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
