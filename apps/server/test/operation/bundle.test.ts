// The bundle that `npm start` runs finds its files, worker threads and child processes.
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOpenAi } from '@parlance/simulators/openai/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureBuilt } from '../../../../scripts/build.ts'
import { clientOf } from '../helpers/app.ts'
import { BUNDLE, type ServerProcess, startProcess } from '../helpers/child.ts'
import { freshDatabases } from '../helpers/databases.ts'
import { knowledgeOf } from '../helpers/knowledge.ts'
import { testAll } from '../../../../scripts/test-tier.ts'

const src = join(import.meta.dirname, '../../src')
const dataDir = mkdtempSync(join(tmpdir(), 'parlance-bundle-'))
chmodSync(dataDir, 0o711)
const dbs = await freshDatabases()
const model = await startOpenAi({ firstTokenMs: 0, perTokenMs: 0 })
let server: ServerProcess

beforeAll(async () => {
  await ensureBuilt({ ifChanged: true }, ['server'])
  const env = {
    DATABASE_URL_IDENTITY: dbs.urls.identity,
    DATABASE_URL_EU: dbs.urls.eu,
    DATABASE_URL_NA: dbs.urls.na,
    RATE_LIMIT_SCALE: '10000',
    LOG_LEVEL: 'warn',
  }
  server = await startProcess(dataDir, env, BUNDLE)
})
afterAll(async () => {
  await server.stop()
  await model.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test.each(['/', '/legal/gdpr', '/api/docs', '/api/openapi.json'])('%s is answered', async (path) => {
  const response = await fetch(server.url + path)
  expect([response.status, (await response.text()).length > 1000]).toEqual([200, true])
})

describe('a workspace', () => {
  const client = () => clientOf(server.url, model)

  testAll('reads, splits and encodes long documents', { timeout: 150_000 }, async () => {
    const owner = await client().signUp('eu')
    const kb = knowledgeOf(client(), await client().makeAgent(owner))
    const long = Array.from({ length: 40 }, (_, n) => `<p>Shelf ${n} holds lamp ${n * 31}.</p>`).join('\n')
    // Blanks are free to encode; this many characters are split in a thread.
    const short = await kb.upload('shelves.html', `<!doctype html><title>Shelves</title><main>${long}</main>`)
    const huge = await kb.upload('blanks.txt', `Lamps.${' '.repeat(210_000)}Shelves.`)
    // The encoder yields to everything else that runs on the machine.
    expect([(await kb.settled(short, 60_000)).status, (await kb.settled(huge, 60_000)).status]).toEqual([
      'ready',
      'ready',
    ])
  })

  test('imports the tools of an OpenAPI document', async () => {
    const owner = await client().signUp('eu')
    const path = `${client().api('eu')}/v2/workspaces/${owner.workspace.uid}/tools/import`
    const text = JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Shop', version: '1' },
      servers: [{ url: 'https://shop.example' }],
      paths: { '/orders': { get: { operationId: 'listOrders', responses: {} } } },
    })
    const { tools } = await client().must<{ tools: unknown[] }>('POST', path, owner.token, { format: 'openapi', text })
    expect(tools).toHaveLength(1)
  })

  test('leaves no errors in the log', () =>
    expect(
      server
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{')),
    ).toEqual([]))
})

test('names the sources in stack traces', async () => {
  await expect(startProcess('/dev/null/data', {}, BUNDLE)).rejects.toThrow(/apps\/server\/src\/[\w/-]+\.ts:\d+/)
})

test('resolves its location only in lib/paths.ts', () => {
  const asking = globSync(['**/*.ts', '../../../packages/*/src/**/*.ts'], {
    cwd: src,
    exclude: ['**/*.test.ts', 'cli/**'],
  })
    // Used only by tests and tools.
    .filter((file) => !/\.test\.ts$|i18n\/src\/read-texts\.ts$/.test(file))
    .filter((file) =>
      /import\.meta\.(dirname|filename)|new URL\([^)]*import\.meta\.url/.test(readFileSync(join(src, file), 'utf8')),
    )
  expect(asking).toEqual(['lib/paths.ts'])
})
