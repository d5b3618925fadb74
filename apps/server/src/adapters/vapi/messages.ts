// Messages of Vapi's: about a running call over its socket, and to our server URL.
import type { EndReason } from '@parlance/contract/voice/protocol'
import { z } from 'zod'
import type { VapiEvent, VapiReport } from '../../modules/voice/index.ts'

const role = z.enum(['user', 'assistant'])
const Client = z.discriminatedUnion('type', [
  z.object({ type: z.literal('speech-update'), role, status: z.enum(['started', 'stopped']) }),
  z.object({
    type: z.literal('transcript'),
    role,
    transcriptType: z.enum(['partial', 'final']),
    transcript: z.string(),
  }),
  z.object({ type: z.literal('user-interrupted') }),
  z.object({ type: z.literal('status-update'), status: z.string(), endedReason: z.string().optional() }),
])
const sideOf = (who: z.infer<typeof role>) => (who === 'user' ? 'caller' : 'agent')

/** Undefined for a message that is of no use here. */
export function readClientMessage(data: string): VapiEvent | undefined {
  const found = Client.safeParse(jsonOf(data)).data
  if (!found) return undefined
  switch (found.type) {
    case 'speech-update':
      return { k: 'speaking', who: sideOf(found.role), on: found.status === 'started' }
    case 'transcript': {
      const text = found.transcript.trim()
      return text === ''
        ? undefined
        : { k: 'words', who: sideOf(found.role), text, final: found.transcriptType === 'final' }
    }
    case 'user-interrupted':
      return { k: 'interrupted' }
    case 'status-update':
      return found.status === 'ended' ? { k: 'ended', reason: found.endedReason ?? 'unknown' } : undefined
  }
}

const Report = z.object({
  type: z.literal('end-of-call-report'),
  call: z.object({ id: z.string().min(1).max(100) }),
  endedReason: z.string().max(300),
  cost: z.number().nonnegative().optional().catch(undefined),
  startedAt: z.string().optional(),
  endedAt: z.string().optional(),
  artifact: z
    .object({
      recordingUrl: z.string().max(4000).optional(),
      stereoRecordingUrl: z.string().max(4000).optional(),
    })
    .optional(),
})

/** Of the messages to our server URL, the one at the end of a call. */
export function readReport(message: unknown): VapiReport | undefined {
  const found = Report.safeParse(message).data
  if (!found) return undefined
  const { call, endedReason: reason, cost: costUsd, startedAt = '', endedAt = '', artifact = {} } = found
  const seconds = (Date.parse(endedAt) - Date.parse(startedAt)) / 1000
  return {
    callId: call.id,
    reason,
    costUsd,
    seconds: Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined,
    recordingUrl: artifact.stereoRecordingUrl ?? artifact.recordingUrl ?? '',
  }
}

const REASONS: Readonly<Record<string, EndReason>> = {
  'customer-ended-call': 'caller_hung_up',
  'assistant-ended-call': 'agent_hung_up',
  'assistant-said-end-call-phrase': 'agent_hung_up',
  'silence-timed-out': 'silence',
  'exceeded-max-duration': 'max_length',
  voicemail: 'voicemail',
  'customer-busy': 'busy',
  'customer-did-not-answer': 'no_answer',
  'customer-did-not-give-microphone-permission': 'never_connected',
  'assistant-join-timed-out': 'unavailable',
  'assistant-forwarded-call': 'transferred',
  'manually-canceled': 'staff_hung_up',
}

/** Vapi has some 600 of them, most of which are faults. */
export const endReasonOf = (raw: string): EndReason =>
  REASONS[raw] ?? (/error|fault|failed|not-found|timed-out/.test(raw) ? 'unavailable' : 'agent_hung_up')

function jsonOf(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}
