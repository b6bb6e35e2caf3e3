/** Names of the rules that the service makes, in Portuguese. */
import type { Words } from "../words.ts";

export const PT_RULES: Words["rules"] = {
  "Low temperature inside": "Temperatura interior baixa",
  "Low temperature outside": "Temperatura exterior baixa",
  "Low water temperature": "Temperatura da água baixa",
  "Low air pressure": "Pressão baixa",
  "Falling air pressure": "Queda de pressão",
  "Strong wind": "Vento forte",
  "Shallow water": "Pouca profundidade",
  "Low battery voltage": "Tensão da bateria baixa",
  "High battery voltage": "Tensão da bateria alta",
  "Low battery charge": "Bateria pouco carregada",
  "Low fuel": "Pouco combustível",
  "Water in the bilge": "Água no porão",
  "Anchor watch": "Vigia da âncora",
  "Anchor alarm": "Alarme da âncora",
  "Anchor drag": "A âncora garra",
  "Anchor watch: no position": "Sem posição com o barco fundeado",
};
