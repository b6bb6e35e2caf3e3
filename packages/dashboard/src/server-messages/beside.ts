import { recognizer } from "./form.ts";
import { PLACES } from "./sentences/places.ts";

const generated = recognizer(PLACES.map(({ id }) => id).filter((id) => id.includes("{miles}")));

/** Whether a place's name, as the service writes it, says where it lies from the next town: `4 NM S of Kiel`. */
export function isBesideTown(name: string | null): boolean {
  const [miles] = generated(name ?? "")?.values ?? [];
  return miles !== undefined && Number.isFinite(Number(miles[1]));
}
