/** How far each coast may be zoomed before its corners show. */

/** The zoom of the fine tiles near harbours; those of the whole world end one before. */
export const FINE_ZOOM = 10;

/** The coast that a view shows: Natural Earth's, that of the whole world, or the fine one near harbours. */
export type Coast = "outline" | "world" | "harbour";

/** The zoom from which a coast is coarse: where its usual error is as wide as a finger's line, 20 pixels. */
const COARSE_FROM = { outline: 6, world: 10, harbour: 13 } as const satisfies Record<Coast, number>;

/** Whether a coast is coarser than the view. */
export function isCoarse(coast: Coast, zoom: number): boolean {
  return zoom >= COARSE_FROM[coast];
}
