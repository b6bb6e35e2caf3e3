import { type Map as Chart, LngLatBounds, Marker } from "maplibre-gl";
import { elementOf, type Mark } from "../chart-marks.ts";
import { type Cluster, clustersOf } from "./clusters.ts";

/** As near as a tap on several marks may take the chart. */
const NEAREST_ZOOM = 14;

function several(marks: readonly Mark[], onShow: () => void): HTMLElement {
  const element = document.createElement("button");
  element.className = "mark mark--several";
  const count = document.createElement("span");
  count.className = "mark__count";
  count.textContent = String(marks.length);
  element.append(count);
  element.title = marks.map(({ label }) => label).join(", ");
  element.setAttribute("aria-label", `${marks.length}: ${element.title}`);
  element.addEventListener("click", onShow);
  return element;
}

function single(
  mark: Mark,
  side: Cluster["side"],
  onChoose: ((id: string) => void) | undefined,
): HTMLElement {
  const element = elementOf(mark, onChoose);
  const name = document.createElement("span");
  name.className = "mark__name";
  name.setAttribute("aria-hidden", "true");
  name.textContent = mark.name ?? mark.label;
  element.removeAttribute("title");
  element.append(name);
  if (side === null) element.classList.add("mark--crowded");
  if (side === "left") element.classList.add("mark--left");
  return element;
}

/** Shows all of several marks, or goes as near as it makes sense. */
function spread(chart: Chart, marks: readonly Mark[]): void {
  const bounds = new LngLatBounds();
  for (const { longitude, latitude } of marks) bounds.extend([longitude, latitude]);
  chart.fitBounds(bounds, { padding: 72, maxZoom: NEAREST_ZOOM, animate: false });
}

/**
 * Puts places on the chart: with their names where there is room, and one mark with a number for several that would lie
 * upon each other. They are sorted anew whenever the chart has moved. Returns a function that takes them off again.
 */
export function placePlaces(
  chart: Chart,
  marks: readonly Mark[],
  onChoose: ((id: string) => void) | undefined,
): () => void {
  const byId = new Map(marks.map((mark) => [mark.id, mark]));
  const placed = new Map<string, Marker>();

  function markerOf({ spots, side }: Cluster): Marker | null {
    const members = spots.flatMap(({ id }) => byId.get(id) ?? []);
    const [first] = members;
    if (first === undefined) return null;
    const element =
      members.length > 1 ? several(members, () => spread(chart, members)) : single(first, side, onChoose);
    return new Marker({ element }).setLngLat([first.longitude, first.latitude]).addTo(chart);
  }

  function sort(): void {
    const spots = marks.map(({ id, longitude, latitude, label, name, selected }) => {
      const { x, y } = chart.project([longitude, latitude]);
      return { id, x, y, name: name ?? label, alone: selected === true };
    });
    const wanted = new Map(
      clustersOf(spots, chart.getContainer().clientWidth).map((cluster) => {
        const ids = cluster.spots.map(({ id }) => id).join(" ");
        return [`${ids} ${cluster.side}`, cluster];
      }),
    );
    for (const [key, marker] of placed) {
      if (wanted.has(key)) continue;
      marker.remove();
      placed.delete(key);
    }
    for (const [key, cluster] of wanted) {
      const marker = placed.has(key) ? null : markerOf(cluster);
      if (marker !== null) placed.set(key, marker);
    }
  }

  sort();
  chart.on("moveend", sort);
  chart.on("resize", sort);
  return () => {
    chart.off("moveend", sort);
    chart.off("resize", sort);
    for (const marker of placed.values()) marker.remove();
  };
}
