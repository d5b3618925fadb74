import { z } from 'zod'
import { END_REASONS } from './protocol.ts'
import { TRANSFER_ENDS, TRANSFER_MODES } from './transfer-numbers.ts'

export const CALL_KINDS = ['web', 'test', 'phone'] as const
export type CallKind = (typeof CALL_KINDS)[number]
export const CALL_STATES = ['created', 'live', 'ended'] as const

const Service = z.object({ provider: z.string(), name: z.string(), isOffline: z.boolean() })

/** Times are milliseconds since the call was answered. */
export const CallEntry = z.object({
  from: z.enum(['caller', 'agent', 'system']),
  /** For `system` the event name: `taken_over`, `handed_back`, `voice_lost` or `engine_lost`. */
  text: z.string(),
  by: z.string().optional(),
  /** Set when the caller interrupted. */
  heard: z.string().optional(),
  at: z.number().int(),
  endAt: z.number().int(),
  turnId: z.string().optional(),
})
export type CallEntry = z.infer<typeof CallEntry>

/** Milliseconds; null for a skipped stage. */
export const CallLatency = z.object({
  /** When the caller stopped speaking, since the call was answered. */
  at: z.number().int(),
  /** From there to the decision that they are done. */
  endpointing: z.number().int(),
  /** From there to the first word of the answer. */
  model: z.number().int().nullable(),
  /** From the first clause to its first sound. */
  speech: z.number().int().nullable(),
  /** From the caller's last word to the agent's first sound. */
  total: z.number().int().nullable(),
})
export type CallLatency = z.infer<typeof CallLatency>

export const Call = z.object({
  id: z.string(),
  agentId: z.string(),
  /** Null until the caller has said something. */
  conversationId: z.string().nullable(),
  kind: z.enum(CALL_KINDS),
  state: z.enum(CALL_STATES),
  endReason: z.enum(END_REASONS).nullable(),
  /** Number of the other side; empty on the web. */
  phone: z.string(),
  /** `null` on the web. */
  direction: z.enum(['in', 'out']).nullable(),
  /** Our number; empty on the web. */
  line: z.string(),
  /** The carrier's guess for an outgoing call; `null` when not checked. */
  answeredBy: z.enum(['human', 'machine', 'fax', 'unknown']).nullable(),
  createdAt: z.string(),
  answeredAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** Milliseconds from answer to end. */
  durationMs: z.number().int(),
  interruptions: z.number().int(),
  /** For the minutes; turns are charged separately. */
  credits: z.number(),
  transcriber: Service,
  speech: Service,
  hasRecording: z.boolean(),
})
export type Call = z.infer<typeof Call>

export const CallAnswer = z.object({
  turnId: z.string(),
  credits: z.number(),
  tools: z.array(z.object({ name: z.string(), ok: z.boolean(), ms: z.number() })),
})
export type CallAnswer = z.infer<typeof CallAnswer>

export const CallTransfer = z.object({
  to: z.string(),
  number: z.string(),
  mode: z.enum(TRANSFER_MODES),
  /** Summary of the call for that person. */
  about: z.string(),
  state: z.enum(['calling', 'connected', ...TRANSFER_ENDS]),
  startedAt: z.string(),
  connectedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  durationMs: z.number().int(),
  /** Part of the call's credits. */
  credits: z.number(),
})
export type CallTransfer = z.infer<typeof CallTransfer>

export const EngineReport = z.object({
  /** Its own word for why the call ended; empty until it says so. */
  endedReason: z.string(),
  /** US dollars that it charges the workspace; `null` until it says so, and for client users. */
  costUsd: z.number().nullable(),
})
export type EngineReport = z.infer<typeof EngineReport>

export const CallDetail = Call.extend({
  transcript: z.array(CallEntry),
  answers: z.array(CallAnswer),
  latencies: z.array(CallLatency),
  transfers: z.array(CallTransfer),
  /** Of the service that ran the call; `null` for calls of the Parlance engine. */
  engineReport: EngineReport.nullable(),
  /** WAV, caller left and agent right; a signed path on this installation's origin. */
  recordingUrl: z.string().nullable(),
})
export type CallDetail = z.infer<typeof CallDetail>

/** The chosen provider is not set up, or not made for the language. */
export const VOICE_NOTES = [
  'engine_missing',
  'engine_simulated',
  'transcriber_missing',
  'transcriber_unknown',
  'transcriber_language',
  'speech_missing',
  'speech_unknown',
  'speech_english_only',
  'lines_english_only',
] as const

export const AccountVoice = z.object({
  provider: z.string(),
  voiceId: z.string(),
  name: z.string(),
  sound: z.enum(['female', 'male', 'neutral']),
})

export const VoiceServices = z.object({
  transcriber: Service,
  speech: Service,
  /** Credits a minute, without turns; includes an estimate of the spoken text. */
  creditsPerMinute: z.number(),
  /** For a minute in which the agent is silent. */
  creditsPerSilentMinute: z.number().optional(),
  creditsPerThousandChars: z.number().optional(),
  notes: z.array(z.enum(VOICE_NOTES)).optional(),
})
