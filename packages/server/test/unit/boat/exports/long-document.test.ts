import { expect, it } from "vitest";
import { LARGEST_BYTES, LongDocument } from "../../../../src/boat/exports/long-document.ts";
import { element, end, start, textElement } from "../../../../src/boat/exports/xml.ts";

it("is what was written, in order, between its beginning and its end", async () => {
  const document = new LongDocument();
  for (const name of ["Åbo", "a < b", "⚓"]) await document.write(textElement("name", name), null);
  expect(document.text([start("all", { of: "them" }), null], [end("all")])).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<all of="them"><name>Åbo</name><name>a &lt; b</name><name>⚓</name></all>\n',
  );
});

it("says what to do when it becomes too large, before it takes the memory", async () => {
  const document = new LongDocument();
  const piece = element("note", {}, ["ä".repeat(500_000)]);
  let bytes = 0;
  const write = async (): Promise<void> => {
    for (; bytes < 2 * LARGEST_BYTES; bytes += 1_000_000) await document.write(piece);
  };
  await expect(write()).rejects.toMatchObject({
    status: 400,
    message: "The document would be larger than 32 MB",
    hint: "Export fewer logs at once.",
  });
  expect(bytes).toBeLessThan(LARGEST_BYTES + 1_000_000);
});
