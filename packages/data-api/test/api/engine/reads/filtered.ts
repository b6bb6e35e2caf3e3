/** Data to filter, and the matches. */
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

/** An observatory with texts that need quoting, and functions that return a filter's matches. */
export function filteredForTests() {
  const o = observatoryForTests({ extra: TEXTS });
  /** One column of the matching rows, in order; the whole response if refused. */
  const found = async (table: string, column: string, filter: string): Promise<unknown> => {
    const { status, json } = await o.get(`/${table}?select=${column}&order=${column}&${filter}`);
    return status === 200 ? json.map((row: Row) => row[column]) : json;
  };
  return {
    o,
    found,
    /** Names of the matching stars that have one. */
    stars: (filter: string) => found("stars", "name", `name=not.is.null&${filter}`),
    nights: (filter: string) => found("nights", "id", filter),
  };
}
