// compose.yaml and the Dockerfile set only settings the server reads.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ENV_NAMES } from '../apps/server/src/config/env.ts'
import { loadSettings } from '../apps/server/src/config/config.ts'
import { root } from './run.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const { services } = parse(read('compose.yaml')) as {
  services: Record<
    string,
    {
      environment?: Record<string, string>
      restart?: string
      stop_grace_period?: string
      healthcheck?: { test: string[] }
    }
  >
}
const environment = services['app']?.environment ?? {}

test('sets only settings of the server', () => {
  expect(Object.keys(environment).filter((name) => !(ENV_NAMES as readonly string[]).includes(name))).toEqual([])
  const [, set = ''] = /^ENV (.+)$/m.exec(read('Dockerfile')) ?? []
  const names = set.split(' ').map((pair) => pair.split('=')[0])
  expect(names.filter((name) => name !== 'NODE_ENV' && !(ENV_NAMES as readonly string[]).includes(name ?? ''))).toEqual(
    [],
  )
})

test('starts the server again after a crash, and gives a stopping one time for running answers', () => {
  expect(services['app']).toMatchObject({ restart: 'unless-stopped', stop_grace_period: '30s' })
})

test('waits for a database that takes connections by address', () => {
  expect(services['postgres']?.healthcheck?.test).toEqual(expect.arrayContaining(['-h', '127.0.0.1']))
})

const dataDir = mkdtempSync(join(tmpdir(), 'parlance-compose-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('sets values the server accepts', () => {
  const given = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, value.replace(/^\$\{.*\}$/, '')]),
  )
  const settings = loadSettings({ ...given, DATA_DIR: dataDir } as Parameters<typeof loadSettings>[0])
  expect(Object.keys(settings.databases).toSorted()).toEqual(['eu', 'identity', 'na'])
  expect(settings.s3).toMatchObject({ places: { eu: { bucket: 'parlance-eu' }, na: { bucket: 'parlance-na' } } })
})
