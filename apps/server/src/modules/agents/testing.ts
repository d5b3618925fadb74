// Shared by the agents tests: databases, a service, contexts like the request pipeline's, and an agent with every field
// set.
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import type { Region } from '@parlance/contract/lib/regions'
import { expect } from 'vitest'
import type { Actor, Ctx } from '../../lib/ctx.ts'
import { createVault } from '../../lib/crypto.ts'
import { inTx, type Db } from '../../lib/db/pool.ts'
import type { DomainEvent } from '../../lib/events.ts'
import { createLog } from '../../lib/log.ts'
import { freshDatabases } from '../../../test/helpers/databases.ts'
import { createAgents } from './service.ts'

export const dbs = await freshDatabases()
const appOrigin = () => 'https://app.example'
export const agents = createAgents({
  vault: createVault(Buffer.alloc(32, 7)),
  appOrigin,
  roleOf: async (_ctx, workspaceId, email) => (email === `${workspaceId}@example.org` ? 'owner' : undefined),
  libraryTools: async () => [],
  personalOf: async (ctx) => (ctx.actor.kind === 'session' ? ctx.actor.email.split('@')[0]! : ''),
})

/** The clock advances one second per reading. */
let clock = Date.parse('2026-11-01T10:00:00.000Z')
const log = createLog({ level: 'silent' })

interface Asking {
  readonly ctx: Ctx
  readonly workspaceId: string
  readonly events: DomainEvent[]
  readonly newId: string
}

/** A context like the request pipeline's: the workspace is resolved, events are delivered after the commit. */
export function asking(
  options: { actor?: Actor; workspaceId?: string; region?: Region; resolved?: string } = {},
): Asking {
  const region = options.region ?? 'eu'
  const workspaceId = options.workspaceId ?? randomId(15)
  const events: DomainEvent[] = []
  const make = (db: Db, emitted: DomainEvent[], tx?: Ctx['tx']): Ctx => {
    const self: Ctx = {
      actor: options.actor ?? { kind: 'workspace', workspaceId },
      region,
      db,
      now: () => new Date((clock += 1000)),
      log,
      origin: { kind: 'app', origin: 'https://app.example', isSecure: true },
      workspaceId: options.resolved ?? workspaceId,
      emit: async (event) => void emitted.push(event),
      tx:
        tx ??
        (async (work) => {
          const waiting: DomainEvent[] = []
          const done = await inTx(db, (inner) => {
            const joined: Ctx = make(inner, waiting, (nested) => nested(joined))
            return work(joined)
          })
          events.push(...waiting)
          return done
        }),
    }
    return self
  }
  return { ctx: make(dbs[region].db, events), workspaceId, events, newId: randomId(16) }
}

export const session = (workspaceId: string): Actor => ({
  kind: 'session',
  userId: `user-${workspaceId}`,
  email: `${workspaceId}@example.org`,
  name: 'Ada Owner',
  emailVerified: true,
  region: 'eu',
  sessionToken: 't',
})

export const refused = async (code: string, work: Promise<unknown>): Promise<AppError> => {
  const error: unknown = await work.catch((thrown: unknown) => thrown)
  if (!(error instanceof AppError)) throw new Error(`expected ${code}`, { cause: error })
  expect(error.code).toBe(code)
  return error
}

/** Every field of the specification's section 3 with a non-default value. */
export const EVERYTHING = {
  title: 'Ada',
  description: 'Knows engines',
  agentPlatform: 'vg',
  theme: 'cyan-dark',
  scrollAnimation: false,
  roundedImageURL: 'https://img.example/r.png',
  avatarImageUrl: 'https://img.example/a.png',
  headerImageUrl: '/files/h.png',
  chatBgURL: 'https://img.example/b.png',
  branding: 'By **Ada**',
  customThemeJSONString: '{"primary":"#123456"}',
  ADVANCED_customCSS: '.x{color:red}',
  fontFamily: 'Rubik',
  proactiveMessage: 'Need help?',
  messageDelayMS: 250,
  maxTokensUsage: 1_000_000,
  autoStartWidget: true,
  syncBrowser: false,
  listenForUrlChanges: true,
  lang: 'de',
  recordChatHistory: false,
  smartInit: false,
  enableNodes: false,
  enableGeoAnalytics: true,
  messagesLimit: 500,
  starterQuestions: ['When are you open?'],
  offerGeneratedStarters: false,
  unavailableMessage: 'Back soon.',
  UIhandoffTitle: 'People',
  UIhandoffSubtitle: 'We answer',
  alwaysShowHandoff: true,
  VF_DIALOGUE_API_KEY: 'VF.canary',
  whatsappToken: 'EAA.canary',
  whatsappNumberId: '123',
  whatsappBusniessId: '456',
  waTestNumber: '+49123',
  waVerifyPassed: true,
  vapi: { phone: [1, { a: null }] },
  gcloudPrivateKey: '-----BEGIN canary-----',
  gcloudClientEmail: 'robot@example.org',
  voiceConfig: {
    config: { engine: 'openai-realtime', recordAudio: true, enableWebCalling: true, backgroundNoise: 'office' },
    transcriber: { provider: 'other', modelId: 'm', utteranceThreshold: 77, language: 'de' },
    speechGen: { provider: 'other', voiceId: 'v' },
  },
  vapiConfig: { model: 'x' },
  vg_defaultModel: 'claude-x',
  vg_enableUIEngine: true,
  vg_temperature: 0.9,
  vg_systemPrompt: 'Be Ada.',
  vg_initPrompt: 'Greet.',
  vg_initMessages: ['Hello', 'there'],
  vg_maxTokens: 99,
  vg_kbDefaultDimension: 512,
  vg_kbEnabled: false,
  vg_kbTopChunks: 3,
  vgOptions: { maxChunkSize: 1000, foo: 'x', deep: { a: [1] } },
  nodes: [],
  tools: [],
  functionsIds: ['f1'],
  mcpServers: [],
  variables: [{ name: 'plan', type: 'text', description: 'of the visitor', isEnv: false, defaultValue: 'free' }],
  vg_fallbackModel: 'gpt-4o-mini',
  publishGuard: 'refuse',
  position: 'left',
  followColorScheme: false,
  cornerRadius: 4,
  allowedDomains: ['shop.example', '*.shop.example'],
  ignoredUrlPaths: ['/checkout/*'],
  consentRequired: true,
  consentText: 'I agree to the [privacy policy](https://shop.example/privacy).',
  allowAttachments: true,
  allowVoiceNotes: true,
  askRating: false,
  offerTranscript: false,
  unreadSound: true,
  unreadTitleFlash: true,
  handoffTimeoutS: 30,
  handoffHours: {
    enabled: true,
    timeZone: 'Europe/Berlin',
    days: [[{ from: '09:00', to: '12:00' }], [], [], [], [], [], []],
    holidays: [{ date: '2026-12-25', name: 'Christmas' }],
  },
  handoffAfterHours: 'note',
  handoffRouting: { to: 'named', people: [{ kind: 'user', id: 'u1' }] },
  handoffTeamId: 't1',
} satisfies AgentConfig
