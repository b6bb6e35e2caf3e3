import { useEffect, useState } from "react";
import { chartPicture } from "../../map/tools/chart-tools.ts";

/** The chart's picture for printing: canvases that animate do not print. */
export function PaperChart({ title }: { readonly title: string }) {
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    const take = () => setPicture(chartPicture(title, "")?.toDataURL("image/png") ?? null);
    window.addEventListener("beforeprint", take);
    return () => window.removeEventListener("beforeprint", take);
  }, [title]);
  return picture === null ? null : <img className="log__paper-chart" src={picture} alt={title} />;
}
