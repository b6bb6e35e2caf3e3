import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Link } from "../../routing/link.tsx";
import { type Quantity, UNKNOWN } from "../../units/quantity.ts";
import "./figures.css";

/** Numbers readable at arm's length, each with its label. */
export function Figures({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <dl className="figures" aria-label={label}>
      {children}
    </dl>
  );
}

interface FigureProps {
  readonly label: string;
  /** The number and its unit; several for values such as days and hours. */
  readonly quantity: Quantity | readonly Quantity[];
  /** What the number leaves out, or its age; in small print. */
  readonly note?: string | null;
  /** Set when the value is too old to count as current. */
  readonly old?: boolean;
  /** What is wrong with the value, and the page that tells more. */
  readonly alert?: { readonly words: string; readonly to: string } | null;
}

/** A number with its label and unit. */
export function Figure({ label, quantity, note = null, old = false, alert = null }: FigureProps) {
  const parts = Array.isArray(quantity) ? quantity : [quantity];
  const unknown = parts.some(({ figure }) => figure === UNKNOWN);
  const faint = unknown || old;
  return (
    <div className={`figure${faint ? " figure--faint" : ""}${alert === null ? "" : " figure--alert"}`}>
      <dt className="figure__label">
        {alert === null ? (
          label
        ) : (
          <Link to={alert.to} className="figure__alert">
            {label} · {alert.words}
          </Link>
        )}
      </dt>
      <dd className="figure__value">
        {unknown ? (
          <span className="visually-hidden">
            <Trans>not known</Trans>
          </span>
        ) : null}
        {parts.map(({ figure, unit }) => (
          <span className="figure__part" key={unit} aria-hidden={unknown}>
            {figure}
            {unknown ? null : (
              <>
                <wbr />
                <span className="figure__unit">{unit}</span>
              </>
            )}
          </span>
        ))}
        {note === null || unknown ? null : <span className="figure__note">{note}</span>}
      </dd>
    </div>
  );
}
