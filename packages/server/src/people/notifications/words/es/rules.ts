/** Names of the rules that the service makes, in Spanish. */
import type { Words } from "../words.ts";

export const ES_RULES: Words["rules"] = {
  "Low temperature inside": "Temperatura interior baja",
  "Low temperature outside": "Temperatura exterior baja",
  "Low water temperature": "Temperatura del agua baja",
  "Low air pressure": "Presión baja",
  "Falling air pressure": "Caída de presión",
  "Strong wind": "Viento fuerte",
  "Shallow water": "Poca profundidad",
  "Low battery voltage": "Tensión de batería baja",
  "High battery voltage": "Tensión de batería alta",
  "Low battery charge": "Batería poco cargada",
  "Low fuel": "Poco combustible",
  "Water in the bilge": "Agua en la sentina",
  "Anchor watch": "Vigilancia de fondeo",
  "Anchor alarm": "Alarma de fondeo",
  "Anchor drag": "El ancla garrea",
  "Anchor watch: no position": "Sin posición estando fondeado",
};
