import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { StayCode } from "../../api/places/stays.ts";
import { Icon, type IconName } from "../icon.tsx";

const ICONS: Readonly<Record<StayCode, IconName>> = { 1: "pin", 2: "anchor", 3: "buoy", 4: "dock" };

/** The name of each kind of stay. */
export const STAY_TYPES: Readonly<Record<StayCode, MessageDescriptor>> = {
  1: msg`Not known`,
  2: msg`Anchor`,
  3: msg`Mooring buoy`,
  4: msg`Dock`,
};

/** The icon of a kind of stay. */
export function StayIcon({ code, size = 24 }: { readonly code: StayCode; readonly size?: number }) {
  return <Icon name={ICONS[code]} size={size} />;
}
