/** What filters are tried on, and what they let through. */
import { observatoryForTests } from "../observatory.ts";

const TEXTS = `
create table observatory.texts (value text);
insert into observatory.texts values
  ('a,b'), ('(x)'), ('say "x"'), ('a\\b'), ('"q"'), ('{a}'), ('null'), (''), ('1'), ('  padded  '), (null);
grant select on observatory.texts to fixture_anonymous;
create table observatory.papers_read (id integer, abstract text, body json, meta jsonb);
insert into observatory.papers_read values
  (1, 'observing stars', '{"title": "observing stars"}', '{"title": "observing stars"}'),
  (2, 'dust', '{"title": "dust"}', '{"title": "dust"}');
grant select on observatory.papers_read to fixture_anonymous;
`;

export type Row = Readonly<Record<string, unknown>>;

/** An observatory with texts that need quoting, and what filters find there. */
export function filteredForTests() {
  const o = observatoryForTests({ extra: TEXTS });
  /** What one column holds in the rows that a filter lets through, in order; the whole answer where it is refused. */
  const found = async (table: string, column: string, filter: string): Promise<unknown> => {
    const { status, json } = await o.get(`/${table}?select=${column}&order=${column}&${filter}`);
    return status === 200 ? json.map((row: Row) => row[column]) : json;
  };
  return {
    o,
    found,
    /** Names of the stars that a filter lets through, of those that have one. */
    stars: (filter: string) => found("stars", "name", `name=not.is.null&${filter}`),
    nights: (filter: string) => found("nights", "id", filter),
  };
}
