import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { vesselQuestion } from "../../api/boat/vessel.ts";
import { statisticsQuestion } from "../../api/statistics/statistics.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { themeColour } from "../../preferences/theme.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { useCommand } from "../../queries/use-command.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogAnswers } from "../../ui/dialog.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { monthNames } from "../../units/calendar.ts";
import { countryName } from "../../units/country.ts";
import { formatDuration } from "../../units/duration.ts";
import { locale } from "../../units/locale.ts";
import { knots, nauticalMiles, spoken } from "../../units/quantity.ts";
import { drawReview, REVIEW_HEIGHT, REVIEW_WIDTH, type Review } from "./draw-review.ts";

interface YearReviewProps {
  readonly year: number;
  readonly onClose: () => void;
}

/** A year on one picture, to save and share. Drawn in the browser, so it stays private. */
export function YearReview({ year, onClose }: YearReviewProps) {
  const display = useDisplay();
  const { t } = useLingui();
  const canvas = useRef<HTMLCanvasElement>(null);
  const { value: statistics } = useAnswer(statisticsQuestion(year));
  const { value: vessel } = useAnswer(vesselQuestion);
  const boat = vessel?.name ?? "";
  const there = statistics !== undefined;

  useEffect(() => {
    const context = canvas.current?.getContext("2d") ?? null;
    if (statistics === undefined || context === null) return;
    const longest = statistics.records.distance[0];
    const review: Review = {
      boat,
      year: String(year),
      distance: nauticalMiles(statistics.distanceNm ?? 0, display),
      facts: [
        t`${plural(statistics.logs, { one: "# log", other: "# logs" })}`,
        t`${formatDuration(statistics.seconds ?? 0)} under way`,
        t`${spoken(nauticalMiles(statistics.sailingNm ?? 0, display))} under sail`,
        ...(longest === undefined ? [] : [t`longest log ${spoken(nauticalMiles(longest.value, display))}`]),
        ...statistics.records.max_speed
          .slice(0, 1)
          .map(({ value }) => t`fastest ${spoken(knots(value, display))}`),
        ...statistics.records.max_wind_speed
          .slice(0, 1)
          .map(({ value }) => t`strongest wind ${spoken(knots(value, display))}`),
      ],
      months: statistics.months.map(({ nm }, at) => ({ name: monthNames("short", display)[at] ?? "", nm })),
      places: [
        ...statistics.countries.map(({ name }) => countryName(name, locale(display)) ?? name),
        ...statistics.seas.map(({ name }) => name),
      ].join(" · "),
    };
    drawReview(context, review, themeColour);
  }, [statistics, boat, year, display, t]);

  const saving = useCommand(async () => {
    const picture = await new Promise<Blob | null>((resolve) => {
      if (canvas.current === null) resolve(null);
      else canvas.current.toBlob(resolve, "image/png");
    });
    if (picture === null) throw new Error(t`This browser cannot make the picture.`);
    saveFile(picture, `wakelog-${year}.png`);
  });
  return (
    <Dialog title={t`The year ${year}`} open onClose={onClose}>
      {there ? (
        <canvas
          ref={canvas}
          className="review__picture"
          width={REVIEW_WIDTH}
          height={REVIEW_HEIGHT}
          role="img"
          aria-label={t`The year ${year} of ${boat} on one picture`}
        />
      ) : (
        <Skeleton height="24rem" />
      )}
      {saving.problem === null ? null : <ProblemNotice problem={saving.problem} />}
      <DialogAnswers>
        <Button icon="download" busy={saving.running} disabled={!there} onClick={() => void saving.run()}>
          <Trans>Save picture</Trans>
        </Button>
      </DialogAnswers>
    </Dialog>
  );
}
