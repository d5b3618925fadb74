import { englishOf, type Message } from '@parlance/i18n/messages'
import type { ChannelRequest, SendOutcome } from '../../modules/channels/index.ts'
import type { ErrorTable } from '../meta/graph.ts'

export const SEND_ERRORS: ErrorTable = {
  retry: [-1, 1200],
  undeliverable: [551],
  suspended: [368],
  subcodes: {
    '10/2018278': 'rejected',
    '10/2534022': 'rejected',
    '100/2018001': 'undeliverable',
    '200/1545041': 'undeliverable',
    '551/1545041': 'undeliverable',
  },
}
const WINDOW = /\b(?:2018278|2534022)\b|outside (?:of )?(?:the )?allowed window/i
const isWindow = ({ reason }: { readonly reason: Message }) => WINDOW.test(englishOf(reason))

/** Falls back to another form: a human-agent tag outside the window, a URL instead of a file. */
export function insteadOf(outcome: SendOutcome, { method, body }: ChannelRequest): SendOutcome {
  if (outcome.kind !== 'rejected') return outcome
  if (isWindow(outcome))
    return method === 'humanMessages'
      ? {
          ...outcome,
          instead: { method: 'messages', body: { ...body, messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' } },
        }
      : outcome
  const address = addressOf(body.message)
  return address === undefined
    ? outcome
    : { ...outcome, instead: { method, body: { ...body, message: { text: address } } } }
}

function addressOf(message: unknown): string | undefined {
  const { attachment } = (message ?? {}) as { attachment?: { type?: string; payload?: { url?: string } } }
  return attachment?.type === 'template' ? undefined : attachment?.payload?.url
}
