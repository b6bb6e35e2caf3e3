import "./brand.css";

/** The Wakelog logo: a hull and its wake. */
export function Brand() {
  return (
    <span className="brand">
      <svg className="brand__mark" viewBox="0 0 40 40" width="34" height="34" aria-hidden="true">
        <g fill="none" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round">
          <path d="M20 17 8 36M20 17l12 19" opacity="0.55" />
          <path d="m20 26-6 10M20 26l6 10" opacity="0.85" />
        </g>
        <path fill="currentColor" d="M20 2c3.6 4.700 5 9 5 13.800a5 5 0 0 1-10 0C15 11 16.4 6.700 20 2z" />
      </svg>
      <span className="brand__name">Wakelog</span>
    </span>
  );
}
