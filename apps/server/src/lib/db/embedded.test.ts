import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { blockedAt, isRoot, mayRun } from './system-account.ts'
import { findBinaries } from './binaries.ts'
import { readPostmaster, stopOrphan } from './cluster.ts'
import { openDatabases } from './databases.ts'
import { runningEmbeddedUrl, startEmbedded } from './embedded.ts'
import type { Embedded, EmbeddedOptions } from './embedded.ts'
import { quiet } from './log.ts'
import { testAll } from '../../../../../scripts/test-tier.ts'

let base: string
const running: Embedded[] = []
const children: ChildProcess[] = []

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'pg-test-'))
  chmodSync(base, 0o711)
})
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(base, { recursive: true, force: true })
})

const dataDir = () => join(base, 'data')
async function start(options: Partial<EmbeddedOptions> = {}): Promise<Embedded> {
  const server = await startEmbedded({ dataDir: dataDir(), sharedDir: join(base, 'shared'), log: quiet, ...options })
  running.push(server)
  return server
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}
const remember = (server: Embedded) => query(server.url('postgres'), 'create table kept as select 42 as answer')
const recall = (server: Embedded) => query(server.url('postgres'), 'select answer from kept')

test('keeps data after a stop, is durable, uses only a socket, and leaves no process', async () => {
  const first = await start()
  await remember(first)
  const settings =
    "select setting from pg_settings where name in ('fsync', 'listen_addresses', 'synchronous_commit') order by name"
  expect(await query(first.url('postgres'), settings)).toEqual(['on', '', 'on'])
  expect(runningEmbeddedUrl(dataDir(), 'postgres')).toBe(first.url('postgres'))
  const pid = first.pid
  await first.stop()
  expect(existsSync(`/proc/${pid}`)).toBe(false)
  expect(runningEmbeddedUrl(dataDir(), 'postgres')).toBeUndefined()
  expect(await recall(await start())).toEqual([42])
})

test('knows letters beyond ASCII in text search and case folding', async () => {
  const server = await start()
  expect(await query(server.url('postgres'), "select lower('ÀÉÎ'), to_tsvector('simple', 'Größe')::text")).toEqual([
    'àéî',
    "'größe':1",
  ])
})

testAll('restarts a killed database at the same URL', async () => {
  const server = await start()
  await remember(server)
  const before = server.pid
  const exit = new Promise((resolve) => server.onExit(resolve))
  process.kill(before ?? 0, 'SIGKILL')
  expect(await exit).toEqual({ code: null, signal: 'SIGKILL' })
  await expect.poll(() => server.pid, { timeout: 20_000 }).toBeTypeOf('number')
  expect(server.pid).not.toBe(before)
  expect(await recall(server)).toEqual([42])
})

testAll(
  'ends a database that no longer reacts, and keeps committed data',
  async () => {
    const server = await start({ patienceMs: 200 })
    await remember(server)
    const pid = server.pid ?? 0
    process.kill(pid, 'SIGSTOP')
    await server.stop()
    expect(existsSync(`/proc/${pid}`)).toBe(false)
    expect(await recall(await start())).toEqual([42])
  },
  60_000,
)

test('explains why a server cannot start', async () => {
  await expect(start({ settings: { shared_buffers: 'nonsense' } })).rejects.toThrow('shared_buffers')
})

describe('when the parent is killed', () => {
  const PARENT = `
const { startEmbedded } = await import(process.argv[1])
const log = { info() {}, warn() {}, error() {} }
const server = await startEmbedded({ dataDir: process.argv[2], sharedDir: process.argv[3], log })
console.log(server.pid + ' ' + server.url('postgres'))
setInterval(() => {}, 1000)`

  function spawnParent() {
    const module = new URL('./embedded.ts', import.meta.url).href
    const args = ['--input-type=module', '-e', PARENT, module, dataDir(), join(base, 'shared')]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    return child
  }
  async function parent(): Promise<{ child: ChildProcess; pid: number; url: string }> {
    const child = spawnParent()
    const [line] = await once(child.stdout, 'data')
    const [pid, url] = String(line).trim().split(' ')
    return { child, pid: Number(pid), url: url ?? '' }
  }

  async function kill(child: ChildProcess): Promise<void> {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  testAll('stops its database', async () => {
    const { child, pid } = await parent()
    await kill(child)
    await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false)
  })

  testAll('stops a surviving database, and keeps committed data', async () => {
    const { child, pid, url } = await parent()
    await query(url, 'create table kept as select 42 as answer')
    for (const guard of childrenOf(child.pid ?? 0).filter((one) => one !== pid)) process.kill(guard, 'SIGKILL')
    await kill(child)
    expect(isRunning(pid)).toBe(true)
    const server = await start()
    expect(isRunning(pid)).toBe(false)
    expect(await recall(server)).toEqual([42])
  })

  testAll('stops a database that is still starting, and the next start works', async () => {
    await (await start()).stop()
    const child = spawnParent()
    let pid = 0
    await expect.poll(() => (pid = readPostmaster(join(dataDir(), 'postgres'))?.pid ?? 0), { interval: 2 }).not.toBe(0)
    child.kill('SIGTERM')
    await once(child, 'exit')
    await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false)
    await remember(await start())
  })

  testAll('kills a database that no longer reacts, and keeps committed data', async () => {
    const { child, pid, url } = await parent()
    await query(url, 'create table kept as select 42 as answer')
    process.kill(pid, 'SIGSTOP')
    await kill(child)
    await stopOrphan(join(dataDir(), 'postgres'), quiet, 500)
    expect(isRunning(pid)).toBe(false)
    expect(await recall(await start())).toEqual([42])
  })

  function isRunning(pid: number): boolean {
    const state = execFileSync('sh', ['-c', `ps -o stat= -p ${pid} || true`])
      .toString()
      .trim()
    return state !== '' && !state.startsWith('Z')
  }
  function childrenOf(pid: number): number[] {
    return execFileSync('ps', ['-eo', 'pid=,ppid='])
      .toString()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
      .flatMap(([own, of]) => (of === pid && own ? [own] : []))
  }
})

