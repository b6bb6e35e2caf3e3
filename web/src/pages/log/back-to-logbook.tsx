import { Link } from "../../routing/link.tsx";
import { Icon } from "../../ui/icon.tsx";

/** The way back to the list. */
export function BackToLogbook() {
  return (
    <Link to="/logs" className="log__back">
      <Icon name="back" size={20} /> Logbook
    </Link>
  );
}
