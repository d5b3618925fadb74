import { z } from 'zod'
import { limitInput, regional } from '../lib/operation.ts'
import { Message } from '../conversations/schemas.ts'
import { CreatedTemplate, PhoneEntry, Template, WhatsappNumber, WhatsappNumberView } from './whatsapp.ts'

const tag = 'Channels'
const by = ['session', 'workspace', 'agency'] as const
const ofWorkspace = { by, workspace: 'workspaceId', limit: 'keyTest' } as const
const ofAgent = { by: [...by, 'client'], agent: 'agentId', client: { tabs: ['/channels'] } } as const
const asked = { ...ofAgent, limit: 'keyTest' } as const
const workspaceId = z.string().max(100).optional()
const agentId = z.string().max(100)
const id = z.string().max(100)
const token = z
  .string()
  .max(4000)
  .regex(/^[\x21-\x7e]+$/)
/** Validated by the service, which reports all problems in one response. */
const template = {
  name: z.string().max(1000),
  language: z.string().max(50),
  category: z.string().max(50),
  bodyText: z.string().max(5000),
}

export const whatsappApi = {
  login: regional({
    method: 'GET',
    path: '/agents/{agentId}/whatsapp/login',
    tag,
    access: asked,
    summary: 'Get the URL of Meta’s login dialog; null if no Meta app is configured',
  })
    .input(z.strictObject({ agentId, state: z.string().regex(/^[\w-]{8,100}$/) }))
    .output(z.object({ url: z.string().nullable(), version: z.string(), isExpired: z.boolean() })),
  getLongAccessToken: regional({
    method: 'POST',
    path: '/rpc/getLongAccessToken',
    tag,
    access: ofWorkspace,
    summary: 'Exchange the login dialog’s result for a long-lived token',
    description:
      '`token` is the code or access token from the dialog. `wabaIds` are the business accounts it gives access to.',
    errors: ['UPSTREAM_FAILED', 'UNAVAILABLE'],
  })
    .input(z.strictObject({ token, workspaceId }))
    .output(z.object({ access_token: z.string(), wabaIds: z.array(z.string()) })),
  getWhatsappNumbers: regional({
    method: 'POST',
    path: '/rpc/getWhatsappNumbers',
    tag,
    access: { ...ofAgent, scope: 'agents:read', audit: 'never' },
    summary: 'List the numbers that an agent answers on',
  })
    .input(z.strictObject({ agentId }))
    .output(z.array(WhatsappNumber)),
  connectWhatsappNumber: regional({
    method: 'POST',
    path: '/rpc/connectWhatsappNumber',
    tag,
    access: asked,
    summary: 'Connect an agent to a number',
    errors: ['CONFLICT', 'UPSTREAM_FAILED'],
  })
    .input(
      z.strictObject({ agentId, longAccessToken: token, wabaId: id, phoneId: id, phoneNumber: z.string().max(50) }),
    )
    .output(z.object({ newAddedNumber: WhatsappNumber })),
  removeWhatsappNumber: regional({
    method: 'POST',
    path: '/rpc/removeWhatsappNumber',
    tag,
    access: ofAgent,
    summary: 'Disconnect an agent from a number',
  })
    .input(z.strictObject({ agentId, phoneId: id }))
    .output(z.object({ phoneId: z.string() })),
  getDetailsOfWhatsappNumber: regional({
    method: 'POST',
    path: '/rpc/getDetailsOfWhatsappNumber',
    tag,
    access: { ...ofWorkspace, scope: 'agents:read', audit: 'never' },
    summary: 'List the numbers of a Meta business account',
    errors: ['UPSTREAM_FAILED'],
  })
    .input(z.strictObject({ wabaId: id, longAccessToken: token, workspaceId }))
    .output(z.object({ data: z.array(PhoneEntry) })),
  createTemplate: regional({
    method: 'POST',
    path: '/rpc/createTemplate',
    tag,
    access: ofWorkspace,
    summary: 'Ask Meta to approve a message template',
    errors: ['UPSTREAM_FAILED'],
  })
    .input(z.strictObject({ longAccessToken: token, wabaId: id, ...template, workspaceId }))
    .output(CreatedTemplate),
  numbers: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/whatsapp-numbers',
    tag,
    access: { by: ['session', 'workspace', 'agency'], workspace: 'uid' },
    summary: 'List the numbers that agents of the workspace answer on',
  })
    .input(z.strictObject({ uid: z.string().max(100), ...limitInput }))
    .output(z.object({ items: z.array(WhatsappNumberView) })),
  assign: regional({
    method: 'POST',
    path: '/agents/{agentId}/whatsapp/numbers/{phoneId}',
    tag,
    access: { by: ['session', 'workspace', 'agency'], agent: 'agentId' },
    summary: 'Move a connected number to another agent of the workspace',
    description: 'People who write afterwards start a conversation with the new agent.',
    errors: ['CONFLICT'],
  })
    .input(z.strictObject({ agentId, phoneId: id }))
    .output(z.object({ number: WhatsappNumber })),
  templates: regional({
    method: 'GET',
    path: '/agents/{agentId}/whatsapp/templates',
    tag,
    // Conversations and campaigns send templates.
    access: { ...asked, client: { tabs: ['/channels', '/convos', '/campaigns'] } },
    summary: 'List message templates of the account of an agent’s number, with their status at Meta',
    errors: ['UPSTREAM_FAILED'],
  })
    .input(z.strictObject({ agentId, ...limitInput }))
    .output(z.object({ items: z.array(Template) })),
  addTemplate: regional({
    method: 'POST',
    path: '/agents/{agentId}/whatsapp/templates',
    tag,
    access: asked,
    summary: 'Ask Meta to approve a message template for the account of an agent’s number',
    description:
      'Like `createTemplate`, but with the stored token; also takes a header, a footer, buttons and examples.',
    errors: ['UPSTREAM_FAILED'],
  })
    .input(
      z.strictObject({
        agentId,
        ...template,
        examples: z.array(z.string().max(500)).max(50).optional(),
        header: z
          .looseObject({
            format: z.string().max(20),
            text: z.string().max(200).optional(),
            example: z.string().max(2000).optional(),
          })
          .optional(),
        footer: z.string().max(200).optional(),
        buttons: z
          .array(
            z.strictObject({
              type: z.string().max(20),
              text: z.string().max(100).optional(),
              url: z.string().max(2000).optional(),
              phone_number: z.string().max(50).optional(),
              example: z.string().max(100).optional(),
            }),
          )
          .max(20)
          .optional(),
      }),
    )
    .output(CreatedTemplate),
  sendTemplate: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/template',
    tag,
    access: { by: ['session', 'client'], agent: 'agentId', client: { tabs: ['/convos'] }, audit: 'never' },
    summary: 'Reply with an approved template, even after 24 hours',
    description:
      'Only for the teammate who has taken over the conversation. Sending the same `id` again sends nothing new.',
    errors: ['CONFLICT', 'UPSTREAM_FAILED'],
  })
    .input(
      z.strictObject({
        agentId,
        conversationId: id,
        id: z.string().min(8).max(100),
        name: z.string().max(512),
        language: z.string().max(20),
        values: z.array(z.string().trim().min(1).max(500)).max(20),
        media: z
          .url({ protocol: /^https?$/ })
          .max(2000)
          .optional(),
        /** Instead of `media`, the address of your own upload for a reply of this conversation. */
        attachments: z.array(z.string().max(200)).max(1).optional(),
      }),
    )
    .output(z.object({ data: Message })),
  sendTest: regional({
    method: 'POST',
    path: '/agents/{agentId}/whatsapp/test-message',
    tag,
    access: asked,
    summary: 'Send a test message from an agent’s number',
    errors: ['UPSTREAM_FAILED'],
  })
    .input(z.strictObject({ agentId, phoneId: id, phone: z.string().max(50), text: z.string().max(4096) }))
    .output(z.object({ id: z.string() })),
}
