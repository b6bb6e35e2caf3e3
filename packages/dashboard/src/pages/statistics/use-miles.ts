import { useDisplay } from "../../preferences/display.tsx";
import { nauticalMiles, spoken } from "../../units/quantity.ts";

/** Nautical miles in words, in the user's unit. */
export function useMiles(): (nm: number) => string {
  const display = useDisplay();
  return (nm) => spoken(nauticalMiles(nm, display));
}
