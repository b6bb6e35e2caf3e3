/** The address of the map library's worker, which the build makes from the library's sources. */
declare module "virtual:map-worker" {
  export const workerUrl: string;
}
