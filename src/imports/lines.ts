/** Lines of a text that comes in chunks. */

/** Longer lines do not belong to a log; they are cut, so that a file without line ends does not fill the memory. */
const LONGEST = 1_048_576;

/** The lines of each chunk that are whole, without their ends; the last block holds what follows the last end. */
export async function* lineBlocks(chunks: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    if (rest.length > LONGEST) rest = rest.slice(0, LONGEST);
    if (lines.length > 0) yield lines;
  }
  if (rest !== "") yield [rest.replace(/\r$/, "")];
}
