/** The available layers, those shown on this device, and those that fail to load. */

import { useEffect, useSyncExternalStore } from "react";
import { remember, remembered } from "../../offline/remembered.ts";
import { useToken } from "../../session/use-token.ts";
import { fetchCharts, type Layer, SEAMARKS } from "./layer.ts";

/** All layers from bottom to top, with their state. */
export interface Layers {
  readonly offered: readonly Layer[];
  /** Layers switched on. */
  readonly shown: readonly Layer[];
  /** Ids of layers whose tiles failed to load. */
  readonly failing: ReadonlySet<string>;
}

const KEY = "wakelog.layers";
/** Former storage key for seamarks, before there were other layers. */
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

/** Switches a layer on every chart; remembered on this device. */
export function switchLayer(id: string, wanted: boolean): void {
  on = new Set(wanted ? [...on, id] : [...on].filter((one) => one !== id));
  remember(KEY, [...on].join("\n"));
  remember(SEAMARKS_KEY, null);
  reportLayer(id, true);
  changed();
}

/** Records whether a layer's tiles load. */
export function reportLayer(id: string, comes: boolean): void {
  if (failing.has(id) !== comes) return;
  failing = new Set(comes ? [...failing].filter((one) => one !== id) : [...failing, id]);
  changed();
}

/** Fetches the list of charts once; after a failure the next caller tries again. */
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

/** The current layers. The server's charts require a sign-in. */
export function useLayers(): Layers {
  const isOwn = useToken() !== null;
  useEffect(() => {
    if (isOwn) ask();
  }, [isOwn]);
  return useSyncExternalStore(subscribe, () => layers);
}
