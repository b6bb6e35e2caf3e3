import { useEffect, useState } from "react";
import { apiAddress } from "../api/address.ts";

/** An address of this machine alone. */
const LOCAL = /\/\/(localhost|127\.|\[::1\])/;

/** Where boats reach the API. */
interface ApiAddress {
  /** Empty until it is known. */
  readonly address: string;
  /** Whether it leads there only from the machine that runs the service. */
  readonly onlyHere: boolean;
}

/** The address that the boat's plugin must be told. */
export function useApiAddress(): ApiAddress {
  const [address, setAddress] = useState("");
  useEffect(() => void apiAddress().then(setAddress), []);
  return { address, onlyHere: LOCAL.test(address) };
}
