import type { StayCode } from "../../api/places/stays.ts";
import { Icon, type IconName } from "../icon.tsx";

const ICONS: Readonly<Record<StayCode, IconName>> = { 1: "pin", 2: "anchor", 3: "buoy", 4: "dock" };
/** How a vessel stays, in the service's words; null where it does not know. */
export function stayTypeWords(said: string | null): string | null {
  return said === "Unknown" ? null : said;
}

/** A drawing of how a vessel stays. */
export function StayIcon({ code, size = 24 }: { readonly code: StayCode; readonly size?: number }) {
  return <Icon name={ICONS[code]} size={size} />;
}
