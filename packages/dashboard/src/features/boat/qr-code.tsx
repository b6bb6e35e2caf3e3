import { useLingui } from "@lingui/react/macro";
import { generate } from "lean-qr";
import "./qr-code.css";

/** Blank modules around a code, so that cameras find it. */
const MARGIN = 4;

/** A text as a QR code: dark on light in every theme, for cameras. */
export function QrCode({ text }: { readonly text: string }) {
  const { t } = useLingui();
  const code = generate(text);
  const side = code.size + 2 * MARGIN;
  const dark = Array.from({ length: code.size * code.size }, (_, i) => [
    i % code.size,
    Math.floor(i / code.size),
  ])
    .filter(([x = 0, y = 0]) => code.get(x, y))
    .map(([x = 0, y = 0]) => `M${x + MARGIN} ${y + MARGIN}h1v1h-1z`)
    .join("");
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={t`QR code`}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path className="qr-code__light" d={`M0 0h${side}v${side}h-${side}z`} />
      <path className="qr-code__dark" d={dark} />
    </svg>
  );
}
