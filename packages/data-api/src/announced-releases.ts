/**
 * The release announced by the service in its description, its `Server` header and its `versions_view`. It is part of
 * the contract with boats and browsers; clients check it. `wakelog data-api` announces its protocol release instead.
 */
export const SERVICE_RELEASE = "11.2.1";
