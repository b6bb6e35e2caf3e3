import { useEffect, useState } from "react";
import { chartPicture } from "../../map/tools/chart-tools.ts";

/** The picture of the chart that is printed: drawings that move do not reach the paper. */
export function PaperChart({ title }: { readonly title: string }) {
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    const take = () => setPicture(chartPicture(title, "")?.toDataURL("image/png") ?? null);
    window.addEventListener("beforeprint", take);
    return () => window.removeEventListener("beforeprint", take);
  }, [title]);
  return picture === null ? null : <img className="log__paper-chart" src={picture} alt={title} />;
}
