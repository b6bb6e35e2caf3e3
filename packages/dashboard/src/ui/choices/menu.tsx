import { Button } from "../button.tsx";
import { Icon, type IconName } from "../icon.tsx";
import { NotFetched } from "./not-fetched.tsx";
import { fetchMenu, useOnDemand } from "./on-demand.ts";

/** One thing to do. */
export interface MenuChoice {
  readonly words: string;
  readonly icon?: IconName;
  readonly disabled?: boolean;
  readonly onChoose: () => void;
}

export interface MenuProps {
  readonly label: string;
  readonly icon?: IconName;
  readonly choices: readonly MenuChoice[];
}

/** A button with a menu. */
export function Menu(props: MenuProps) {
  const { label, icon } = props;
  const { part: menu, failed, want } = useOnDemand(fetchMenu);
  if (menu !== null) return <menu.OpenMenu {...props} />;
  return (
    <>
      <Button
        kind="quiet"
        {...(icon === undefined ? {} : { icon })}
        aria-haspopup="menu"
        aria-expanded={false}
        onClick={want}
      >
        {label}
        <Icon name="open" size={20} />
      </Button>
      {failed ? <NotFetched /> : null}
    </>
  );
}
