/** Which layers there are, which of them this device shows, and which cannot be fetched. */

import { useEffect, useSyncExternalStore } from "react";
import { remember, remembered } from "../../offline/remembered.ts";
import { useToken } from "../../session/token.ts";
import { fetchCharts, type Layer, SEAMARKS } from "./layer.ts";

/** The layers, from bottom to top, and what is known of them. */
export interface Layers {
  readonly offered: readonly Layer[];
  /** Those that are on. */
  readonly shown: readonly Layer[];
  /** The names of those whose tiles did not come. */
  readonly failing: ReadonlySet<string>;
}

const KEY = "wakelog.layers";
/** Where it was kept whether seamarks are on, before there were other layers. */
const SEAMARKS_KEY = "wakelog.seamarks";

const listeners = new Set<() => void>();
let offered: readonly Layer[] = [SEAMARKS];
let on = kept();
let failing: ReadonlySet<string> = new Set();
let layers = summary();
let isAsked = false;

function kept(): ReadonlySet<string> {
  const names = (remembered(KEY) ?? "").split("\n").filter((name) => name !== "");
  return new Set(remembered(SEAMARKS_KEY) === "on" ? [...names, SEAMARKS.id] : names);
}

function summary(): Layers {
  return { offered, shown: offered.filter(({ id }) => on.has(id)), failing };
}

function changed(): void {
  layers = summary();
  for (const listener of listeners) listener();
}

/** Shows a layer on every chart, or takes it off; remembered on this device. */
export function switchLayer(id: string, wanted: boolean): void {
  on = new Set(wanted ? [...on, id] : [...on].filter((one) => one !== id));
  remember(KEY, [...on].join("\n"));
  remember(SEAMARKS_KEY, null);
  reportLayer(id, true);
  changed();
}

/** Notes whether the tiles of a layer come. */
export function reportLayer(id: string, comes: boolean): void {
  if (failing.has(id) !== comes) return;
  failing = new Set(comes ? [...failing].filter((one) => one !== id) : [...failing, id]);
  changed();
}

/** Asks once which charts there are; after a failure the next who wants to know asks again. */
function ask(): void {
  if (isAsked) return;
  isAsked = true;
  fetchCharts().then(
    (charts) => {
      offered = [...charts, SEAMARKS];
      changed();
    },
    () => {
      isAsked = false;
    },
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The layers as they are chosen now. The charts of the server are for those who are signed in. */
export function useLayers(): Layers {
  const isOwn = useToken() !== null;
  useEffect(() => {
    if (isOwn) ask();
  }, [isOwn]);
  return useSyncExternalStore(subscribe, () => layers);
}
