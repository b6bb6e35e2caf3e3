/** Names of the rules that the service makes, in English. */
import type { Words } from "../words.ts";

export const EN_RULES: Words["rules"] = {
  "Low temperature inside": "Low temperature inside",
  "Low temperature outside": "Low temperature outside",
  "Low water temperature": "Low water temperature",
  "Low air pressure": "Low air pressure",
  "Falling air pressure": "Falling air pressure",
  "Strong wind": "Strong wind",
  "Shallow water": "Shallow water",
  "Low battery voltage": "Low battery voltage",
  "High battery voltage": "High battery voltage",
  "Low battery charge": "Low battery charge",
  "Low fuel": "Low fuel",
  "Water in the bilge": "Water in the bilge",
  "Anchor watch": "Anchor watch",
  "Anchor alarm": "Anchor alarm",
  "Anchor drag": "Anchor drag",
  "Anchor watch: no position": "No position at anchor",
};
