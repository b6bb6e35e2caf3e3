/** The announced releases of the data API's protocol: two, because two kinds of clients rely on different ones. */

/**
 * The release that the service announces in its description, its `Server` header and its `versions_view`. The contract
 * with boats and browsers names this release, and clients check for it.
 */
export const SERVICE_RELEASE = "11.2.1";

/**
 * The release that `wakelog data-api` announces: the PostgREST release that it replaces, and against which the engine is
 * tested answer by answer. For this API it does not differ from {@link SERVICE_RELEASE}.
 */
export const DATA_API_RELEASE = "11.2.2";
