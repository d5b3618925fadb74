import { z } from 'zod'
import { limitInput, regional, success } from '../lib/operation.ts'
import { messageRef } from '../lib/rules.ts'

const tag = 'Phone numbers'
const access = { by: ['session', 'workspace'], workspace: 'uid' } as const
const uid = z.string().max(100)
const numberId = z.string().max(100)

export const TwilioNumber = z.object({
  id: z.string(),
  /** With its country code, e.g. `+15550100199`. */
  phoneNumber: z.string(),
  label: z.string(),
  accountSid: z.string(),
  /** The end of the auth token; the rest never leaves the server. */
  authToken: z.string(),
  sms: z.boolean(),
  mms: z.boolean(),
  voice: z.boolean(),
  callAgentId: z.string(),
  callAgentTitle: z.string(),
  agentId: z.string(),
  agentTitle: z.string(),
  status: z.enum(['unassigned', 'active', 'failing']),
  lastError: z.string(),
  lastErrorMessage: messageRef,
  importedAt: z.string(),
})
export type TwilioNumber = z.infer<typeof TwilioNumber>

/** Twilio's price of a number, in Twilio's notation: `1.15` and `USD`. */
export const NumberPrice = z.object({ monthly: z.string().max(20), currency: z.string().max(10) })
export type NumberPrice = z.infer<typeof NumberPrice>
export const NumberOffer = z.object({
  phoneNumber: z.string(),
  place: z.string(),
  sms: z.boolean(),
  mms: z.boolean(),
  /** Twilio only sells it to accounts with an address. */
  needsAddress: z.boolean(),
})
export type NumberOffer = z.infer<typeof NumberOffer>
const account = {
  uid,
  accountSid: z.string().max(100),
  authToken: z.string().max(100).optional(),
  country: z.string().regex(/^[A-Z]{2}$/),
}
const BuyNumber = z.strictObject({
  ...account,
  phoneNumber: z.string().regex(/^\+\d{6,15}$/),
  price: z.strictObject(NumberPrice.shape),
})
export type BuyNumber = z.infer<typeof BuyNumber>

export const numbersApi = {
  list: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/twilio-numbers',
    tag,
    access,
    summary: 'List the workspace’s imported Twilio numbers',
  })
    .input(z.strictObject({ uid, ...limitInput }))
    .output(z.object({ items: z.array(TwilioNumber) })),
  import: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/twilio-numbers',
    tag,
    access: { ...access, limit: 'keyTest' },
    errors: ['PLAN_LIMIT', 'UPSTREAM_FAILED'],
    summary: 'Import a number from a Twilio account',
    description: 'We look the number up in the account. Importing it again replaces its label and auth token.',
  })
    .input(
      z.strictObject({
        uid,
        accountSid: z.string().max(100),
        authToken: z.string().max(100),
        phoneNumber: z.string().max(50),
      }),
    )
    .output(z.object({ data: TwilioNumber })),
  assign: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/twilio-numbers/{numberId}/agent',
    tag,
    access: { ...access, limit: 'keyTest' },
    errors: ['CONFLICT', 'UPSTREAM_FAILED'],
    summary: 'Set the agent that answers messages to a number',
    description: 'Its messages come to us from then on. An empty `agentId` removes the agent.',
  })
    .input(z.strictObject({ uid, numberId, agentId: z.string().max(100) }))
    .output(z.object({ data: TwilioNumber })),
  assignCalls: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/twilio-numbers/{numberId}/calls',
    tag,
    access: { ...access, limit: 'keyTest' },
    errors: ['CONFLICT', 'UPSTREAM_FAILED'],
    summary: 'Set the agent that answers calls to a number',
    description:
      'Its calls come to us from then on, and the agent can call from it. An empty `agentId` removes the agent.',
  })
    .input(z.strictObject({ uid, numberId, agentId: z.string().max(100) }))
    .output(z.object({ data: TwilioNumber })),
  available: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/twilio-numbers/available',
    tag,
    access: { ...access, limit: 'keyTest', audit: 'never' },
    errors: ['UPSTREAM_FAILED'],
    summary: 'List the numbers that Twilio sells, with the monthly price',
  })
    .input(
      z.strictObject({
        ...account,
        areaCode: z
          .string()
          .regex(/^\d{0,6}$/)
          .optional(),
      }),
    )
    .output(z.object({ items: z.array(NumberOffer), price: NumberPrice })),
  buy: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/twilio-numbers/buy',
    tag,
    access: { ...access, limit: 'keyTest' },
    errors: ['PLAN_LIMIT', 'CONFLICT', 'UPSTREAM_FAILED'],
    summary: 'Buy a number with the Twilio account',
    description: 'Twilio charges the account every month. Buys nothing if the price differs from the one shown.',
  })
    .input(BuyNumber)
    .output(z.object({ data: TwilioNumber })),
  release: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/twilio-numbers/{numberId}/release',
    tag,
    access: { ...access, limit: 'keyTest' },
    errors: ['UPSTREAM_FAILED'],
    summary: 'Release a number at Twilio for good',
  })
    .input(z.strictObject({ uid, numberId }))
    .output(success),
  remove: regional({
    method: 'DELETE',
    path: '/v2/workspaces/{uid}/twilio-numbers/{numberId}',
    tag,
    access,
    summary: 'Remove a number here; it stays in the Twilio account',
  })
    .input(z.strictObject({ uid, numberId }))
    .output(success),
}
