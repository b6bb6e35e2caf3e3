/** A count behind a link, with words for screen readers; nothing if zero. */
export function Badge({ count, words }: { readonly count: number; readonly words: string }) {
  if (count === 0) return null;
  return (
    <span className="badge">
      <span aria-hidden="true">{count > 99 ? "99+" : count}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
