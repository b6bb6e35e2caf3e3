/** What postgrest-js, the library that programs use with this kind of API, asks of both releases. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Served, serveFixture } from "../http/served.ts";

type Release = "11" | "16";
const RELEASES: readonly Release[] = ["11", "16"];

/** The requests of one version of the library. @param open makes its client for an address */
export function clientRequests(open: (url: string) => PostgrestClient): void {
  let served: Served;
  const clients = new Map<Release, PostgrestClient>();

  beforeAll(async () => {
    served = await serveFixture(`
    set search_path = observatory;
    create table crates (id int primary key, label text, site_id int references sites);
    grant select, insert, update, delete on crates to fixture_anonymous;
  `);
    for (const release of RELEASES) {
      const { port } = await served.start({
        "protocol-release": release,
        "db-plan-enabled": "true",
        "db-aggregates-enabled": "true",
      });
      clients.set(release, open(`http://127.0.0.1:${port}`));
    }
  });
  afterAll(() => served.close());

  const clientOf = (release: Release): PostgrestClient => {
    const client = clients.get(release);
    if (client === undefined) throw new Error("the servers are started by the first hook");
    return client;
  };

  describe.each(RELEASES)("at release %s", (release) => {
    it("reads columns, filters, embeds, pages and counts", async () => {
      const found = await clientOf(release)
        .from("sites")
        .select("id, name, telescopes!inner(id, name)", { count: "exact" })
        .gt("altitude", 0)
        .or("country.eq.CL,country.eq.US")
        .order("id", { ascending: false })
        .order("id", { referencedTable: "telescopes" })
        .limit(1, { referencedTable: "telescopes" })
        .range(0, 0);
      expect(found.error).toBeNull();
      expect([found.status, found.count]).toEqual([206, 2]);
      expect(found.data).toEqual([{ id: 2, name: "Mount Grey", telescopes: [{ id: 3, name: "Carmenta" }] }]);
    });

    it("reads one row, perhaps one, a count alone, CSV and a plan", async () => {
      const one = await clientOf(release).from("sites").select("name").eq("id", 1).single();
      expect(one.data).toEqual({ name: "Cerro Alto" });
      const none = await clientOf(release).from("sites").select("name").eq("id", 99).maybeSingle();
      expect([none.data, none.error]).toEqual([null, null]);
      const refused = await clientOf(release).from("sites").select("name").single();
      expect([refused.status, refused.error?.code]).toEqual([406, "PGRST116"]);
      const alone = await clientOf(release).from("sites").select("*", { count: "exact", head: true });
      expect([alone.data, alone.count]).toEqual([null, 4]);
      const csv = await clientOf(release).from("sites").select("id").eq("id", 1).csv();
      expect(csv.data).toBe("id\n1");
      const plan = await clientOf(release).from("sites").select("id").explain();
      expect(String(plan.data)).toMatch(/on sites/);
    });

    it("writes, merges, sorts and deletes rows", async () => {
      const crates = () => clientOf(release).from("crates");
      const made = await crates()
        .insert([
          { id: 1, label: "a" },
          { id: 2, label: "b" },
        ])
        .select("id");
      expect([made.status, made.error]).toEqual([201, null]);
      const merged = await crates().upsert({ id: 1, label: "c" }).select("label").single();
      expect([merged.status, merged.data]).toEqual([release === "16" ? 200 : 201, { label: "c" }]);
      const mixed = await crates().upsert([
        { id: 2, label: "d" },
        { id: 3, label: "e" },
      ]);
      expect([mixed.status, mixed.error]).toEqual([201, null]);
      const updated = await crates()
        .update({ site_id: 1 })
        .gte("id", 1)
        .select("id")
        .order("id", { ascending: false });
      const ids = updated.data?.map(({ id }) => id);
      expect(release === "16" ? ids : ids?.sort().reverse()).toEqual([3, 2, 1]);
      const limited = await crates().delete({ count: "exact" }).gte("id", 1);
      expect([limited.status, limited.count]).toEqual([204, 3]);
    });

    it("calls functions by POST, GET and HEAD", async () => {
      const added = await clientOf(release).rpc("add", { a: 1, b: 2 });
      expect([added.data, added.error]).toEqual([3, null]);
      const read = await clientOf(release).rpc("add", { a: 1, b: 2 }, { get: true });
      expect(read.data).toBe(3);
      const missing = await clientOf(release).rpc("nothing_of_that_name");
      expect([missing.status, missing.error?.code]).toEqual([404, "PGRST202"]);
    });

    it("reports what is not found", async () => {
      const unknown = await clientOf(release).from("telescope").select();
      expect([unknown.status, unknown.error?.code]).toEqual([404, release === "16" ? "PGRST205" : "42P01"]);
      const spread = await clientOf(release).from("sites").select("...telescopes(t:id)").eq("id", 1);
      if (release === "16") expect(spread.data).toEqual([{ t: expect.arrayContaining([1, 2]) }]);
      else expect(spread.error?.code).toBe("PGRST119");
    });
  });
}
