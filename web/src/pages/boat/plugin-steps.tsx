import { useEffect, useState } from "react";
import { apiAddress } from "../../api/address.ts";
import { Link } from "../../routing/link.tsx";
import { NOW_PATH } from "../../routing/paths.ts";
import { CopyField } from "../../ui/form/copy-field.tsx";
import { Notice } from "../../ui/page/notice.tsx";

/** The boat's token, and how it came to be on the page. */
export interface BoatToken {
  readonly token: string;
  readonly news: "registered" | "shown" | "replaced";
}

function News({ news }: Pick<BoatToken, "news">) {
  if (news === "replaced") {
    return (
      <Notice tone="warn" icon="alert" title="The old token no longer works">
        <p className="notice__more">The boat sends nothing more until its plugin has the new one.</p>
      </Notice>
    );
  }
  return (
    <Notice tone="good" icon="check" title="Your boat is registered">
      <p className="notice__more">
        {news === "registered"
          ? "It appears here as soon as its plugin is running."
          : "This is how to connect it, or to connect it again."}
      </p>
    </Notice>
  );
}

/** How the token gets into the boat's plugin. */
export function PluginSteps({ token, news }: BoatToken) {
  const [address, setAddress] = useState("");
  useEffect(() => {
    void apiAddress().then(setAddress);
  }, []);
  const onlyHere = /\/\/(localhost|127\.|\[::1\])/.test(address);
  return (
    <>
      <News news={news} />
      <ol className="boat-page__steps">
        <li>
          <p>On the boat's navigation server, open the settings of the logbook plugin.</p>
        </li>
        <li>
          <p>
            Paste this address into <strong>host</strong>:
          </p>
          <CopyField label="Host" value={address} />
          {onlyHere ? (
            <p className="boat-page__warning">
              This address works only on the machine that runs Wakelog. Anywhere else, use the name or address
              of that machine instead.
            </p>
          ) : null}
        </li>
        <li>
          <p>
            Paste this token into <strong>token</strong>:
          </p>
          <CopyField label="Token" value={token} />
          <p className="boat-page__warning">
            Keep it to yourself: it never expires, and anybody who has it can write in your log.
          </p>
        </li>
        <li>
          <p>
            Save, and switch on the plugin. Then <Link to={NOW_PATH}>watch the boat come in</Link>.
          </p>
        </li>
      </ol>
    </>
  );
}
