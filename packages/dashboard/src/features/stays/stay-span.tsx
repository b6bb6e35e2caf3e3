import { Trans } from "@lingui/react/macro";
import type { Stay } from "../../api/places/stays.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { formatInstant, formatShortInstant, partsOfShortSpan, partsOfSpan } from "../../units/instant.ts";
import "./stay-span.css";

interface StaySpanProps {
  readonly stay: Pick<Stay, "arrived" | "departed">;
  /** Whether the year stands above it. */
  readonly short: boolean;
}

/** Arrival and departure, which break only between them; since when, if the boat is still there. */
export function StaySpan({ stay: { arrived, departed }, short }: StaySpanProps) {
  const display = useDisplay();
  const one = short ? formatShortInstant : formatInstant;
  if (arrived === null) {
    return departed === null ? null : <Trans>Until {one(departed, display)}</Trans>;
  }
  if (departed === null) return <Trans>Since {one(arrived, display)}</Trans>;
  const [start, end] = (short ? partsOfShortSpan : partsOfSpan)(arrived, departed, display);
  return (
    <>
      <span className="stay-row__time">{start} –</span> <span className="stay-row__time">{end}</span>
    </>
  );
}
