/** The chart's scale bar, in the user's units and notation. */
import type { Map as Chart, IControl } from "maplibre-gl";
import type { ShownUnits } from "../../units/quantity.ts";
import { barOf } from "./scale-bar.ts";

/** The longest bar, in pixels. */
const MOST_PX = 110;

/** A scale bar true at the middle of the chart. */
export class ChartScale implements IControl {
  readonly #element = document.createElement("div");
  #chart: Chart | null = null;
  #shown: ShownUnits;

  constructor(shown: ShownUnits) {
    this.#shown = shown;
    this.#element.className = "maplibregl-ctrl maplibregl-ctrl-scale";
  }

  /** Draws it in other units. */
  show(shown: ShownUnits): void {
    this.#shown = shown;
    this.#draw();
  }

  onAdd(chart: Chart): HTMLElement {
    this.#chart = chart;
    chart.on("move", this.#draw);
    chart.on("resize", this.#draw);
    this.#draw();
    return this.#element;
  }

  onRemove(): void {
    this.#chart?.off("move", this.#draw);
    this.#chart?.off("resize", this.#draw);
    this.#chart = null;
    this.#element.remove();
  }

  readonly #draw = (): void => {
    if (this.#chart === null) return;
    const { clientWidth, clientHeight } = this.#chart.getContainer();
    const [x, y] = [clientWidth / 2, clientHeight / 2];
    const [left, right] = [-MOST_PX / 2, MOST_PX / 2].map((by) => this.#chart?.unproject([x + by, y]));
    const metres = left === undefined || right === undefined ? 0 : left.distanceTo(right);
    if (!(metres > 0)) return;
    const { text, part } = barOf(metres, this.#shown);
    this.#element.style.width = `${MOST_PX * part}px`;
    this.#element.textContent = text;
  };
}
