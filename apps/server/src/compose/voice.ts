import { CALL_RATE } from '@parlance/contract/voice/protocol'
import type { StreamPart } from '@parlance/contract/conversations/schemas'
import { createFlite } from '../adapters/flite/flite.ts'
import { createTwilioPhone } from '../adapters/twilio/phone.ts'
import { createVapi } from '../adapters/vapi/vapi.ts'
import type { createBillingModule } from '../modules/billing/index.ts'
import {
  conversationQueries,
  type createConversationsModule,
  type EarlyAnswer,
  replay,
} from '../modules/conversations/index.ts'
import type { createChannelsModule } from '../modules/channels/index.ts'
import type { createFilesModule } from '../modules/files/index.ts'
import { createCharge } from '../modules/knowledge/index.ts'
import type { createPaymentsModule } from '../modules/payments/index.ts'
import { type CallAnswer, type CallTurn, createVoiceModule } from '../modules/voice/index.ts'
import type { createProviderWebhooksModule } from '../modules/provider-webhooks/index.ts'
import type { createWorkspacesModule } from '../modules/workspaces/index.ts'
import { createGuardedFetch } from '../lib/outbound/guarded-fetch.ts'
import type { Ctx } from '../lib/ctx.ts'
import type { Agents } from './agents.ts'
import type { Base, Module } from './base.ts'
import type { Models } from './models.ts'
import { createVoiceProviders } from './voice-providers.ts'

const VAPI_TIMEOUT_MS = 60_000
const MOST_RECORDING_BYTES = 60_000_000

const hostAndPort = (address: string): string => {
  const { hostname, port, protocol } = new URL(address)
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`
}

interface Needs {
  readonly agents: Agents['agents']
  readonly billing: Module<typeof createBillingModule>
  readonly channels: Module<typeof createChannelsModule>
  readonly conversations: Module<typeof createConversationsModule>
  readonly files: Module<typeof createFilesModule>
  readonly openAiFor: Models['openAiFor']
  readonly payments: Module<typeof createPaymentsModule>
  readonly providerWebhooks: Module<typeof createProviderWebhooksModule>
  readonly workspaces: Module<typeof createWorkspacesModule>
}

export function composeVoice(
  { appOrigin: origin, settings, log, infrastructure: { bus, contexts, node, sandbox, vault } }: Base,
  { agents, billing, channels, conversations, files, openAiFor, payments, providerWebhooks, workspaces }: Needs,
) {
  const flite = createFlite()
  sandbox.speakWith((text, voice) => flite.pcm(text, voice, 24_000))
  sandbox.vapi.speakWith((text) => flite.pcm(text, '', CALL_RATE))
  const charge = createCharge(billing.service, 'waiting')
  const requestOf = ({ isTest, ...turn }: CallTurn) => ({
    ...turn,
    channel: isTest ? ('test' as const) : ('voice' as const),
    ...(isTest ? { debug: { channel: 'voice' as const } } : {}),
  })
  const say = async (
    ctx: Ctx,
    turn: CallTurn,
    onPart: (part: StreamPart) => void,
    onTool?: (isRunning: boolean) => void,
    early?: EarlyAnswer,
  ): Promise<CallAnswer> => {
    const handled = await conversations.turns.handleMessage(ctx, requestOf(turn), early)
    if (handled.kind === 'stored') {
      const { metadata } = await conversations.service.turnOf(ctx, { agentId: turn.agentId, turnId: handled.turnId })
      const { conversationId, turnId } = metadata
      return { conversationId, turnId, stop: () => {}, ended: Promise.resolve() }
    }
    const { running } = handled
    const { conversationId, turnId } = running.turn.metadata
    for (const { part } of replay(running.turn, 0)) onPart(part)
    if (!running.turn.ending) {
      running.listeners.add(({ part }) => onPart(part))
      if (onTool) running.toolListeners.add(onTool)
    }
    return {
      conversationId,
      turnId,
      stop: () => void conversations.turns.stop(turnId),
      ended: running.ended,
      transfer: () => running.transfer,
      ends: () => running.endsChat,
    }
  }
  const { baseUrl, simulated } = sandbox.vapi
  const vapi = createVapi({
    async account(ctx, workspaceId, deletedKey) {
      const own =
        deletedKey === undefined
          ? await workspaces.service.providerKey(ctx, workspaceId, 'vapi')
          : workspaces.service.openDeletedKey(workspaceId, 'vapi', deletedKey)
      if (own) return { apiKey: own.apiKey, baseUrl, isSimulated: false }
      return simulated && { ...simulated, isSimulated: true }
    },
    guardedFetch: createGuardedFetch({
      // Where the operator's setting or the simulator points.
      allow: [
        ...settings.outboundAllow,
        ...[settings.voice?.vapiBaseUrl, simulated?.baseUrl].flatMap((url) => (url ? [hostAndPort(url)] : [])),
      ],
      timeoutMs: VAPI_TIMEOUT_MS,
      maxBytes: MOST_RECORDING_BYTES,
      onRefused: (reason) => log.info({ reason }, 'a request to Vapi failed'),
    }),
  })
  const voice = createVoiceModule({
    forTurn: agents.service.forTurn,
    providers: createVoiceProviders({
      voice: settings.voice ?? {},
      ownKey: workspaces.service.providerKey,
      openAi: openAiFor(undefined),
      realtime: openAiFor(sandbox.model),
      flite,
      vapiAccount: vapi.account,
    }),
    creditValueUsd: settings.creditValueUsd,
    conversations: {
      say,
      begin(ctx, turn) {
        const early = conversations.turns.beginAnswer(ctx, requestOf(turn))
        return { say: (onPart, onTool) => say(ctx, turn, onPart, onTool, early), close: early.close }
      },
      people: conversationQueries.people,
      answers: conversations.service.toolsOfTurns,
      truncate: conversations.service.truncateAnswer,
      changed: (ctx, conversation) =>
        conversations.turns.publishLiveUpdate(ctx.region, ctx.workspaceId, { type: 'conversation', ...conversation }),
    },
    charges: charge,
    available: billing.service.availableToVisitors,
    payerOf: payments.clientBilling.payers.payerOf,
    canAnswer: async (ctx, agentId) => (await conversations.service.usage(ctx, { agentId })).data.shouldContinue,
    refuseBlocked: conversationQueries.refuseBlocked,
    requireVisible: conversations.service.requireVisible,
    nameCaller: conversationQueries.nameVisitor,
    addUsage: conversationQueries.addUsage,
    assertLine: (tx, uid, used) => workspaces.service.assertWithinPlan(tx, uid, 'maxConcurrentCalls', used),
    recordings: {
      keep: files.service.keepRecording,
      address: files.service.recordingUrl,
      remove: files.service.removeRecording,
    },
    phone: { provider: createTwilioPhone(sandbox.twilio), lines: channels.service.numbers.lines, origin },
    vapi: { provider: vapi, origin, accounts: providerWebhooks.service },
    vault,
    bus,
    contextFor: contexts.system,
    regions: settings.regions,
    node,
    log,
  })
  return { voice, closeSpeech: flite.close }
}
