// The API description works with generators: it is complete, schemas have names, and a generated client works.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { EVENT_PAYLOADS } from '@parlance/contract/events/payloads'
import { EVENT_TYPES } from '@parlance/contract/events/names'
import { generate } from 'openapi-typescript-codegen'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpointEvents } from '../../src/modules/events/payloads.ts'
import { sharedTestServer } from '../helpers/app.ts'
import { operations } from '../helpers/operations.ts'
import type { Person } from '../helpers/people.ts'

type Json = Record<string, unknown>
interface Document {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, Json>>
  webhooks: Record<string, { post: Json }>
  components: Record<string, Record<string, Json>>
}

const root = join(import.meta.dirname, '..', '..', '..', '..')
const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'parlance-openapi-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const server = await sharedTestServer()
let document: Document
let owner: Person
beforeAll(async () => {
  document = await server.must<Document>('GET', `${server.url}/api/openapi.json`, undefined)
  owner = await server.signUp('eu')
})

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
function* inside(value: unknown): Generator<Json> {
  if (Array.isArray(value)) for (const one of value) yield* inside(one)
  if (!isRecord(value)) return
  yield value
  for (const one of Object.values(value)) yield* inside(one)
}
const described = () => Object.values(document.paths).flatMap((item) => Object.values(item))

describe('the OpenAPI document', () => {
  test('lists every call once, under the address it is served at', () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(document.servers).toHaveLength(1)
    expect(
      described()
        .map(({ operationId }) => String(operationId))
        // Webhooks of outside services are verified by signature.
        .filter((name) => !name.endsWith('Webhook'))
        .toSorted(),
    ).toEqual(operations.map(({ name }) => name).toSorted())
  })

  test('has no dangling references', () => {
    const refs = [...inside(document)].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []))
    expect(refs.length).toBeGreaterThan(1000)
    const missing = refs.filter((ref) => {
      const [, , kind = '', name = ''] = ref.split('/')
      return document.components[kind]?.[name] === undefined
    })
    expect(missing).toEqual([])
  })

  test('names each object that is used twice, without numbers that could change', () => {
    const seen = new Map<string, number>()
    for (const schema of inside([
      document.paths,
      document.webhooks,
      Object.values(document.components['schemas'] ?? {}),
    ]))
      if (isRecord(schema['properties']) && Object.keys(schema['properties']).length > 1)
        seen.set(JSON.stringify(schema), (seen.get(JSON.stringify(schema)) ?? 0) + 1)
    expect([...seen].filter(([, count]) => count > 1)).toEqual([])
    expect(Object.keys(document.components['schemas'] ?? {}).filter((name) => /[^V]\d$/.test(name))).toEqual([])
  })

  test('names existing security schemes, error codes, and examples of bodies', () => {
    const schemes = Object.keys(document.components['securitySchemes'] ?? {})
    expect(schemes).toEqual([
      'session',
      'sessionCookie',
      'apiKey',
      'workspaceSecret',
      'agentSecret',
      'clientSession',
      'visitorKey',
    ])
    for (const operation of described()) {
      const { operationId, security, responses, requestBody } = operation as {
        operationId: string
        security: Json[]
        responses: Record<string, Json>
        requestBody?: { content: Record<string, Json> }
      }
      if (security.length === 0) expect(operationId).toMatch(/^platform\.sandbox|Webhook$/)
      for (const one of security) for (const name of Object.keys(one)) expect(schemes).toContain(name)
      for (const [status, response] of Object.entries(responses))
        if (status.startsWith('4')) expect(response['x-error-codes'], operationId).not.toEqual([])
      const json = requestBody?.content['application/json']
      if (json) expect(json['example'], operationId).toBeTypeOf('object')
    }
    const opened = document.paths['/api/{region}/v2/agents/{agentId}']?.['get']
    expect(opened?.['security']).toContainEqual({ apiKey: [] })
  })

  test('lists every event as a signed webhook', () => {
    expect(Object.keys(document.webhooks)).toEqual(expect.arrayContaining([...EVENT_TYPES]))
    for (const { post } of Object.values(document.webhooks)) {
      const names = (post['parameters'] as { name: string }[]).map(({ name }) => name)
      expect(names).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    }
  })
})

