/** URL of the map library's worker, which the build bundles from the library's sources. */
declare module "virtual:map-worker" {
  export const workerUrl: string;
}
