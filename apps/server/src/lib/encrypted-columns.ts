// Describes columns with encrypted values, and re-encrypts them under another master key while the server runs.
import type { Region } from '@parlance/contract/lib/regions'
import type { Vault } from './crypto.ts'
import type { Pool } from './db/pool.ts'

export interface VaultContext {
  readonly tenant: string
  readonly where: string
}
type Row = Readonly<Record<string, string>>

/** A column with encrypted values. All strings but `name` are SQL in which `t` is the table. */
export interface EncryptedColumn {
  readonly name: string
  readonly in: 'identity' | 'region'
  readonly table: string
  /** Columns that together name a row. */
  readonly key: readonly string[]
  /** The sealed text; '' stands for none. */
  readonly value: string
  /** SQL that assigns the parameter to the value. */
  readonly set: (parameter: string) => string
  /** Further columns that `places` needs, and where they come from. */
  readonly more?: { readonly join: string; readonly columns: readonly string[] }
  /** Vault contexts of a row's value; with several, one of them. `region` is '' in the identity database. */
  readonly contexts: (row: Row, region: Region | '') => readonly VaultContext[]
  /** Rows without a value that need one. */
  readonly missing?: { readonly when: string; readonly plain: (vault: Vault) => string }
}

export interface Rewrapped {
  readonly name: string
  readonly rewrapped: number
  /** Values that no configured key opens, or that were altered. They are left alone. */
  readonly failed: readonly { readonly row: string; readonly reason: string }[]
  readonly failures: number
}

const BATCH = 200
const MOST_NAMED = 20
/** Passes over the column: values changed between reading and writing are tried again. */
const ROUNDS = 3

/** Re-encrypts values that are not under the current key yet, so an interrupted run can be continued. */
export async function rewrapColumn(
  pool: Pool,
  column: EncryptedColumn,
  { vault, region }: { readonly vault: Vault; readonly region: Region | '' },
): Promise<Rewrapped> {
  let rewrapped = 0
  const failed = new Map<string, string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    failed.clear()
    let missed = 0
    for (let after: readonly string[] | undefined = []; after !== undefined;) {
      const rows: readonly Row[] = await read(pool, column, vault.kid, after)
      for (const row of rows) {
        const next = attempt(() => nextOf(column, row, { vault, region }))
        if ('reason' in next) failed.set(nameOf(column, row), next.reason)
        else if (await write(pool, column, row, next.value)) rewrapped += 1
        else missed += 1
      }
      after = rows.length === BATCH ? keyOf(column, rows.at(-1) ?? {}) : undefined
    }
    if (missed === 0) break
  }
  const named = [...failed].slice(0, MOST_NAMED).map(([row, reason]) => ({ row, reason }))
  return { name: column.name, rewrapped, failed: named, failures: failed.size }
}

export interface EncryptedCount {
  readonly name: string
  /** Under the present key, under one of before, and under none that is configured. */
  readonly current: number
  readonly previous: number
  readonly unknown: number
}

/** Counts by key id, without opening values. */
export async function countEncrypted(pool: Pool, column: EncryptedColumn, vault: Vault): Promise<EncryptedCount> {
  const { rows } = await pool.query<{ kid: string; n: number }>(
    `select split_part(${column.value}, '.', 2) as kid, count(*)::int as n
     from ${column.table} t where ${column.value} <> '' group by 1`,
  )
  const sum = (is: (kid: string) => boolean) => rows.reduce((all, { kid, n }) => (is(kid) ? all + n : all), 0)
  return {
    name: column.name,
    current: sum((kid) => kid === vault.kid),
    previous: sum((kid) => vault.previousKids.includes(kid)),
    unknown: sum((kid) => kid !== vault.kid && !vault.previousKids.includes(kid)),
  }
}

async function read(pool: Pool, column: EncryptedColumn, kid: string, after: readonly string[]): Promise<Row[]> {
  const { table, key, value, more, missing } = column
  const keys = key.map((name) => `t.${name}`)
  const sealed = `(${value} <> '' and not starts_with(${value}, $1))`
  const wanted = missing ? `(${sealed} or (${value} = '' and ${missing.when}))` : sealed
  const from = after.length === 0 ? '' : `and (${keys.join(', ')}) > (${after.map((_, at) => `$${at + 2}`).join(', ')})`
  const columns = [...keys.map((one, at) => `${one}::text as ${key[at]}`), ...(more?.columns ?? [])]
  const { rows } = await pool.query<Record<string, string>>(
    `select ${columns.join(', ')}, ${value} as sealed from ${table} t ${more?.join ?? ''}
     where ${wanted} ${from} order by ${keys.join(', ')} limit ${BATCH}`,
    [`v2.${kid}.`, ...after],
  )
  return rows
}

/** False if the value was changed meanwhile, and so is sealed under the current key. */
async function write(
  pool: Pool,
  { table, key, value, set }: EncryptedColumn,
  row: Row,
  next: string,
): Promise<boolean> {
  const where = key.map((name, at) => `t.${name} = $${at + 3}`).join(' and ')
  const { rowCount } = await pool.query(`update ${table} t set ${set('$1::text')} where ${value} = $2 and ${where}`, [
    next,
    row.sealed,
    ...keyOf({ key }, row),
  ])
  return rowCount === 1
}

function nextOf(
  { contexts, missing }: EncryptedColumn,
  row: Row,
  { vault, region }: { vault: Vault; region: Region | '' },
): string {
  const { sealed = '' } = row
  const all = contexts(row, region)
  const [first] = all
  if (!first) throw new Error('nothing tells where it was sealed')
  if (sealed === '' && missing) return vault.seal(first.tenant, first.where, missing.plain(vault))
  const tries = all.map(({ tenant, where }) => attempt(() => vault.rewrap(tenant, where, sealed) ?? sealed))
  for (const one of tries) if ('value' in one) return one.value
  throw new Error(tries.flatMap((one) => ('reason' in one ? [one.reason] : []))[0])
}

function attempt<T>(make: () => T): { readonly value: T } | { readonly reason: string } {
  try {
    return { value: make() }
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) }
  }
}

const keyOf = ({ key }: Pick<EncryptedColumn, 'key'>, row: Row): string[] => key.map((name) => row[name] ?? '')
const nameOf = ({ key }: EncryptedColumn, row: Row): string => key.map((name) => `${name} ${row[name]}`).join(', ')
