// Servers that operators run in front of the product, as packaged by Debian; used where they are installed.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { quietPort } from '@parlance/simulators/quiet-port'

/** Where a program is; undefined, with a log line, where it is not installed. */
export function findProgram(name: string): string | undefined {
  const { stdout } = spawnSync('sh', ['-c', `PATH="$PATH:/usr/sbin:/usr/bin" command -v ${name}`], { encoding: 'utf8' })
  const path = stdout.trim()
  if (!path) console.warn(`${name} is not installed: what needs it is skipped or simulated (apt-get install ${name})`)
  return path || undefined
}

/** Starts a program and waits until its port accepts connections. */
async function run(program: string, args: readonly string[], port: number): Promise<() => Promise<void>> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let written = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (written += data.toString()))
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
  for (let tries = 0; !(await takesConnections(port)); tries++) {
    if (tries > 400 || child.exitCode !== null) throw new Error(`${program} did not start: ${written}`)
    await sleep(50)
  }
  return async () => {
    child.kill()
    await ended
  }
}

const takesConnections = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => (socket.destroy(), resolve(true)))
    socket.once('error', () => resolve(false))
  })

export async function startRedisServer(program: string): Promise<{ url: string; close: () => Promise<void> }> {
  const [port, password] = [await quietPort(), randomBytes(12).toString('hex')]
  const dir = mkdtempSync(join(tmpdir(), 'parlance-redis-'))
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--requirepass', password, '--save', '', '--dir', dir]
  const stop = await run(program, args, port)
  return {
    url: `redis://:${password}@127.0.0.1:${port}`,
    close: async () => {
      await stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/**
 * A pooler in front of PostgreSQL, over its socket or by address. It pools transactions if its version supports the
 * prepared statements that the server uses, and sessions otherwise.
 */
export async function startPgbouncer(
  program: string,
  urls: Readonly<Record<string, string>>,
): Promise<{ urls: Record<string, string>; close: () => Promise<void> }> {
  const port = await quietPort()
  const dir = mkdtempSync(join(tmpdir(), 'parlance-pooler-'))
  chmodSync(dir, 0o755)
  const bridges: Server[] = []
  const version = /(\d+)\.(\d+)/.exec(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout)
  const keepsStatements = Number(version?.[1]) > 1 || Number(version?.[2]) >= 21
  if (!keepsStatements)
    console.warn(`pgbouncer ${version?.[0]} runs in session mode: transaction mode takes 1.21 or newer`)
  const targets = await Promise.all(
    Object.entries(urls).map(async ([name, url]) => {
      const { hostname, searchParams, port: at, pathname, username, password } = new URL(url)
      const [host, number] = [searchParams.get('host') ?? decodeURIComponent(hostname), searchParams.get('port') ?? at]
      const bridge = host.startsWith('/') ? await openBridge(`${host}/.s.PGSQL.${number || '5432'}`) : undefined
      if (bridge) bridges.push(bridge.server)
      const parts = {
        host: bridge ? '127.0.0.1' : host,
        port: bridge?.port ?? (number || '5432'),
        dbname: pathname.slice(1),
        user: decodeURIComponent(username || searchParams.get('user') || 'postgres'),
        ...(password ? { password: decodeURIComponent(password) } : {}),
      }
      const line = Object.entries(parts).map(([key, value]) => `${key}=${value}`)
      return `${name} = ${line.join(' ')}`
    }),
  )
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    ...(keepsStatements ? { pool_mode: 'transaction', max_prepared_statements: 200 } : { pool_mode: 'session' }),
    // A session keeps its connection: as many as three nodes open to a database.
    default_pool_size: keepsStatements ? 60 : 150,
    max_client_conn: 500,
    ignore_startup_parameters: 'extra_float_digits,statement_timeout,idle_in_transaction_session_timeout',
  }
  const lines = Object.entries(settings).map(([key, value]) => `${key} = ${value}`)
  const file = join(dir, 'pgbouncer.ini')
  writeFileSync(file, ['[databases]', ...targets, '[pgbouncer]', ...lines, ''].join('\n'), { mode: 0o644 })
  // It does not run as root.
  const isRoot = process.getuid?.() === 0
  const stop = await run(program, [...(isRoot ? ['-u', 'nobody'] : []), file], port)
  return {
    urls: Object.fromEntries(Object.keys(urls).map((name) => [name, `postgres://any@127.0.0.1:${port}/${name}`])),
    close: async () => {
      await stop()
      for (const bridge of bridges) bridge.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** A port that forwards to a socket which only this account may use. */
async function openBridge(socket: string): Promise<{ port: number; server: Server }> {
  const server = createServer((from) => {
    const to = connect(socket)
    from.pipe(to).pipe(from)
    from.on('error', () => to.destroy())
    to.on('error', () => from.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, server }
}
