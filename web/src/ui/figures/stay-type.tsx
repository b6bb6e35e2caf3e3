import type { StayCode } from "../../api/places/stays.ts";
import { Icon, type IconName } from "../icon.tsx";

const ICONS: Readonly<Record<StayCode, IconName>> = { 1: "pin", 2: "anchor", 3: "buoy", 4: "dock" };

/** The service's description of how a vessel stays; null if it does not know. */
export function stayTypeWords(description: string | null): string | null {
  return description === "Unknown" ? null : description;
}

/** A drawing of how a vessel stays. */
export function StayIcon({ code, size = 24 }: { readonly code: StayCode; readonly size?: number }) {
  return <Icon name={ICONS[code]} size={size} />;
}
