import type { ReactNode } from "react";
import { type Quantity, UNKNOWN } from "../units/quantity.ts";
import "./figures.css";

/** Numbers that are read at arm's length, each with its name. */
export function Figures({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <dl className="figures" aria-label={label}>
      {children}
    </dl>
  );
}

/** One number: what it is, how much, in what. */
export function Figure({ label, quantity }: { readonly label: string; readonly quantity: Quantity }) {
  const unknown = quantity.figure === UNKNOWN;
  return (
    <div className={unknown ? "figure figure--unknown" : "figure"}>
      <dt className="figure__label">{label}</dt>
      <dd className="figure__value">
        {unknown ? <span className="visually-hidden">not known</span> : null}
        <span aria-hidden={unknown}>{quantity.figure}</span>
        {unknown ? null : <span className="figure__unit">{quantity.unit}</span>}
      </dd>
    </div>
  );
}
