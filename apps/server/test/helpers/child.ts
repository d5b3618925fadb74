// The server in a separate process on a data directory, from its sources or bundled, to be killed and restarted.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface ServerProcess {
  readonly url: string
  readonly pid: number
  /** Everything it has written so far. */
  readonly output: () => string
  /** Kills it, as a power cut would. */
  readonly kill: () => Promise<void>
  /** Stops it as an operator would; resolves with the exit code. */
  readonly stop: () => Promise<number | null>
}

const SOURCE = join(import.meta.dirname, '../../src/main.ts')
/** The file that `npm start` runs. */
export const BUNDLE = join(import.meta.dirname, '../../dist/main.js')

/** Resolves once it prints its address. Rejects with its output when it ends before. */
export async function startProcess(
  dataDir: string,
  env: Readonly<Record<string, string>>,
  main = SOURCE,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'] ?? '',
      // Reuses the compile cache of other tests.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let written = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (written += data.toString()))
  const url = await addressOf(child)
  const ended = once(child, 'exit') as Promise<[number | null]>
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    return (await ended)[0]
  }
  return {
    url,
    pid: child.pid ?? 0,
    output: () => written,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let written = ''
    const read = (data: Buffer) => {
      written += data.toString()
      const url = /Parlance runs at (http:\S+)/.exec(written)?.[1]
      if (url) resolve(url)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${written}`)))
  })
}
