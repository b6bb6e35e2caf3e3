/** Names of the rules that the service makes, in French. */
import type { Words } from "../words.ts";

export const FR_RULES: Words["rules"] = {
  "Low temperature inside": "Température intérieure basse",
  "Low temperature outside": "Température extérieure basse",
  "Low water temperature": "Eau froide",
  "Low air pressure": "Pression basse",
  "Falling air pressure": "Baisse de pression",
  "Strong wind": "Vent fort",
  "Shallow water": "Eau peu profonde",
  "Low battery voltage": "Tension de batterie basse",
  "High battery voltage": "Tension de batterie élevée",
  "Low battery charge": "Batterie peu chargée",
  "Low fuel": "Peu de carburant",
  "Water in the bilge": "Eau dans les fonds",
  "Anchor watch": "Veille au mouillage",
  "Anchor alarm": "Alarme de mouillage",
  "Anchor drag": "L’ancre chasse",
  "Anchor watch: no position": "Pas de position au mouillage",
};
