// Starts the server from the environment, and shuts it down cleanly.
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, loadSettings } from './config/config.ts'
import { readEnv } from './config/env.ts'
import { acquireDataLock, DataDirLocked } from './lib/db/lock.ts'
import { asAppError } from './lib/http/errors.ts'
import { createLog, reasonOf } from './lib/log.ts'
import { isOperatorNamed, type Settings } from './lib/settings.ts'
import { closeOnSignal } from './lib/shutdown.ts'
import { startServer } from './server.ts'

async function main(): Promise<void> {
  const loaded = loadSettings(readEnv())
  const lock = await acquireDataLock(loaded.dataDir)
  const log = createLog({ level: loaded.logLevel })
  const settings: Settings & { publicUrl: string } = { ...loaded }
  const where = join(settings.dataDir, 'server.json')
  const server = await startServer(settings, log, (address) => {
    // Written atomically, so that readers get the whole file, with the right permissions.
    const fresh = `${where}.${process.pid}`
    writeFileSync(fresh, JSON.stringify({ pid: process.pid, ...address }), { mode: 0o600 })
    renameSync(fresh, where)
  })
  closeOnSignal(
    () => [
      ['server', server.close],
      ['lock', async () => (rmSync(where, { force: true }), lock.release())],
    ],
    log,
  )
  process.on('uncaughtException', (error) => log.error({ err: error }, 'uncaught exception'))
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
  process.stdout.write(
    `\n  Parlance runs at ${settings.publicUrl}\n${server.sandboxed.length > 0 ? `  Sandbox: ${server.sandboxed.join(', ')} (no key needed; see docs/operating.md for real ones)\n` : ''}${isOperatorNamed(settings) ? '' : '  Before going public: set OPERATOR_NAME, OPERATOR_ADDRESS and OPERATOR_EMAIL, so that the legal pages name you (docs/operating.md)\n'}\n`,
  )
}

const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException).code)

/** Problems that people can fix are printed as a sentence, without a stack. */
main().catch((error: unknown) => {
  if (error instanceof ConfigError || error instanceof DataDirLocked) process.stderr.write(`${error.message}\n`)
  else if (codeOf(error) === 'EADDRINUSE')
    process.stderr.write(`The port is already in use. Choose another one with PORT, for example: PORT=3001 npm start\n`)
  else if (asAppError(error).code === 'UNAVAILABLE' && !/^E(?:NOENT|NOSPC|DQUOT|ROFS)$/.test(codeOf(error)))
    process.stderr.write(
      `The database doesn’t answer in time (${reasonOf(error)}). Start again once it runs and the machine is less busy.\n`,
    )
  else process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
})
