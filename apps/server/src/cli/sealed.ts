// All columns with encrypted values, in all databases of an installation.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isRegion, type Region } from '@parlance/contract/lib/regions'
import { queued } from '../modules/accounts/encrypted-columns.ts'
import { deliveriesVaultContext } from '../modules/provider-webhooks/service.ts'
import { createVault, type Vault } from '../lib/crypto.ts'
import type { Pool } from '../lib/db/pool.ts'
import { mailVaultContext } from '../lib/mail.ts'
import { countEncrypted, type EncryptedColumn, type EncryptedCount } from '../lib/encrypted-columns.ts'
import type { Settings } from '../lib/settings.ts'
import { openInstallation } from './installation.ts'

const MODULES = join(import.meta.dirname, '../modules')

const contextsOf = (region: string) => [
  ...queued,
  ...(isRegion(region) ? [mailVaultContext(region), deliveriesVaultContext(region)] : []),
]

/** Encrypted payloads in the job queues: mails, jobs of accounts, and webhooks that arrived in another region. */
const QUEUED: readonly EncryptedColumn[] = [
  {
    name: 'queued work',
    in: 'region',
    table: 'pgboss.job',
    key: ['name', 'id'],
    value: "coalesce(t.data ->> 'sealed', '')",
    set: (parameter) => `data = jsonb_set(data, '{sealed}', to_jsonb(${parameter}))`,
    contexts: (_, region) => contextsOf(region),
  },
  {
    name: 'work for other regions',
    in: 'identity',
    table: 'outbox',
    key: ['id'],
    value: "coalesce(t.data ->> 'sealed', '')",
    set: (parameter) => `data = jsonb_set(data, '{sealed}', to_jsonb(${parameter}))`,
    more: { join: '', columns: ['t.region'] },
    contexts: ({ region = '' }) => contextsOf(region),
  },
]

/** The columns of every module: `sealed` of each file named `encrypted-columns.ts`. */
export async function collectSealed(): Promise<EncryptedColumn[]> {
  const found: EncryptedColumn[] = []
  for (const file of globSync('*/encrypted-columns.ts', { cwd: MODULES }).sort()) {
    const { sealed } = (await import(pathToFileURL(join(MODULES, file)).href)) as {
      sealed?: readonly EncryptedColumn[]
    }
    if (!Array.isArray(sealed)) throw new Error(`${file} exports no list of sealed columns.`)
    found.push(...(sealed as readonly EncryptedColumn[]))
  }
  return [...found, ...QUEUED]
}

export type SealedSettings = Pick<Settings, 'dataDir' | 'regions' | 'databases' | 'masterKey' | 'previousMasterKeys'>
export interface Somewhere {
  readonly database: 'identity' | Region
  readonly pool: Pool
  readonly column: EncryptedColumn
  readonly vault: Vault
  readonly region: Region | ''
}

export async function everySealed<T>(
  settings: SealedSettings,
  applicationName: string,
  ask: (at: Somewhere) => Promise<T>,
): Promise<(T & { readonly database: 'identity' | Region })[]> {
  const columns = await collectSealed()
  const vault = createVault(settings.masterKey, settings.previousMasterKeys)
  const installation = await openInstallation(settings, applicationName, { identity: true })
  try {
    const all = []
    for (const database of ['identity' as const, ...settings.regions]) {
      const pool =
        database === 'identity'
          ? installation.identity
          : installation.regions.find(({ region }) => region === database)?.pool
      if (!pool) continue
      const region = database === 'identity' ? '' : database
      for (const column of columns.filter((one) => one.in === (region === '' ? 'identity' : 'region')))
        all.push({ database, ...(await ask({ database, pool, column, vault, region })) })
    }
    return all
  } finally {
    await installation.close()
  }
}

export const sealedCounts = (
  settings: SealedSettings,
): Promise<(EncryptedCount & { database: 'identity' | Region })[]> =>
  everySealed(settings, 'parlance verify', ({ pool, column, vault }) => countEncrypted(pool, column, vault))
