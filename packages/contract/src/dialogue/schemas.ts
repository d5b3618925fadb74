import { msg } from '@parlance/i18n/messages'
import { z } from 'zod'

/** Error for owners whose agent has no key; visitors get the agent's fallback message. */
export const DIALOGUE_KEY_REQUIRED = msg('voiceflow_key_required')

export const DIALOGUE_MODEL = 'voiceflow'

/** A visitor's action for the Dialog Manager: `launch`, `text`, `intent`, `path-…`, an event of a custom action. */
export const DialogueAction = z.object({ type: z.string(), payload: z.unknown().optional() })
export type DialogueAction = z.infer<typeof DialogueAction>
export const LAUNCH: DialogueAction = { type: 'launch' }

export const DialogueReply = z.object({
  messageId: z.string(),
  item: z.number().int(),
  button: z.number().int().optional(),
  action: DialogueAction,
})
export type DialogueReply = z.infer<typeof DialogueReply>

export const DialogueState = z.object({
  live: z.boolean(),
  /** Oldest first: buttons of cards can be pressed long after they were shown. */
  replies: z.array(DialogueReply),
})
export type DialogueState = z.infer<typeof DialogueState>

export const NOT_LAUNCHED: DialogueState = { live: false, replies: [] }

/** Anything beyond is dropped and noted. */
export const DIALOGUE_LIMITS = {
  traces: 300,
  items: 50,
  /** UTF-16 units. */
  chars: 60_000,
  replies: 200,
  /** UTF-16 units of one remembered action as JSON, and of all of them. */
  replyChars: 4000,
  allReplyChars: 60_000,
} as const
