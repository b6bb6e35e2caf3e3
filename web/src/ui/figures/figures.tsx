import type { ReactNode } from "react";
import { type Quantity, UNKNOWN } from "../../units/quantity.ts";
import "./figures.css";

/** Numbers that are read at arm's length, each with its name. */
export function Figures({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <dl className="figures" aria-label={label}>
      {children}
    </dl>
  );
}

interface FigureProps {
  readonly label: string;
  /** How much in what; several where a value has several units, such as days and hours. */
  readonly quantity: Quantity | readonly Quantity[];
  /** Said of the number in small letters: what it leaves out, how old it is. */
  readonly note?: string | null;
  /** Set when the number is too old to be read as current. */
  readonly old?: boolean;
}

/** One number: what it is, how much, in what. */
export function Figure({ label, quantity, note = null, old = false }: FigureProps) {
  const parts = Array.isArray(quantity) ? quantity : [quantity];
  const unknown = parts.some(({ figure }) => figure === UNKNOWN);
  const faint = unknown || old;
  return (
    <div className={faint ? "figure figure--faint" : "figure"}>
      <dt className="figure__label">{label}</dt>
      <dd className="figure__value">
        {unknown ? <span className="visually-hidden">not known</span> : null}
        {parts.map(({ figure, unit }) => (
          <span className="figure__part" key={unit} aria-hidden={unknown}>
            {figure}
            {unknown ? null : <span className="figure__unit">{unit}</span>}
          </span>
        ))}
        {note === null || unknown ? null : <span className="figure__note">{note}</span>}
      </dd>
    </div>
  );
}
