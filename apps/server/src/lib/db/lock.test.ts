import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { acquireDataLock, DataDirLocked, dataLockOwner } from './lock.ts'

let dir: string
const children: ChildProcess[] = []
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'lock-test-'))
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(dir, { recursive: true, force: true })
})

const HOLDER = `
const { acquireDataLock } = await import(process.argv[1])
try { await acquireDataLock(process.argv[2]); console.log('held'); setInterval(() => {}, 1000) }
catch (e) { console.log('refused ' + e.message); process.exit(3) }`

function starter(): { child: ChildProcess; said: Promise<string> } {
  const module = new URL('./lock.ts', import.meta.url).href
  const child = spawn(process.execPath, ['--input-type=module', '-e', HOLDER, module, dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const said = once(child.stdout, 'data').then((chunks) => String(chunks[0]).trim())
  return { child, said }
}

test('refuses a second process with the pid and command of the first', async () => {
  const first = starter()
  expect(await first.said).toBe('held')
  const error: unknown = await acquireDataLock(dir).catch((e: unknown) => e)
  expect(error).toBeInstanceOf(DataDirLocked)
  expect(String(error)).toContain(`process ${first.child.pid}`)
  expect(String(error)).toContain('node')
  expect(await dataLockOwner(dir)).toMatchObject({ pid: first.child.pid })
})

test('releases the lock of a killed process at once', async () => {
  const first = starter()
  expect(await first.said).toBe('held')
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  expect(await dataLockOwner(dir)).toBeUndefined()
  const lock = await acquireDataLock(dir)
  lock.release()
})

test('ignores a pid file of another process', async () => {
  const reused = { pid: process.ppid, command: 'node old.ts', host: hostname(), since: '2020-01-01T00:00:00.000Z' }
  writeFileSync(join(dir, 'server.pid'), JSON.stringify(reused))
  const lock = await acquireDataLock(dir)
  expect(JSON.parse(readFileSync(join(dir, 'server.pid'), 'utf8'))).toMatchObject({ pid: process.pid })
  lock.release()
})

test('lets exactly one of several starters win', async () => {
  const said = await Promise.all([starter(), starter(), starter(), starter()].map((s) => s.said))
  expect(said.filter((line) => line === 'held')).toHaveLength(1)
  expect(said.filter((line) => line.startsWith('refused') && line.includes('in use by process'))).toHaveLength(3)
})

test('refuses the same process twice, until it releases', async () => {
  const lock = await acquireDataLock(dir)
  await expect(acquireDataLock(dir)).rejects.toThrow(`process ${process.pid}`)
  lock.release()
  lock.release()
  const again = await acquireDataLock(dir)
  again.release()
})
