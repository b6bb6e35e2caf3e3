/** How many things wait behind a link: a figure for the eye, words for the ear. Nothing if none wait. */
export function Badge({ count, words }: { readonly count: number; readonly words: string }) {
  if (count === 0) return null;
  return (
    <span className="badge">
      <span aria-hidden="true">{count > 99 ? "99+" : count}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
