import { Menu as AriaMenu, Button, MenuItem, MenuTrigger } from "react-aria-components";
import { buttonLook } from "../button.tsx";
import { Icon } from "../icon.tsx";
import type { MenuProps } from "./menu.tsx";
import { Popover } from "./popover.tsx";
import { useOpened } from "./use-opened.ts";

/** A button whose menu is open at first. */
export function OpenMenu({ label, icon, choices }: MenuProps) {
  const { button, open, setOpen } = useOpened();
  return (
    <MenuTrigger isOpen={open} onOpenChange={setOpen}>
      <Button ref={button} className={buttonLook("quiet")}>
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
