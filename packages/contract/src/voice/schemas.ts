// Calls as they are stored and listed.
import { z } from 'zod'
import { END_REASONS } from './protocol.ts'
import { TRANSFER_ENDS, TRANSFER_MODES } from './transfer-numbers.ts'

export const CALL_KINDS = ['web', 'test', 'phone'] as const
export type CallKind = (typeof CALL_KINDS)[number]
export const CALL_STATES = ['created', 'live', 'ended'] as const

const Service = z.object({ provider: z.string(), name: z.string(), isOffline: z.boolean() })

/** One thing that was said. Times are milliseconds since the call was answered. */
export const CallEntry = z.object({
  from: z.enum(['caller', 'agent', 'system']),
  /** All of it; for `system` the name of what happened: `taken_over`, `handed_back`. */
  text: z.string(),
  /** The person whose words the caller heard, or who did it. */
  by: z.string().optional(),
  /** What the caller heard of it, where they interrupted. */
  heard: z.string().optional(),
  at: z.number().int(),
  endAt: z.number().int(),
  turnId: z.string().optional(),
})
export type CallEntry = z.infer<typeof CallEntry>

/** How long each stage of an answer took, in milliseconds; null for a stage that did not come. */
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
  /** Absent until the caller has said something. */
  conversationId: z.string().nullable(),
  kind: z.enum(CALL_KINDS),
  state: z.enum(CALL_STATES),
  endReason: z.enum(END_REASONS).nullable(),
  /** Number of the other side; empty on the web. */
  phone: z.string(),
  /** Of phone calls: whether they called us; `null` on the web. */
  direction: z.enum(['in', 'out']).nullable(),
  /** Our number; empty on the web. */
  line: z.string(),
  /** Who the carrier thinks answered an outgoing call; `null` where nobody looked. */
  answeredBy: z.enum(['human', 'machine', 'fax', 'unknown']).nullable(),
  /** ISO times. */
  createdAt: z.string(),
  answeredAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** Milliseconds from answer to end. */
  durationMs: z.number().int(),
  interruptions: z.number().int(),
  /** Of the minutes; what was said is charged by turns. */
  credits: z.number(),
  transcriber: Service,
  speech: Service,
  hasRecording: z.boolean(),
})
export type Call = z.infer<typeof Call>

/** An answer of the call: what it cost, and which tools it called, in their order. */
export const CallAnswer = z.object({
  turnId: z.string(),
  credits: z.number(),
  tools: z.array(z.object({ name: z.string(), ok: z.boolean(), ms: z.number() })),
})
export type CallAnswer = z.infer<typeof CallAnswer>

/** One person whom a phone call was passed on to. */
export const CallTransfer = z.object({
  /** As the agent knows them. */
  to: z.string(),
  number: z.string(),
  mode: z.enum(TRANSFER_MODES),
  /** What the person was told, or would have been. */
  about: z.string(),
  state: z.enum(['calling', 'connected', ...TRANSFER_ENDS]),
  /** ISO times. */
  startedAt: z.string(),
  connectedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** How long the person's telephone was on the line. */
  durationMs: z.number().int(),
  /** Of that; part of the call's credits. */
  credits: z.number(),
})
export type CallTransfer = z.infer<typeof CallTransfer>

export const CallDetail = Call.extend({
  transcript: z.array(CallEntry),
  /** In the order of the transcript. */
  answers: z.array(CallAnswer),
  latencies: z.array(CallLatency),
  transfers: z.array(CallTransfer),
  /** WAV, the caller left and the agent right; a signed path on this installation's origin. */
  recordingUrl: z.string().nullable(),
})
export type CallDetail = z.infer<typeof CallDetail>

/** Where the chosen provider is not set up, and where the voice is of another language. */
export const VOICE_NOTES = ['transcriber_missing', 'speech_missing', 'speech_english_only'] as const

/** What hears and speaks in calls of an agent now, and what a minute costs. */
export const VoiceServices = z.object({
  transcriber: Service,
  speech: Service,
  /** Credits a minute, beside the turns; with an estimate of what is spoken. */
  creditsPerMinute: z.number(),
  /** Of that, for a minute in which the agent says nothing. */
  creditsPerSilentMinute: z.number().optional(),
  creditsPerThousandChars: z.number().optional(),
  notes: z.array(z.enum(VOICE_NOTES)).optional(),
})
