import { useEffect, useState } from "react";
import { apiAddress } from "../../api/address.ts";
import { Link } from "../../routing/link.tsx";
import { NOW_PATH } from "../../routing/paths.ts";
import { CopyField } from "../../ui/form/copy-field.tsx";
import { Notice } from "../../ui/page/notice.tsx";

/** How the token gets into the boat's plugin. */
export function PluginSteps({ token }: { readonly token: string }) {
  const [address, setAddress] = useState("");
  useEffect(() => {
    void apiAddress().then(setAddress);
  }, []);
  const onlyHere = /\/\/(localhost|127\.|\[::1\])/.test(address);
  return (
    <>
      <Notice tone="good" icon="check" title="Your boat is registered">
        <p className="notice__more">It appears here as soon as its plugin is running.</p>
      </Notice>
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
            Keep it to yourself: it does not expire, and anybody who has it can write in your log.
          </p>
        </li>
        <li>
          <p>
            Save, and switch the plugin on. Then <Link to={NOW_PATH}>watch the boat come in</Link>.
          </p>
        </li>
      </ol>
    </>
  );
}
