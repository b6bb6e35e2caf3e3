import { useEffect, useState } from "react";
import { apiAddress } from "../api/address.ts";

/** A loopback address. */
const LOCAL = /\/\/(localhost|127\.|\[::1\])/;

/** The API address for boats. */
interface ApiAddress {
  /** Empty until known. */
  readonly address: string;
  /** Whether it is reachable only from the server itself. */
  readonly onlyHere: boolean;
}

/** The address to enter in the boat's plugin. */
export function useApiAddress(): ApiAddress {
  const [address, setAddress] = useState("");
  useEffect(() => void apiAddress().then(setAddress), []);
  return { address, onlyHere: LOCAL.test(address) };
}
