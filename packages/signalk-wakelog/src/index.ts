/** The package's entry: a Signal K server calls it with itself. */
export { wakelog } from "./plugin.ts";
