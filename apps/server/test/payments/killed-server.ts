// Starts recharging-process.ts, a server in a process of its own that tests kill.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { join } from 'node:path'
import type { Region } from '@parlance/contract/lib/regions'
import { onTestFinished } from 'vitest'
import type { Settings } from '../../src/lib/settings.ts'
import type { TestDatabases } from '../helpers/databases.ts'

export type Operation =
  | 'upsertPaymentMethod'
  | 'createSubscription'
  | 'topUp'
  | 'addAddon'
  | 'cancelSubscription'
  | 'reactivateSubscription'

export interface Operate {
  readonly id: number
  readonly workspaceId: string
  readonly call: Operation
  readonly input: object
}
export interface Operated {
  readonly id: number
  /** A refusal is a value; this is what the server did not expect. */
  readonly error?: string
  readonly value?: unknown
}

export interface KilledServer {
  readonly url: string
  /** Does what a call of the payments API does, without a request. */
  readonly operate: (workspaceId: string, call: Operation, input: object) => Promise<unknown>
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
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  child.on('message', ({ id, error, value }: Operated) => {
    const one = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) one?.resolve(value)
    else one?.reject(new Error(error))
  })
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the server was killed'))
    waiting.clear()
  })
  let ids = 0
  const [ready] = (await once(child.stdout as Readable, 'data')) as [Buffer]
  return {
    url: /http\S+/.exec(ready.toString())?.[0] ?? '',
    operate(workspaceId, call, input) {
      const done = Promise.withResolvers<unknown>()
      if (!child.connected) return Promise.reject(new Error('the server was killed'))
      ids += 1
      waiting.set(ids, done)
      child.send({ id: ids, call, workspaceId, input } satisfies Operate)
      return done.promise
    },
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