test('describes the payloads that events have', () => {
  const heard = { eventId: 'e', eventAt: 0, region: 'eu' as const, workspaceId: 'w', agentId: 'a', conversationId: 'c' }
  const about = {
    channel: 'web-chat',
    visitor: 'v',
    pageUrl: '',
    language: 'en',
    contacts: { email: 'ada@example.test' },
    message: { text: 'Hi', values: { name: 'Ada' } },
  }
  const all = [
    { ...heard, type: 'message.stored', messageId: 'm', from: 'user', begins: true, form: true },
    { ...heard, type: 'handoff.requested', begins: false },
    { ...heard, type: 'lead.captured', leadId: 'l', isNew: true },
    { ...heard, type: 'form.submitted' },
    { ...heard, type: 'agent.created', copyOf: 'b' },
    { ...heard, type: 'agent.updated' },
    { ...heard, type: 'agent.published' },
    { ...heard, type: 'agent.deleted' },
    { ...heard, type: 'credits.low', left: 4, mark: 100 },
  ].flatMap((event) =>
    endpointEvents(
      event as unknown as Parameters<typeof endpointEvents>[0],
      about as Parameters<typeof endpointEvents>[1],
    ),
  )
  expect(new Set(all.map(({ type }) => type)).size).toBe(11)
  for (const { type, payload } of all) {
    const given = { createdAt: 1, ...payload }
    expect(EVENT_PAYLOADS[type].parse(given), type).toEqual(given)
  }
})

const PROGRAM = `
import { OpenAPI, AgentsService, WorkspacesService, InstallationService, ApiError } from './client'
async function main() {
  OpenAPI.BASE = process.env.PARLANCE_URL ?? ''
  OpenAPI.TOKEN = process.env.PARLANCE_TOKEN ?? ''
  const uid = process.env.PARLANCE_WORKSPACE ?? ''
  const status = await InstallationService.platformStatus({})
  const name: string = status.name
  const requestBody = { agentName: 'Generated', agentTemplate: 'blank-template' as const, workspaceId: uid }
  const idempotencyKey = 'generated-1'
  for (let n = 0; n < 2; n += 1)
    await AgentsService.agentsConvertAgentTemplateToAgent({ region: 'eu', requestBody, idempotencyKey })
  const { items } = await AgentsService.agentsList({ region: 'eu', uid, limit: 20 })
  const titles: string[] = items.map(({ title }) => title)
  // @ts-expect-error an agent of the list has no such field
  items[0]?.nothing
  const refused = await WorkspacesService.workspacesKeys({ region: 'eu', uid }).catch((error: ApiError) => error.status)
  console.log(JSON.stringify({ name, titles, refused }))
}
void main()
`

test('works with a public generator, whose client compiles and runs', { timeout: 120_000 }, async () => {
  const client = join(folder, 'client')
  await generate({
    input: document as object,
    output: client,
    httpClient: 'fetch',
    useOptions: true,
    useUnionTypes: true,
  })
  mkdirSync(join(folder, 'out'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'commonjs' }))
  writeFileSync(join(folder, 'program.ts'), PROGRAM)
  const compilerOptions = {
    strict: true,
    skipLibCheck: true,
    target: 'es2022',
    module: 'commonjs',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots: [join(root, 'node_modules', '@types')],
    outDir: 'out',
    rootDir: '.',
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }))
  const compiled = await run(join(root, 'node_modules', '.bin', 'tsc'), ['-p', folder]).catch((error: Error) => error)
  expect(compiled).toMatchObject({ stdout: '' })
  const env = {
    PATH: process.env['PATH'] ?? '',
    PARLANCE_URL: server.url,
    PARLANCE_TOKEN: owner.workspace.secret,
    PARLANCE_WORKSPACE: owner.workspace.uid,
  }
  const { stdout } = await run(process.execPath, [join(folder, 'out', 'program.js')], { env })
  expect(JSON.parse(stdout)).toEqual({ name: 'Parlance', titles: ['Generated'], refused: 403 })
})
