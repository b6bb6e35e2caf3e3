/** The relations of `kinds.sql`, as far as requests need them. */
import { EVERY } from "./kinds-values.ts";

/** A relation: values for its columns, an order for its rows, and its possible embeds by relation. */
export interface Kind {
  readonly columns: Readonly<Record<string, readonly string[]>>;
  readonly key: readonly string[];
  readonly embeds: Readonly<Record<string, string>>;
}

const IDS = ["1", "2", "3", "9"];
const NAMES = ["Ann", "B*", "", "Alpha", "a", "x,y", '"'];

const authors = {
  columns: { id: IDS, name: NAMES, rival: IDS, shout: ["ANN", "B*"] },
  key: ["id"],
};
const books = {
  columns: {
    id: IDS,
    title: NAMES,
    author_id: IDS,
    price: ["10", "5.5"],
    stock: ["0", "7"],
    "meta->pages": ["100", '{"a":1}'],
    "meta->>pages": ["100", "50"],
    "meta->tags->>0": ["x"],
    printed: ["2001-01-01"],
    slug: ["alpha", "b*"],
    shout: ["ALPHA"],
    title_size: ["5"],
  },
  key: ["id"],
};

export const KINDS: Readonly<Record<string, Kind>> = {
  every: { columns: EVERY, key: ["id"], embeds: {} },
  every_seen: { columns: EVERY, key: ["id"], embeds: {} },
  authors: {
    ...authors,
    embeds: {
      "books!author_id": "books",
      "books!books_editor_id_fkey": "books",
      first_book: "books",
      passports: "passports",
      loans: "loans",
      rival: "authors",
      "authors!rival": "authors",
      cheap: "cheap",
      books_seen: "books_seen",
      author_counts: "author_counts",
      books_genres: "books_genres",
      writers: "writers",
    },
  },
  books: {
    ...books,
    embeds: {
      author_id: "authors",
      editor_id: "authors",
      "authors!author_id": "authors",
      "authors!books_editor_id_fkey": "authors",
      books_genres: "books_genres",
      "genres!books_genres": "genres",
      co_books: "books",
      events: "events",
      links: "links",
      "writers!author_id": "writers",
    },
  },
  books_genres: {
    columns: { book_id: IDS, genre_id: ["a", "b"], weight: ["5"] },
    key: ["book_id", "genre_id"],
    embeds: { books: "books", genres: "genres", loans: "loans", authors: "authors", cheap: "cheap" },
  },
  genres: {
    columns: { id: ["a", "b", "z"], parent: ["a"] },
    key: ["id"],
    embeds: {
      "books!books_genres": "books",
      books_genres: "books_genres",
      parent: "genres",
      "genres!parent": "genres",
    },
  },
  loans: {
    columns: { book_id: IDS, genre_id: ["a"], reader: IDS, due: ["2024-01-01"] },
    key: ["book_id", "genre_id", "reader"],
    embeds: { books_genres: "books_genres", authors: "authors", reader: "authors" },
  },
  passports: {
    columns: { author_id: IDS, number: ["P1", "P*"] },
    key: ["author_id"],
    embeds: { authors: "authors", author_id: "authors", writers: "writers" },
  },
  events: {
    columns: { id: IDS, region: ["n", "s"], at: ["2024-01-01"], book_id: IDS },
    key: ["id", "region"],
    embeds: { books: "books", tickets: "tickets", cheap: "cheap" },
  },
  tickets: { columns: { id: IDS, region: ["n"] }, key: ["id"], embeds: { events: "events" } },
  books_seen: {
    columns: { book: IDS, title: NAMES, writer: IDS, name: NAMES },
    key: ["book"],
    embeds: {
      authors: "authors",
      writer: "authors",
      author_of_seen: "authors",
      books_genres: "books_genres",
      "genres!books_genres": "genres",
      writers: "writers",
    },
  },
  writers: {
    columns: { writer_id: IDS, name: NAMES },
    key: ["writer_id"],
    embeds: { "books!author_id": "books", passports: "passports", books_seen: "books_seen", cheap: "cheap" },
  },
  cheap: {
    columns: { id: IDS, title: NAMES, price: ["10"] },
    key: ["id"],
    embeds: { authors: "authors", "genres!books_genres": "genres", author_id: "authors" },
  },
  cheap_over: {
    columns: { id: IDS, by_author: IDS },
    key: ["id"],
    embeds: { authors: "authors", by_author: "authors", "genres!books_genres": "genres" },
  },
  links: {
    columns: { book_id: IDS, genre_id: ["a"] },
    key: ["book_id", "genre_id"],
    embeds: { books: "books", genres: "genres" },
  },
  author_counts: {
    columns: { id: IDS, books: ["0", "2"] },
    key: ["id"],
    embeds: { "books!author_id": "books" },
  },
  with_expression: {
    columns: { id: IDS, loud: ["ALPHA"], twice: ["20"] },
    key: ["id"],
    embeds: { authors: "authors", "genres!books_genres": "genres" },
  },
  select: {
    columns: {
      id: IDS,
      order: ["a"],
      limit: ["1"],
      and: ["b"],
      not: ["c"],
      select: ["d"],
      or: ["2"],
      columns: ["e"],
      offset: ["4"],
    },
    key: ["id"],
    embeds: {},
  },
  "a b.c,d": {
    columns: Object.fromEntries(
      [
        "a b",
        '"a.b"',
        '"a,b"',
        '"a(b)"',
        '"a\\"b"',
        '"a\\\\b"',
        '"a->b"->>k',
        '"a:b"',
        '"a::b"',
        "ä",
        '"😀"',
        "UPPER",
        "1st",
        "$x",
        "a-b",
        '"a-b"',
        '"a%b"',
        '"a&b"',
        '"a+b"',
        '"a=b"',
        '"a/b"',
        '"a?b"',
        '"a#b"',
        '"a!b"',
        '" lead"',
        '"not.eq"',
      ].map((name) => [name, ["1", "2", "17"]]),
    ),
    key: ["id"],
    embeds: { ünï: "ünï", "ünï!of": "ünï" },
  },
  ünï: {
    columns: { Schlüssel: IDS, of: IDS },
    key: ["Schlüssel"],
    embeds: { '"a b.c,d"': "a b.c,d", of: "a b.c,d" },
  },
};
