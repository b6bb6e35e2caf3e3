/** The command line, for tests that start it as a process of its own. */
import { main } from "../../src/cli/main.ts";

await main(process.argv.slice(2));
