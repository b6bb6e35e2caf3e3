import { Menu as AriaMenu, Button, MenuItem, MenuTrigger } from "react-aria-components";
import { buttonLook } from "../button.tsx";
import { Icon, type IconName } from "../icon.tsx";
import { Popover } from "./popover.tsx";

/** One thing to do. */
export interface MenuChoice {
  readonly words: string;
  readonly icon?: IconName;
  readonly disabled?: boolean;
  readonly onChoose: () => void;
}

interface MenuProps {
  readonly label: string;
  readonly icon?: IconName;
  readonly choices: readonly MenuChoice[];
}

/** A button with a menu. */
export function Menu({ label, icon, choices }: MenuProps) {
  return (
    <MenuTrigger>
      <Button className={buttonLook("quiet")}>
        {icon === undefined ? null : <Icon name={icon} size={20} />}
        {label}
        <Icon name="open" size={20} />
      </Button>
      <Popover>
        <AriaMenu className="popover__list">
          {choices.map(({ words, icon: drawing, disabled = false, onChoose }) => (
            <MenuItem
              key={words}
              id={words}
              textValue={words}
              className="popover__item"
              isDisabled={disabled}
              onAction={onChoose}
            >
              <span>{words}</span>
              {drawing === undefined ? null : <Icon name={drawing} size={20} />}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
