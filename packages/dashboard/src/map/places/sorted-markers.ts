import { type Map as Chart, Marker } from "maplibre-gl";
import { coveredOf } from "../controls/covered.ts";
import { type Cluster, clustersOf } from "./clusters.ts";

interface Placed {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** How to draw an item. */
interface Drawing<T extends Placed> {
  /** The name to show beside the marker, and whether to keep the marker out of clusters. */
  readonly spotOf: (one: T) => { readonly name: string; readonly alone: boolean };
  /** The marker of an item or a cluster. */
  readonly elementOf: (members: readonly T[], side: Cluster["side"]) => HTMLElement;
}

function isInSight(chart: Chart, marker: Marker): boolean {
  const { x, y } = chart.project(marker.getLngLat());
  const { clientWidth, clientHeight } = chart.getContainer();
  return x >= 0 && x <= clientWidth && y >= 0 && y <= clientHeight;
}

/** Adds markers, clustered again after each move of the chart. Returns a function that removes them. */
export function placeSorted<T extends Placed>(
  chart: Chart,
  all: readonly T[],
  { spotOf, elementOf }: Drawing<T>,
): () => void {
  const byId = new Map(all.map((one) => [one.id, one]));
  const placed = new Map<string, Marker>();

  function markerOf({ spots, side }: Cluster): Marker | null {
    const members = spots.flatMap(({ id }) => byId.get(id) ?? []);
    const [first] = members;
    if (first === undefined) return null;
    return new Marker({ element: elementOf(members, side) })
      .setLngLat([first.longitude, first.latitude])
      .addTo(chart);
  }

  function sort(): void {
    const spots = all.map((one) => {
      const { x, y } = chart.project([one.longitude, one.latitude]);
      return { id: one.id, x, y, ...spotOf(one) };
    });
    const wanted = new Map(
      clustersOf(spots, chart.getContainer().clientWidth, coveredOf(chart)).map((cluster) => {
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
      const marker = placed.get(key) ?? markerOf(cluster);
      if (marker === null) continue;
      placed.set(key, marker);
      // Focusing a button outside the view would scroll the chart to it.
      const element = marker.getElement();
      if (element instanceof HTMLButtonElement) element.tabIndex = isInSight(chart, marker) ? 0 : -1;
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
