// The country of an IP address, from a local table (ip-location-db, CC0): no outside service is called.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { isIP } from 'node:net'
import type { Geo } from '../../modules/analytics/ports.ts'
import type { Ctx } from '../../lib/ctx.ts'
import type { Logger } from '../../lib/log.ts'

const TABLE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'
const { resolve } = createRequire(import.meta.url)

interface Found {
  readonly country_code?: string
}
type Table = (ip: string) => Found | null

/** Shared, because each table keeps 8 MB in memory. */
const open = new Map<string, Table>()

async function openTable(path: string): Promise<Table> {
  const known = open.get(path)
  if (known) return known
  const [{ Reader }, bytes] = await Promise.all([import('mmdb-lib'), readFile(path)])
  const reader = new Reader<never>(bytes)
  const table: Table = (ip) => reader.get(ip)
  open.set(path, table)
  return table
}

/** Of the context's request: two capital letters, empty when unknown and outside of requests. */
export const countryOfRequest = async ({ request }: Ctx, geo: Geo): Promise<string> =>
  (request && (await geo.countryOf(request.ip))) ?? ''

/** The table is loaded on the first lookup. Without it no country is known, which is logged once. */
export function createGeo(log: Logger, path: () => string = () => resolve(TABLE)): Geo {
  let table: Promise<Table> | undefined
  const opened = () =>
    (table ??= Promise.resolve()
      .then(() => openTable(path()))
      .catch((error: unknown): Table => {
        log.warn({ err: error }, 'reading the country database failed, visitors get no country')
        return () => null
      }))
  return {
    async countryOf(ip) {
      if (isIP(ip) === 0) return undefined
      const code = (await opened())(ip)?.country_code ?? ''
      return /^[A-Z]{2}$/.test(code) ? code : undefined
    },
  }
}
