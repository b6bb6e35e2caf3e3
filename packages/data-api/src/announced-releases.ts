/** The protocol releases that the data API announces: two, because two kinds of clients expect different ones. */

/**
 * The release announced by the service in its description, its `Server` header and its `versions_view`. It is part of
 * the contract with boats and browsers; clients check it.
 */
export const SERVICE_RELEASE = "11.2.1";

/**
 * The release announced by `wakelog data-api`: the PostgREST release that it replaces and that the engine is compared
 * with. As far as this API goes, it equals {@link SERVICE_RELEASE}.
 */
export const DATA_API_RELEASE = "11.2.2";
