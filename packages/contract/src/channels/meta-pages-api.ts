import { z } from 'zod'
import { limitInput, regional, success } from '../lib/operation.ts'
import { MetaPage, MetaPageView, OfferedPage } from './meta-pages.ts'

const tag = 'Channels'
const by = ['session', 'workspace', 'client', 'agency', 'agent'] as const
const ofAgent = { by, agent: 'agentId', client: { tabs: ['/channels'] } } as const
/** Tokens that we return are sealed for the workspace; the provider's own are accepted too. */
const ofWorkspace = {
  by: ['session', 'workspace', 'client', 'agency'],
  workspace: 'workspaceId',
  client: { tabs: ['/channels'] },
  limit: 'keyTest',
  audit: 'never',
} as const
const agentId = z.string().min(1).max(100)
const pageId = z.string().regex(/^\d{1,40}$/)
const token = z
  .string()
  .max(4000)
  .regex(/^[\x21-\x7e]+$/)
const workspaceId = z.string().max(100).optional()
const errors = ['UPSTREAM_FAILED'] as const

export const metaPagesCalls = {
  metaLogin: regional({
    method: 'GET',
    path: '/agents/{agentId}/meta-login',
    tag,
    access: ofAgent,
    summary: 'Get the URL to sign in at Meta; absent if no app is configured',
    description: 'Meta returns to `redirectUri` with `#access_token` and `state`.',
  })
    .input(
      z.strictObject({
        agentId,
        redirectUri: z.url({ protocol: /^https?$/ }).max(500),
        state: z.string().regex(/^[\w-]{16,100}$/),
      }),
    )
    .output(
      z.object({
        data: z.object({
          url: z.string().optional(),
          /** Of the Graph API. */
          version: z.string(),
          isExpired: z.boolean(),
        }),
      }),
    ),
  exchangeMetaToken: regional({
    method: 'POST',
    path: '/rpc/exchangeMetaToken',
    tag,
    access: ofWorkspace,
    errors,
    summary: 'Exchange a Meta login token for one that is valid for sixty days',
    description: 'The returned token is encrypted: it works for the calls below in this workspace, but not at Meta.',
  })
    .input(z.strictObject({ token, workspaceId }))
    .output(z.object({ longer_access_token: z.string() })),
  tokenToUser: regional({
    method: 'POST',
    path: '/rpc/tokenToUser',
    tag,
    access: ofWorkspace,
    errors,
    summary: 'Get the Meta user of this token',
  })
    .input(z.strictObject({ token, workspaceId }))
    .output(
      z.object({
        id: z.string(),
        name: z.string(),
        email: z.string(),
      }),
    ),
  tokenToPages: regional({
    method: 'POST',
    path: '/rpc/tokenToPages',
    tag,
    access: ofWorkspace,
    errors,
    summary: 'List the pages that the user of this token manages',
    description: '`token` is an alias of `longAccessToken`.',
  })
    .input(
      z
        .strictObject({ longAccessToken: token.optional(), token: token.optional(), workspaceId })
        .refine((given) => (given.longAccessToken ?? given.token) !== undefined),
    )
    .output(z.object({ pages: z.array(OfferedPage) })),
  connectMetaPage: regional({
    method: 'POST',
    path: '/rpc/connectMetaPage',
    tag,
    access: { ...ofAgent, limit: 'keyTest' },
    errors: ['CONFLICT', 'UPSTREAM_FAILED'],
    summary: 'Connect an agent to a page on Messenger and to the page’s Instagram account',
  })
    .input(
      z.strictObject({
        agentId,
        selectedPage: z.looseObject({ pageId, accessToken: token }),
      }),
    )
    .output(z.object({ success: z.literal(true), metaPage: MetaPage })),
  removeMetaPage: regional({
    method: 'POST',
    path: '/rpc/removeMetaPage',
    tag,
    access: ofAgent,
    summary: 'Disconnect an agent from a page',
  })
    .input(z.strictObject({ agentId, pageId }))
    .output(success),
  checkPageSubscriptions: regional({
    method: 'POST',
    path: '/rpc/checkPageSubscriptions',
    tag,
    access: ofWorkspace,
    errors,
    summary: 'List what the page of this token sends us; empty if it isn’t connected',
    description: '`token` and `accessToken` are aliases of `pageAccessToken`.',
  })
    .input(
      z
        .strictObject({
          pageAccessToken: token.optional(),
          accessToken: token.optional(),
          token: token.optional(),
          workspaceId,
        })
        .refine((given) => (given.pageAccessToken ?? given.accessToken ?? given.token) !== undefined),
    )
    .output(
      z.object({
        subscriptions: z.object({
          responseJson: z.object({
            data: z.array(z.object({ id: z.string(), name: z.string(), subscribed_fields: z.array(z.string()) })),
          }),
        }),
      }),
    ),
  metaPages: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/meta-pages',
    tag,
    access: { by: ['session', 'workspace', 'agency'], workspace: 'uid' },
    summary: 'List the pages that agents of the workspace are connected to',
  })
    .input(z.strictObject({ uid: z.string().max(100), agentId: agentId.optional(), ...limitInput }))
    .output(z.object({ items: z.array(MetaPageView) })),
  assignMetaPage: regional({
    method: 'POST',
    path: '/agents/{agentId}/meta-pages/{pageId}',
    tag,
    access: { by: ['session', 'workspace', 'agency'], agent: 'agentId' },
    errors: ['CONFLICT'],
    summary: 'Move a connected page to another agent of the workspace',
    description: 'People who write afterwards start a conversation with the new agent.',
  })
    .input(z.strictObject({ agentId, pageId }))
    .output(z.object({ success: z.literal(true), metaPage: MetaPage })),
}
