// Opens the databases of an installation for a command: those of the running server, or started for the command.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Region } from '@parlance/contract/lib/regions'
import { existingCluster } from '../lib/db/cluster.ts'
import { runningEmbeddedUrl, startEmbedded } from '../lib/db/embedded.ts'
import { acquireDataLock, DataDirLocked } from '../lib/db/lock.ts'
import { quiet } from '../lib/db/log.ts'
import { openPool, type Pool } from '../lib/db/pool.ts'
import type { Settings } from '../lib/settings.ts'

export interface Installation {
  readonly identity?: Pool
  readonly regions: readonly { readonly region: Region; readonly pool: Pool }[]
  close(): Promise<void>
}

export class InstallationError extends Error {}

interface Embedded {
  url(database: string): string
  stop(): Promise<void>
}

const STARTING_MS = 5000

/** Opens the regions, and the identity database on request, whether or not the product runs. Migrates nothing. */
export async function openInstallation(
  settings: Pick<Settings, 'dataDir' | 'regions' | 'databases'>,
  applicationName: string,
  options: { readonly identity?: boolean } = {},
): Promise<Installation> {
  const wanted = [...settings.regions, ...(options.identity ? (['identity'] as const) : [])]
  const embedded = wanted.some((name) => !settings.databases[name]) ? await embeddedServer(settings.dataDir) : undefined
  const identityUrl = settings.databases.identity ?? embedded?.url('parlance_identity')
  const identity = options.identity && identityUrl ? openPool(identityUrl, { max: 2, applicationName }) : undefined
  const regions = settings.regions.map((region) => {
    const url = settings.databases[region] ?? embedded?.url(`parlance_${region}`)
    if (!url) throw new InstallationError(`There is no database for the region ${region}.`)
    return { region, pool: openPool(url, { max: 2, applicationName }) }
  })
  return {
    regions,
    ...(identity ? { identity } : {}),
    async close() {
      await Promise.all([...regions.map(({ pool }) => pool.end()), identity?.end()])
      await embedded?.stop()
    },
  }
}

async function embeddedServer(dataDir: string): Promise<Embedded> {
  if (!existingCluster(dataDir))
    throw new InstallationError(`There is no installation in ${dataDir} yet. Start the server once, or set DATA_DIR.`)
  for (const giveUp = Date.now() + STARTING_MS; ; await sleep(200)) {
    try {
      // The lock tells whether the database server runs already or may be started here.
      const lock = await acquireDataLock(dataDir)
      const server = await startEmbedded({ dataDir, log: quiet })
      const stop = async () => {
        await server.stop()
        lock.release()
      }
      return { url: (database) => server.url(database), stop }
    } catch (error) {
      if (!(error instanceof DataDirLocked)) throw error
      const running = runningEmbeddedUrl(dataDir, 'postgres')
      if (running) {
        const url = (database: string) => runningEmbeddedUrl(dataDir, database) ?? running
        return { url, stop: async () => {} }
      }
      if (Date.now() > giveUp) throw new InstallationError(`${error.message} Its database does not answer yet.`)
    }
  }
}
