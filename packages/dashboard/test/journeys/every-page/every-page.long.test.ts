/** Every page in the language of the longest words, on a phone and a wide screen, by day. */
import { visitEveryPage } from "./every-page.ts";

visitEveryPage({ languages: ["de"], widths: [360, 1400], lights: ["day"], glare: false });
