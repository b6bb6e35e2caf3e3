import { useOnline } from "../../../offline/connectivity.ts";
import { Button } from "../../../ui/button.tsx";
import type { Correction } from "./correction.ts";

interface CorrectionButtonProps {
  readonly correction: Correction;
  readonly onChoose: (correction: Correction) => void;
}

/** Chooses a correction; disabled without a link, or with the reason why it is not possible now. */
export function CorrectionButton({ correction, onChoose }: CorrectionButtonProps) {
  const online = useOnline();
  const { words, unable } = correction;
  return (
    <Button
      kind="quiet"
      disabled={!online || unable !== null}
      title={unable ?? undefined}
      onClick={() => onChoose(correction)}
    >
      {words}
    </Button>
  );
}
