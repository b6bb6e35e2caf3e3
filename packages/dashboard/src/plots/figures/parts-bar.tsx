import "./parts-bar.css";

/** A part of a whole, with its colour and label. */
export interface Part {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  readonly words: string;
  /** Index of one of eight colours. */
  readonly tone: number;
}

/** A whole as a bar of parts, with a legend. */
export function PartsBar({ parts }: { readonly parts: readonly Part[] }) {
  return (
    <div aria-hidden="true">
      <div className="parts">
        {parts.map(({ key, value, words, tone }) => (
          <span
            key={key}
            className={`parts__part parts__tone-${tone}`}
            style={{ flexGrow: value }}
            title={words}
          />
        ))}
      </div>
      <ul className="parts__keys">
        {parts.map(({ key, label, words, tone }) => (
          <li key={key}>
            <span className={`parts__key parts__tone-${tone}`} />
            <span>{label}</span>
            <strong>{words}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}
