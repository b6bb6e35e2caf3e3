/** Pictures in an imported file. Removes camera metadata, as from uploads. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";
import type { Picture } from "../../boat/photos/picture.ts";
import { pictureOf } from "../../boat/photos/picture-file.ts";

const Row = z.object({ body: z.string(), thumbnail: z.string().nullish() });

/** The imported pictures of a vessel. */
export class ArrivingPictures {
  readonly #seen: { readonly id: number; readonly picture: Pick<Picture, "type" | "width" | "height"> }[] =
    [];

  /**
   * Columns to store for a row of `app.log_pictures`.
   * @param id its photo's new id
   * @throws Error if the row holds no picture
   */
  take(row: Readonly<Record<string, unknown>>, id: number): Readonly<Record<string, unknown>> {
    const { body, thumbnail } = Row.parse(row);
    const picture = pictureIn(body);
    const { type, width, height } = picture;
    this.#seen.push({ id, picture: { type, width, height } });
    const small = thumbnail == null ? null : pictureIn(thumbnail);
    if (small !== null && small.type !== "image/jpeg") throw new Error("a photo's thumbnail is not a JPEG");
    return { body: hex(picture), thumbnail: small === null ? null : hex(small) };
  }

  /** Corrects the photos' rows to match their pictures. */
  async settle(tx: Tx, vessel: string): Promise<void> {
    const column = <T>(of: (one: { id: number; type: string; width: number; height: number }) => T): T[] =>
      this.#seen.map(({ id, picture }) => of({ id, ...picture }));
    await tx.run(sql`
      update api.log_photos p set type = t.type, width = t.width, height = t.height, bytes = length(b.body),
        thumbnail_bytes = length(b.thumbnail)
      from unnest(${column(({ id }) => id)}::int[], ${column(({ type }) => type)}::text[],
        ${column(({ width }) => width)}::int[], ${column(({ height }) => height)}::int[]) t (id, type, width, height)
      join app.log_pictures b on b.vessel_id = ${vessel} and b.id = t.id
      where p.vessel_id = ${vessel} and p.id = t.id
        and (p.type, p.width, p.height, p.bytes, p.thumbnail_bytes)
          is distinct from (t.type, t.width, t.height, length(b.body), length(b.thumbnail))`);
  }
}

function pictureIn(hexadecimal: string): Picture {
  const found = pictureOf(Buffer.from(hexadecimal.slice(2), "hex"));
  if (found === null) throw new Error("a photo is not a whole JPEG, PNG or WebP picture");
  return found;
}

function hex({ bytes }: Picture): string {
  return `\\x${bytes.toString("hex")}`;
}
