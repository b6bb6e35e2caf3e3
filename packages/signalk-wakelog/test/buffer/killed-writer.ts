/** Writes rows until it is killed, and says the number of each once the buffer has it. */
import { draft, open } from "./drafts.ts";

const [folder = "", run = ""] = process.argv.slice(2);
const buffer = await open(folder, run);
for (let second = 0; ; second += 1) {
  buffer.append(draft(second, { run, mono: second * 1000 }), false);
  process.stdout.write(`${buffer.rows.last()?.number}\n`);
  if (second % 50 === 0) await new Promise((done) => setTimeout(done, 1));
}
