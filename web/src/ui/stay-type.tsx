import type { StayCode } from "../api/stays.ts";
import { Icon, type IconName } from "./icon.tsx";

const ICONS: Readonly<Record<StayCode, IconName>> = { 1: "pin", 2: "anchor", 3: "buoy", 4: "dock" };
const WORDS: Readonly<Record<StayCode, string>> = { 1: "Unknown", 2: "Anchor", 3: "Mooring buoy", 4: "Dock" };

/** In words, how a vessel stays. */
export function stayTypeWords(code: StayCode): string {
  return WORDS[code];
}

/** A drawing of how a vessel stays. */
export function StayIcon({ code, size = 24 }: { readonly code: StayCode; readonly size?: number }) {
  return <Icon name={ICONS[code]} size={size} />;
}
