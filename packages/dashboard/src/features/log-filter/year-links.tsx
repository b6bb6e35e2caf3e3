import { useLingui } from "@lingui/react/macro";
import { Link } from "../../routing/link.tsx";
import "./year-links.css";

interface YearLinksProps {
  /** Newest first. */
  readonly years: readonly number[];
  /** Null for all years. */
  readonly chosen: number | null;
  /** The page with a year, or with all. */
  readonly addressOf: (year: number | null) => string;
}

/** Years, each a link to a page of that year alone; the chosen one leads back to all. */
export function YearLinks({ years, chosen, addressOf }: YearLinksProps) {
  const { t } = useLingui();
  return (
    <nav aria-label={t`Years`}>
      <ul className="year-links">
        {years.map((year) => (
          <li key={year}>
            <Link
              to={addressOf(year === chosen ? null : year)}
              className="year-links__year"
              aria-current={year === chosen ? "true" : undefined}
            >
              {year}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
