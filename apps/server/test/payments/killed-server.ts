// Starts recharging-process.ts, a server in a process of its own that tests kill.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Region } from '@parlance/contract/lib/regions'
import { onTestFinished } from 'vitest'
import type { Settings } from '../../src/lib/settings.ts'
import type { TestDatabases } from '../helpers/databases.ts'

export interface KilledServer {
  readonly url: string
  readonly kill: () => Promise<void>
}

export async function startKilledServer(
  given: Settings,
  what: {
    readonly uid: string
    readonly region: Region
    /** Milli-credits. */
    readonly threshold?: number
    readonly isSpending?: boolean
  },
): Promise<KilledServer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'recharging-process.ts')], {
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      RECHARGING: JSON.stringify({
        threshold: 0,
        isSpending: false,
        ...what,
        settings: { ...given, masterKey: given.masterKey.toString('base64') },
      }),
    },
    // The child ends when its input does: with this process.
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [ready] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    url: /http\S+/.exec(ready.toString())?.[0] ?? '',
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** As a start on the built-in database does; on any other, jobs of a dead process return after missed heartbeats. */
export const returnJobs = (dbs: TestDatabases, region: Region) =>
  dbs[region].pool.query(`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`)
