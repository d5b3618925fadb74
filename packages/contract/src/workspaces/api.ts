import { rule } from '../lib/rules.ts'
import { z } from 'zod'
import { CreditLogEntry } from '../billing/schemas.ts'
import { limitInput, page, pageInput, regional, success } from '../lib/operation.ts'
import { KeyTest } from './key-test.ts'
import { isSpeechKey, SPEECH_KEY_PROVIDERS } from './key-test.ts'
import { Credential, KeyProvider, OfferedModels, Workspace, WorkspaceSummary } from './schemas.ts'

const tag = 'Workspaces'
const member = { by: ['session', 'workspace'], workspace: 'uid' } as const

/** Empty for a custom server without authentication. */
const ProviderApiKey = z.string().trim().max(500)
const LEAST_KEY = 8

function checkKey(
  { provider, apiKey }: { provider: KeyProvider; apiKey?: string | undefined },
  found: z.core.$RefinementCtx,
): void {
  if (apiKey === undefined || apiKey.length >= LEAST_KEY) return
  if (apiKey === '' && provider === 'openai-compatible') return
  found.addIssue({
    code: 'too_small',
    origin: 'string',
    minimum: LEAST_KEY,
    inclusive: true,
    input: apiKey,
    path: ['apiKey'],
  })
}
/** Speech is streamed over sockets, so its providers are called at their own address alone. */
const hasOwnAddress = ({ provider, baseUrl = '' }: { provider: KeyProvider; baseUrl?: string | undefined }): boolean =>
  baseUrl === '' || !isSpeechKey(provider)

/** Set for a gateway; empty for the provider's own address. */
const ProviderAddress = z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)])

export const workspacesApi = {
  list: regional({
    method: 'GET',
    path: '/v2/workspaces',
    tag,
    access: { by: ['session'] },
    summary: 'List your workspaces in this region; creates the personal one on the first call',
  })
    .input(z.strictObject(limitInput).optional())
    .output(z.object({ items: z.array(WorkspaceSummary) })),
  get: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}',
    tag,
    access: member,
    summary: 'Get a workspace with its secret',
  })
    .input(z.strictObject({ uid: z.string().max(100) }))
    .output(z.object({ data: Workspace })),
  creditLog: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/credit-log',
    tag,
    access: member,
    summary: 'List credit transactions, newest first',
  })
    .input(z.strictObject({ uid: z.string().max(100), ...pageInput }))
    .output(page(CreditLogEntry)),
  credentials: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/credentials',
    tag,
    access: member,
    summary: 'List the workspace’s provider keys, masked',
  })
    .input(z.strictObject({ uid: z.string().max(100), ...limitInput }))
    .output(
      z.object({
        items: z.array(Credential),
        /** Speech providers that the platform has a key of. */
        platformSpeech: z.array(z.enum(SPEECH_KEY_PROVIDERS)),
      }),
    ),
  saveCredential: regional({
    method: 'PUT',
    path: '/v2/workspaces/{uid}/credentials/{provider}',
    tag,
    access: { ...member, scope: 'none' },
    summary: 'Store or replace a provider key',
  })
    .input(
      z
        .strictObject({
          uid: z.string().max(100),
          provider: KeyProvider,
          apiKey: ProviderApiKey,
          baseUrl: ProviderAddress.default(''),
        })
        .superRefine(checkKey)
        .refine(({ provider, baseUrl }) => provider !== 'openai-compatible' || baseUrl !== '', {
          path: ['baseUrl'],
          ...rule('server_address_required'),
        })
        .refine(hasOwnAddress, { path: ['baseUrl'], ...rule('speech_address_fixed') }),
    )
    .output(z.object({ success: z.literal(true), data: Credential })),
  deleteCredential: regional({
    method: 'DELETE',
    path: '/v2/workspaces/{uid}/credentials/{provider}',
    tag,
    access: { ...member, scope: 'none' },
    summary: 'Delete a provider key',
  })
    .input(z.strictObject({ uid: z.string().max(100), provider: KeyProvider }))
    .output(success),
  testCredential: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/credentials/{provider}/test',
    tag,
    access: { ...member, limit: 'keyTest', scope: 'none' },
    summary: 'Test a stored or new provider key',
    description:
      'Lists the provider’s models and asks one for a single token, or a speech provider for one word, which also reveals a key without credit. Without `apiKey`, tests the stored key and stores the result; a key in the body is tested but not stored.',
    errors: ['NOT_FOUND'],
  })
    .input(
      z
        .strictObject({
          uid: z.string().max(100),
          provider: KeyProvider,
          apiKey: ProviderApiKey.optional(),
          baseUrl: ProviderAddress.optional(),
          /** Default: a cheap model of the provider, or the first one that a custom server lists. */
          model: z.string().trim().max(150).optional(),
        })
        .superRefine(checkKey)
        // A stored key is only sent to its stored address, so that nobody can read it by naming their own server.
        .refine(({ apiKey, baseUrl }) => apiKey !== undefined || baseUrl === undefined, {
          path: ['apiKey'],
          ...rule('server_key_required'),
        })
        .refine(
          ({ provider, apiKey, baseUrl }) => provider !== 'openai-compatible' || apiKey === undefined || !!baseUrl,
          {
            path: ['baseUrl'],
            ...rule('server_address_required'),
          },
        )
        .refine(hasOwnAddress, { path: ['baseUrl'], ...rule('speech_address_fixed') }),
    )
    .output(z.object({ success: z.literal(true), data: KeyTest })),
  models: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/models',
    tag,
    access: member,
    summary: 'List models available to agents, with prices and who pays',
    description:
      'Known models of every provider the workspace or platform has a key for, and those of the workspace’s own OpenAI-compatible server, cached for 5 minutes. Other names work too.',
  })
    .input(z.strictObject({ uid: z.string().max(100), ...limitInput }))
    .output(OfferedModels),
  checkCredits: regional({
    method: 'GET',
    path: '/public/users/{ownerId}/check-credits',
    tag,
    access: { by: ['public'], limit: 'public' },
    errors: ['NOT_FOUND'],
    summary: 'Check whether an owner has credits for another turn',
  })
    .input(z.strictObject({ ownerId: z.string().max(100) }))
    .output(z.object({ continue: z.boolean(), hasEverPaid: z.boolean() })),
}
