/** Splits text that arrives in chunks into lines. */

/** Longer lines do not belong to a log and are cut, so that a file without line ends does not fill the memory. */
const LONGEST = 1_048_576;

/** The complete lines of each chunk, without their ends; the last block contains the text after the last end. */
export async function* lineBlocks(chunks: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest = "";
  let endsInReturn = false;
  for await (const chunk of chunks) {
    if (chunk === "") continue;
    // A pair of line ends may be cut.
    const lines = (endsInReturn && chunk.startsWith("\n") ? chunk.slice(1) : chunk).split(/\r\n|\n|\r/);
    endsInReturn = chunk.endsWith("\r");
    lines[0] = rest + (lines[0] ?? "");
    rest = lines.pop() ?? "";
    if (rest.length > LONGEST) rest = rest.slice(0, LONGEST);
    if (lines.length > 0) yield lines;
  }
  if (rest !== "") yield [rest];
}
