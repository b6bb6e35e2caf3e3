/** Names of the rules that the service makes, in German. */
import type { Words } from "../words.ts";

export const DE_RULES: Words["rules"] = {
  "Low temperature inside": "Niedrige Temperatur innen",
  "Low temperature outside": "Niedrige Temperatur außen",
  "Low water temperature": "Niedrige Wassertemperatur",
  "Low air pressure": "Niedriger Luftdruck",
  "Falling air pressure": "Fallender Luftdruck",
  "Strong wind": "Starker Wind",
  "Shallow water": "Flaches Wasser",
  "Low battery voltage": "Niedrige Batteriespannung",
  "High battery voltage": "Hohe Batteriespannung",
  "Low battery charge": "Niedriger Ladestand",
  "Low fuel": "Wenig Kraftstoff",
  "Water in the bilge": "Wasser in der Bilge",
  "Anchor watch": "Ankerwache",
  "Anchor alarm": "Ankeralarm",
  "Anchor drag": "Anker slippt",
  "Anchor watch: no position": "Keine Position vor Anker",
};
