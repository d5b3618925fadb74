// Converts a visitor's message, pressed button or sent form to a Voiceflow action; and stores what later ones need.
import type { Values } from '@parlance/contract/agents/variables'
import type { Submission } from '@parlance/contract/items/schemas'
import {
  DIALOGUE_LIMITS,
  type DialogueAction,
  type DialogueReply,
  type DialogueState,
  NOT_LAUNCHED,
} from '@parlance/contract/dialogue/schemas'

export interface VisitorReply {
  readonly text: string
  readonly submission?: Pick<Submission, 'messageId' | 'item' | 'button'> | undefined
  /** Validated form values. */
  readonly values?: Values | undefined
}

/** Pure and total: unknown actions become text. */
export function actionFor(
  { text, submission, values }: VisitorReply,
  { live, replies }: DialogueState,
): DialogueAction {
  const spoken: DialogueAction = { type: 'text', payload: text }
  // An earlier conversation there does not know these buttons.
  if (!submission || !live) return spoken
  const { messageId, item, button } = submission
  const reply = replies.findLast((one) => one.messageId === messageId && one.item === item && one.button === button)
  if (!reply) return spoken
  return button === undefined && values ? { ...reply.action, payload: { ...values } } : reply.action
}

/** Pure: the stored replies after an answer; none once Voiceflow's conversation has ended. */
export function rememberReplies(
  { replies }: DialogueState,
  added: readonly DialogueReply[],
  ended: boolean,
): DialogueState {
  if (ended) return NOT_LAUNCHED
  const newest: DialogueReply[] = []
  let chars = 0
  for (const reply of [...replies, ...added].slice(-DIALOGUE_LIMITS.replies).toReversed()) {
    chars += JSON.stringify(reply.action).length
    if (chars > DIALOGUE_LIMITS.allReplyChars) break
    newest.push(reply)
  }
  return { live: true, replies: newest.toReversed() }
}
