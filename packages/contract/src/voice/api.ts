import { z } from 'zod'
import { VoiceConfig } from '../agents/schemas.ts'
import { VisitorKey } from '../conversations/schemas.ts'
import { limitInput, page, pageInput, regional, success } from '../lib/operation.ts'
import { CALL_ENGINES } from './engines.ts'
import { AccountVoice, Call, CALL_KINDS, CallDetail, VoiceServices } from './schemas.ts'

const tag = 'Voice'
const agentId = z.string().max(100)
const one = z.strictObject({ agentId, callId: z.string().max(100) })
const staff = {
  by: ['session', 'workspace', 'agency', 'agent', 'client'],
  agent: 'agentId',
  client: { tabs: ['/voice', '/convos'] },
} as const

export const voiceApi = {
  startCall: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/calls',
    tag,
    access: {
      by: ['public', 'visitor', 'session', 'workspace', 'agency', 'agent', 'client'],
      agent: 'agentId',
      limit: 'chat',
      client: { tabs: ['/voice'] },
    },
    errors: [
      'NOT_FOUND',
      'FORBIDDEN',
      'CREDITS_EXHAUSTED',
      'LIMIT_REACHED',
      'CONSENT_REQUIRED',
      'VISITOR_BLOCKED',
      'UNAVAILABLE',
    ],
    summary: 'Start a web call with an agent',
    description:
      'Returns a WebSocket URL and a token for its first message, valid for one minute. Signed-in users start a test call, optionally with the draft.',
  })
    .input(
      z.strictObject({
        agentId,
        /** A new key is returned when absent. */
        visitorId: VisitorKey.optional(),
        conversationId: z.string().max(100).optional(),
        draft: z.boolean().optional(),
        /** The caller agreed to the agent's terms and, where calls are recorded, to recording. */
        consent: z.boolean().optional(),
        language: z.string().max(20).optional(),
        url: z.string().max(2000).optional(),
      }),
    )
    .output(
      z.object({
        data: z.object({
          callId: z.string(),
          token: z.string(),
          /** A path on this origin. */
          socket: z.string(),
          visitorId: z.string(),
          records: z.boolean(),
          language: z.string(),
          services: VoiceServices,
        }),
      }),
    ),
  services: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/voice/services',
    tag,
    access: staff,
    summary: 'Get the speech services of an agent’s calls, and the price of a minute',
  })
    .input(
      z.strictObject({
        agentId,
        engine: z.enum(CALL_ENGINES).optional(),
        transcriber: z.string().max(100).optional(),
        modelId: z.string().max(100).optional(),
        speech: z.string().max(100).optional(),
        voiceId: z.string().max(100).optional(),
        language: z.string().max(20).optional(),
      }),
    )
    .output(z.object({ data: VoiceServices })),
  voices: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/voice/voices',
    tag,
    access: staff,
    summary: 'List voices of your accounts at voice providers',
    description:
      'Lists the voices that only your accounts have, such as clones. The list is kept for 5 minutes. `unlisted` names the providers whose voices could not be read.',
  })
    .input(z.strictObject({ agentId, ...limitInput }))
    .output(z.object({ items: z.array(AccountVoice), unlisted: z.array(z.string()) })),
  list: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/calls',
    tag,
    access: staff,
    summary: 'List calls of an agent, newest first',
  })
    .input(z.strictObject({ agentId, kind: z.enum(CALL_KINDS).optional(), ...pageInput }))
    .output(page(Call)),
  ofConversation: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/calls',
    tag,
    access: staff,
    summary: 'List calls of a conversation, oldest first',
  })
    .input(z.strictObject({ agentId, conversationId: z.string().max(100), ...limitInput }))
    .output(z.object({ items: z.array(Call) })),
  get: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/calls/{callId}',
    tag,
    access: staff,
    summary: 'Get a call with its transcript, latencies and recording',
  })
    .input(one)
    .output(z.object({ data: CallDetail })),
  listen: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/calls/{callId}/listen',
    tag,
    access: { ...staff, by: ['session', 'workspace', 'agency', 'client'], role: 'viewer', audit: 'together' },
    errors: ['CONFLICT'],
    summary: 'Listen to an ongoing call',
    description:
      'Returns a WebSocket URL and a token for its first message, `{t:"listen", v:1, token}`. The token is valid for 20 seconds; to go on, send a new one in another `listen` message before they end.',
  })
    .input(one)
    .output(z.object({ data: z.object({ token: z.string(), socket: z.string() }) })),
  hangUp: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/calls/{callId}/hang-up',
    tag,
    access: staff,
    summary: 'End an ongoing call',
  })
    .input(one)
    .output(success),
  deleteRecording: regional({
    method: 'DELETE',
    path: '/v2/agents/{agentId}/calls/{callId}/recording',
    tag,
    access: staff,
    summary: 'Delete the recording of a call',
  })
    .input(one)
    .output(success),
  vapiAnswer: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/vapi/chat/completions',
    tag,
    stream: true,
    maxBody: 512_000,
    access: { by: ['public'], agent: 'agentId', limit: 'hosted', ownPages: true, audit: 'never' },
    errors: ['UNAUTHORIZED', 'NOT_FOUND'],
    summary: 'Answer a caller on a call that Vapi runs',
    description:
      'Called by Vapi, with the secret that its assistant was given in the header `x-vapi-secret`. Streams chat completions.',
  }).input(
    z.looseObject({
      agentId,
      call: z.looseObject({ id: z.string().max(100) }),
      messages: z
        .array(z.looseObject({ role: z.string().max(50), content: z.string().max(100_000).nullish() }))
        .max(2000),
    }),
  ),
  preview: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/voice/preview',
    tag,
    access: { ...staff, client: { tabs: ['/voice'] }, limit: 'keyTest', audit: 'never' },
    errors: ['CREDITS_EXHAUSTED', 'UPSTREAM_FAILED'],
    summary: 'Preview a voice',
  })
    .input(
      z.strictObject({
        agentId,
        provider: z.string().max(100).optional(),
        voiceId: z.string().max(100).optional(),
        /** The one that the agent hears when absent. */
        language: z.string().max(20).optional(),
        text: z.string().trim().min(1).max(300),
        wordsReplacements: VoiceConfig.shape.speechGen.unwrap().shape.wordsReplacements,
      }),
    )
    .output(
      z.object({
        data: z.object({
          /** WAV, base64. */
          audio: z.string(),
          speech: VoiceServices.shape.speech,
        }),
      }),
    ),
}
