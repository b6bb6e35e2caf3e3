/** Every page on a phone and a wide screen, in all themes, in English and German. */
import { visitEveryPage } from "./every-page.ts";

visitEveryPage({
  languages: ["en", "de"],
  widths: [360, 1400],
  lights: ["dusk", "night", "day"],
  glare: true,
});