testAll('ignores a pid file whose number belongs to another process', async () => {
  const server = await start()
  await remember(server)
  await server.stop()
  const cluster = join(dataDir(), 'postgres')
  writeFileSync(join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n1\n5432\n/nowhere\n\n\nready\n`, {
    mode: 0o600,
  })
  expect(await recall(await start())).toEqual([42])
})

test('does not mistake an interrupted initialisation for a cluster', async () => {
  const half = join(dataDir(), 'postgres.new-1')
  mkdirSync(half, { recursive: true, mode: 0o711 })
  chmodSync(dataDir(), 0o711)
  writeFileSync(join(half, 'PG_VERSION'), '18\n')
  await start()
  expect(readdirSync(dataDir()).sort()).toEqual(['postgres', 'postgres.log'])
})

test('creates missing library links at start', () => {
  const copy = join(base, 'package')
  copyPackage(copy)
  const link = join(copy, 'native/lib/libpq.so.5')
  if (process.platform === 'linux') rmSync(link)
  chmodSync(join(copy, 'native/bin/postgres'), 0o644)
  const found = findBinaries(join(copy, 'native'))
  expect(statSync(join(found.native, 'bin/postgres')).mode & 0o111).toBe(0o111)
  if (process.platform === 'linux') expect(existsSync(link)).toBe(true)
})

test('opens, migrates and keeps databases, and refuses regions that are not served', async () => {
  const config = { dataDir: dataDir(), regions: ['eu'] as const, log: quiet }
  const first = await openDatabases(config)
  await first.region.eu.pool.query('create table kept as select 42 as answer')
  expect(() => first.region.na).toThrow('does not serve the region na')
  expect(Object.keys(first.region)).toEqual(['eu'])
  await first.close()
  const second = await openDatabases({ ...config, regions: ['eu', 'na'] })
  expect((await second.region.eu.pool.query('select answer from kept')).rows).toEqual([{ answer: 42 }])
  await second.region.na.pool.query("select similarity('a', 'b')")
  expect(second.embedded).toBe(true)
  const urls = { eu: second.region.eu.url, na: second.region.na.url, identity: second.identity.url }
  const third = await openDatabases({ ...config, dataDir: join(base, 'unused'), regions: ['eu', 'na'], urls })
  expect(third.embedded).toBe(false)
  expect(existsSync(join(base, 'unused'))).toBe(false)
  await third.close()
  await second.close()
})

function copyPackage(to: string): void {
  const from = join(findBinaries().native, '..')
  execFileSync('cp', ['-R', from, to])
}

describe.runIf(isRoot())('as root', () => {
  const nobody = { uid: 65_534, gid: 65_534 }
  // In a private checkout other users can't run anything.
  const openToAll = mayRun(process.execPath, nobody) && !blockedAt(import.meta.dirname, nobody)

  test('puts cluster and programs elsewhere for a private data directory and checkout', async () => {
    const home = join(base, 'home')
    mkdirSync(home, { mode: 0o700 })
    copyPackage(join(home, 'package'))
    const options = { dataDir: join(home, 'data'), binDir: join(home, 'package/native') }
    const first = await start(options)
    await remember(first)
    await first.stop()
    const place = readFileSync(join(home, 'data/postgres.location'), 'utf8').trim()
    expect(place.startsWith(join(base, 'shared'))).toBe(true)
    expect(statSync(place).mode & 0o777).toBe(0o700)
    expect(statSync(place).uid).not.toBe(0)
    const second = await start(options)
    expect(await recall(second)).toEqual([42])
    await second.stop()

    // A data directory removed by hand means a fresh start; the old cluster is set aside, not lost.
    rmSync(options.dataDir, { recursive: true })
    const third = await start(options)
    await expect(recall(third)).rejects.toThrow('kept')
    expect(readdirSync(join(base, 'shared')).some((name) => name.includes('.old-'))).toBe(true)
    await third.stop()

    rmSync(place, { recursive: true })
    await expect(start(options)).rejects.toThrow('which is gone')
  })

  test.runIf(openToAll)('keeps the account of a cluster, and reports it to others', async () => {
    mkdirSync(join(base, 'own'))
    chmodSync(base, 0o777)
    execFileSync('chown', ['-R', '65534:65534', join(base, 'own')])
    const script = `
const { startEmbedded } = await import(process.argv[1])
const log = { info() {}, warn() {}, error() {} }
try {
  const server = await startEmbedded({ dataDir: process.argv[2], log })
  await server.stop()
  console.log('ran')
} catch (e) { console.log(e.message) }`
    const module = new URL('./embedded.ts', import.meta.url).href
    const asNobody = (dir: string) =>
      execFileSync(process.execPath, ['--input-type=module', '-e', script, module, dir], { ...nobody, cwd: '/' })
        .toString()
        .trim()
    expect(asNobody(join(base, 'own/data'))).toBe('ran')
    const server = await start({ dataDir: join(base, 'own/data') })
    expect(statSync(join(base, 'own/data/postgres')).uid).toBe(nobody.uid)
    await remember(server)
    await server.stop()
    expect(asNobody(join(base, 'own/data'))).toBe('ran')

    await (await start()).stop()
    expect(asNobody(dataDir())).toContain('made by a server that ran as root')
  })
})
