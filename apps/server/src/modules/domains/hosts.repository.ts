import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { Region } from '@parlance/contract/lib/regions'
import type { Db } from '../../lib/db/pool.ts'
import type { AgencyHost, HostStore } from '../../lib/origin/origin.ts'
import { type HostRow, hosts } from './identity.schema.ts'

/** Whether the workspace may have its own hosts now; true for a region that this node does not serve. */
export type MayHaveHosts = (region: Region, workspaceId: string) => Promise<boolean>

const asHost = async (
  { host, region, agencyId, workspaceId, status }: HostRow,
  mayHaveHosts: MayHaveHosts,
): Promise<AgencyHost> => ({
  host,
  region,
  agencyId,
  workspaceId,
  isLive: status === 'live',
  isOver: status === 'live' && !(await mayHaveHosts(region, workspaceId)),
})

export async function find(identity: Db, host: string): Promise<HostRow | undefined> {
  const [row] = await identity.select().from(hosts).where(eq(hosts.host, host))
  return row
}

export const createHostStore = (identity: Db, mayHaveHosts: MayHaveHosts): HostStore => ({
  async findHost(host) {
    const row = await find(identity, host)
    return row && asHost(row, mayHaveHosts)
  },
  async findHostOfAgency(agencyId) {
    const rows = await identity
      .select()
      .from(hosts)
      .where(and(eq(hosts.agencyId, agencyId), eq(hosts.status, 'live')))
    const shown = rows.find(({ kind }) => kind === 'custom') ?? rows[0]
    return shown && asHost(shown, mayHaveHosts)
  },
})

type NewHost = Pick<HostRow, 'host' | 'kind' | 'region' | 'agencyId' | 'workspaceId'> & { readonly now: Date }

/** Takes a host that nobody is served on, or one that is already this agency's; false for another's. */
export async function take(identity: Db, { now, ...of }: NewHost): Promise<boolean> {
  const values = { ...of, status: 'live' as const, checkedAt: now, failingSince: null, updatedAt: now }
  const rows = await identity
    .insert(hosts)
    .values({ ...values, createdAt: now })
    .onConflictDoUpdate({
      target: hosts.host,
      set: values,
      setWhere: or(ne(hosts.status, 'live'), eq(hosts.agencyId, of.agencyId)),
    })
    .returning({ host: hosts.host })
  return rows.length === 1
}

/** The row stays, so that the host counts as unknown and not as our own. */
export const release = (identity: Db, { host, agencyId, now }: { host: string; agencyId: string; now: Date }) =>
  identity
    .update(hosts)
    .set({ status: 'released', updatedAt: now })
    .where(and(eq(hosts.host, host), eq(hosts.agencyId, agencyId)))

/** Returns all hosts of the workspace, also those released before. */
export const releaseOfWorkspace = (
  identity: Db,
  workspaceId: string,
  now: Date,
): Promise<Pick<HostRow, 'host' | 'kind'>[]> =>
  identity
    .update(hosts)
    .set({ status: 'released', updatedAt: now })
    .where(eq(hosts.workspaceId, workspaceId))
    .returning({ host: hosts.host, kind: hosts.kind })

export const customHosts = (identity: Db, region: Region): Promise<HostRow[]> =>
  identity
    .select()
    .from(hosts)
    .where(and(eq(hosts.region, region), eq(hosts.kind, 'custom'), ne(hosts.status, 'released')))
    .orderBy(sql`${hosts.checkedAt} nulls first`)

export const noteCheck = (
  identity: Db,
  { host, agencyId }: Pick<HostRow, 'host' | 'agencyId'>,
  { now, ...values }: Pick<HostRow, 'status' | 'failingSince'> & { readonly now: Date },
) =>
  identity
    .update(hosts)
    .set({ ...values, checkedAt: now, updatedAt: now })
    .where(and(eq(hosts.host, host), eq(hosts.agencyId, agencyId), ne(hosts.status, 'released')))
