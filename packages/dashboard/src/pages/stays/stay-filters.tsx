import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { STAY_CODES, type StayCode, stayCodeOf } from "../../api/places/stays.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/choices/select.tsx";
import { STAY_TYPES } from "../../ui/figures/stay-type.tsx";
import { Field } from "../../ui/form/field.tsx";
import { SettledInput } from "../../ui/form/settled-input.tsx";
import { TextField } from "../../ui/form/text-field.tsx";

/** The list's state in its address. */
export interface StaysShown {
  readonly type: StayCode | null;
  readonly place: string;
  readonly from: string;
  readonly to: string;
  /** From 1, the newest. */
  readonly page: number;
}

/** No filter. */
const EVERY_STAY: StaysShown = { type: null, place: "", from: "", to: "", page: 1 };

function dayOf(text: string | null): string {
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : "";
}

/** Parses the page's query; invalid values are ignored. */
export function readStays(query: URLSearchParams): StaysShown {
  const type = query.get("type");
  const page = Number(query.get("page"));
  return {
    type:
      type === null || !STAY_CODES.some((code) => String(code) === type) ? null : stayCodeOf(Number(type)),
    place: query.get("place") ?? "",
    from: dayOf(query.get("from")),
    to: dayOf(query.get("to")),
    page: Number.isInteger(page) && page > 1 && page < 1_000_000 ? page : 1,
  };
}

/** Writes the page's query. */
export function writeStays({ type, place, from, to, page }: StaysShown): Record<string, string> {
  return { type: type === null ? "" : String(type), place, from, to, page: page === 1 ? "" : String(page) };
}

interface StayFiltersProps {
  readonly shown: StaysShown;
  readonly onShow: (shown: StaysShown) => void;
}

/** Filters stays by kind, place and time. */
export function StayFilters({ shown, onShow }: StayFiltersProps) {
  const { t } = useLingui();
  // Pending input is dropped with the rest.
  const [cleared, setCleared] = useState(0);
  const filtered = shown.type !== null || `${shown.place}${shown.from}${shown.to}` !== "";
  return (
    <search className="places__filters">
      <Select
        label={t`Type`}
        choices={[
          ["", t`Every type`] as const,
          ...STAY_CODES.map((code) => [String(code), t(STAY_TYPES[code])] as const),
        ]}
        value={shown.type === null ? "" : String(shown.type)}
        onChoose={(type) =>
          onShow({ ...shown, type: type === "" ? null : stayCodeOf(Number(type)), page: 1 })
        }
      />
      <Field
        label={t`Place`}
        control={(ties) => (
          <SettledInput
            {...ties}
            key={cleared}
            name="stay-place"
            type="search"
            value={shown.place}
            onSettled={(place) => onShow({ ...shown, place, page: 1 })}
          />
        )}
      />
      <TextField
        label={t`From`}
        name="stay-from"
        type="date"
        value={shown.from}
        onText={(from) => onShow({ ...shown, from, page: 1 })}
      />
      <TextField
        label={t`To`}
        name="stay-to"
        type="date"
        value={shown.to}
        onText={(to) => onShow({ ...shown, to, page: 1 })}
      />
      {filtered ? (
        <Button
          kind="quiet"
          onClick={() => {
            setCleared(cleared + 1);
            onShow(EVERY_STAY);
          }}
        >
          <Trans>Show all</Trans>
        </Button>
      ) : null}
    </search>
  );
}
