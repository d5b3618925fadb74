// The tool by which the model passes a phone call on to a person. It is carried out once the answer has been said.
import { englishOf, msg, withRef } from '@parlance/i18n/messages'
import { cut } from '@parlance/contract/lib/text'
import type { ToolCallResult } from '@parlance/contract/tools/schemas'
import type { TurnContext } from './turn-context.ts'
import type { OfferedTools } from './types.ts'

export const TRANSFER_CALL = 'transfer_call'
const MAX_ABOUT = 500

/** An own tool of that name stays what it is. */
export function withTransfer(offer: OfferedTools, names: readonly string[]): OfferedTools {
  if (offer.tools.some(({ id, spec }) => id === TRANSFER_CALL || spec.name === TRANSFER_CALL)) return offer
  const tool: OfferedTools['tools'][number] = {
    id: TRANSFER_CALL,
    isGlobal: true,
    responseMapping: [],
    spec: {
      name: TRANSFER_CALL,
      description:
        'Passes this phone call on to a person. Only when the caller asks for one, or when you can not help any further.',
      parameters: {
        type: 'object',
        properties: {
          to: { type: 'string', enum: names },
          about: {
            type: 'string',
            description: 'One or two sentences for that person: who calls, and what they need.',
          },
        },
        required: ['to', 'about'],
        additionalProperties: false,
      },
    },
  }
  return { ...offer, tools: [...offer.tools, tool] }
}

export function transferCall(
  { running, transfers }: Pick<TurnContext, 'running' | 'transfers'>,
  args: Readonly<Record<string, unknown>>,
): ToolCallResult {
  const { to, about } = args
  const known = transfers.find((name) => name === to)
  const result = {
    status: 0,
    durationMs: 0,
    request: { method: 'CALL', url: known ?? '', headers: {}, body: '' },
    variables: {},
  }
  if (known === undefined) {
    const reason = msg('transfer_unknown', { names: transfers.join(', ') })
    return { ...result, ok: false, response: englishOf(reason), ...withRef('error', reason) }
  }
  running.transfer = { to: known, about: cut(typeof about === 'string' ? about : '', MAX_ABOUT) }
  const response =
    'The call is passed on as soon as you have spoken. Say in one short sentence that you connect them; nobody is there yet.'
  return { ...result, ok: true, response, error: '' }
}
