import type { ReactNode } from "react";
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from "react-aria-components";
import "./tabs.css";

/** A tab and its panel. */
export interface Sheet<T extends string> {
  readonly id: T;
  readonly words: string;
  readonly content: ReactNode;
}

interface TabsProps<T extends string> {
  readonly label: string;
  readonly sheets: readonly Sheet<T>[];
  readonly shown: T;
  readonly onShow: (id: T) => void;
  /** Whether tabs stand beside the panel where there is room. */
  readonly beside?: boolean;
}

/** Tabs with one visible panel. */
export function Tabs<T extends string>({ label, sheets, shown, onShow, beside = false }: TabsProps<T>) {
  return (
    <AriaTabs
      className={beside ? "tabs tabs--beside" : "tabs"}
      keyboardActivation="manual"
      selectedKey={shown}
      onSelectionChange={(key) => {
        const chosen = sheets.find(({ id }) => id === key);
        if (chosen !== undefined) onShow(chosen.id);
      }}
    >
      <TabList className="tabs__list" aria-label={label}>
        {sheets.map(({ id, words }) => (
          <Tab key={id} id={id} className="tabs__tab">
            {words}
          </Tab>
        ))}
      </TabList>
      {sheets.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="tabs__panel">
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
