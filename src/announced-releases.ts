/** Which release of the data API's protocol is announced where: two, since two kinds of clients rely on two. */

/**
 * What the service announces: in its description, its `Server` header and its `versions_view`. The boats' and
 * browsers' contract names this release, and clients look for it.
 */
export const SERVICE_RELEASE = "11.2.1";

/**
 * What `wakelog data-api` announces: the PostgREST release in whose place it stands, and beside which the engine is
 * tested answer by answer. It differs from {@link SERVICE_RELEASE} in nothing that this API has.
 */
export const DATA_API_RELEASE = "11.2.2";
