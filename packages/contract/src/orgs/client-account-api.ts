import { z } from 'zod'
import { LANGUAGES } from '../accounts/languages.ts'
import { KnownEmail } from '../accounts/schemas.ts'
import { PublicAgency } from '../agencies/schemas.ts'
import { MAX_PHOTO_BODY, PHOTO_RULES, PhotoUpload } from '../files/photos.ts'
import { CLIENT_LINK_TOKEN } from '../lib/ids.ts'
import { regional, success } from '../lib/operation.ts'
import { rule } from '../lib/rules.ts'
import { Client, ClientName, ClientPassword, MAX_CLIENT_PASSWORD, NotificationsChange, Org } from './schemas.ts'

const tag = 'Client sign-in'
const AgencyId = z.string().max(100)
/** Longer or malformed tokens are refused as wrong, not as invalid input. */
const LinkToken = z.string().max(200)
const bothNeeded = rule('client_sign_in_both')
const own = { by: ['client'] } as const
const open = { by: ['public'], limit: 'signIn', ownPages: true } as const

export const OwnOrg = Org.pick({
  ID: true,
  name: true,
  squarePhotoURL: true,
  preferredLanguage: true,
  dashboardLayout: true,
  defaultClientTabOrder: true,
  predefinedTags: true,
  disallowAnyTags: true,
  disableHandoff: true,
  allowBilling: true,
  loadTokens: true,
  settings: true,
})
export const ClientAgent = z.object({
  ID: z.string(),
  title: z.string(),
  roundedImageURL: z.string(),
  /** Unix seconds. */
  lastModified: z.number().int(),
  /** Tabs that don't fit the agent's platform: nobody sees them, whatever their access. */
  unfitTabs: z.array(z.string()),
})

export const ClientSession = z.object({
  client: Client,
  /** The first org for an agency's admin; null when there is none. */
  org: OwnOrg.nullable(),
  /** All orgs for an agency's admin. */
  orgs: z.array(z.object({ ID: z.string(), name: z.string() })),
  agency: PublicAgency,
  workspaceId: z.string(),
  agents: z.array(ClientAgent),
  /** Whether the org has agents, also ones that this person may not open. */
  orgHasAgents: z.boolean(),
  disabledMessage: z.string().nullable(),
})
export type ClientSession = z.infer<typeof ClientSession>

/** `token` is for programs; browsers get a cookie. */
const SignedIn = z.object({ success: z.literal(true), token: z.string(), data: ClientSession })

export const clientAccountApi = {
  signIn: regional({
    method: 'POST',
    path: '/client/sign-in',
    tag,
    access: open,
    errors: ['NOT_FOUND', 'INVALID_CREDENTIALS', 'FORBIDDEN'],
    summary: 'Sign in as a client user of an agency',
    description: 'Returns NOT_FOUND for an unknown address, unless the agency hides which addresses exist.',
  })
    .input(
      z.strictObject({
        agencyId: AgencyId,
        email: z.string(bothNeeded).trim().min(1, bothNeeded).pipe(KnownEmail),
        password: z.string(bothNeeded).min(1, bothNeeded).max(MAX_CLIENT_PASSWORD),
      }),
    )
    .output(SignedIn),
  signInWithSecret: regional({
    method: 'POST',
    path: '/client/sign-in/secret',
    tag,
    access: open,
    errors: ['INVALID_CREDENTIALS'],
    summary: 'Sign in as an agency’s admin with its secret',
  })
    .input(z.strictObject({ agencyId: AgencyId, secret: z.string().min(1).max(200) }))
    .output(SignedIn),
  ssoClient: regional({
    method: 'POST',
    path: '/rpc/ssoClient',
    tag,
    access: open,
    errors: ['NOT_FOUND', 'INVALID_CREDENTIALS'],
    summary: 'Sign in by code: without `code`, emails one; with it, returns a single-use credential',
    description:
      'The 6-digit code is valid for 10 minutes and 5 tries in the browser that requested it. The returned `dashboardPassword` isn’t the stored password: it works once for `/client/sign-in` within 2 minutes.',
  })
    .input(
      z.strictObject({
        email: KnownEmail,
        agencyId: AgencyId,
        code: z.string().max(20).optional(),
      }),
    )
    .output(
      z.object({
        success: z.literal(true),
        data: z.object({
          clientData: z.object({ email: z.string(), dashboardPassword: z.string() }).nullable(),
        }),
      }),
    ),
  validateClientLoginToken: regional({
    method: 'POST',
    path: '/rpc/validateClientLoginToken',
    tag,
    access: open,
    errors: ['INVALID_TOKEN'],
    summary: 'Sign in with the single-use token of a link',
  })
    .input(z.strictObject({ token: LinkToken }))
    .output(z.object({ success: z.literal(true), token: z.string(), clientData: ClientSession })),
  setPassword: regional({
    method: 'POST',
    path: '/client/password/set',
    tag,
    access: open,
    changesAccess: true,
    errors: ['INVALID_TOKEN'],
    summary: 'Set a client user’s password with the emailed link, and sign in',
  })
    .input(z.strictObject({ token: z.string().regex(CLIENT_LINK_TOKEN).catch(''), password: ClientPassword }))
    .output(SignedIn),
  me: regional({
    method: 'GET',
    path: '/client/me',
    tag,
    access: { ...own, client: { whenDisabled: true } },
    summary: 'Get the signed-in client user and what they can access',
  })
    .input(z.strictObject({ orgId: z.string().max(100).optional() }).optional())
    .output(z.object({ data: ClientSession })),
  followAccess: regional({
    method: 'GET',
    path: '/client/access',
    tag,
    stream: true,
    access: { ...own, client: { whenDisabled: true } },
    summary: 'Follow a client user’s access; the stream ends when it changes',
  }),
  updateMe: regional({
    method: 'PATCH',
    path: '/client/me',
    tag,
    access: { ...own, client: {}, audit: 'never' },
    errors: ['FORBIDDEN'],
    summary: 'Update your name, language, status and notifications',
  })
    .input(
      z
        .strictObject({
          name: ClientName,
          preferredLanguage: z.enum(LANGUAGES),
          status: z.enum(['online', 'offline']),
          notificationsSettings: NotificationsChange,
        })
        .partial(),
    )
    .output(z.object({ success: z.literal(true), data: ClientSession })),
  setPhoto: regional({
    method: 'POST',
    path: '/client/me/photo',
    tag,
    access: { ...own, limit: 'upload', client: {}, audit: 'never' },
    maxBody: MAX_PHOTO_BODY,
    errors: ['FORBIDDEN', 'PAYLOAD_TOO_LARGE'],
    summary: 'Upload or replace your photo',
    description: PHOTO_RULES,
  })
    .input(PhotoUpload)
    .output(z.object({ success: z.literal(true), data: ClientSession })),
  removePhoto: regional({
    method: 'DELETE',
    path: '/client/me/photo',
    tag,
    access: { ...own, client: {}, audit: 'never' },
    errors: ['FORBIDDEN'],
    summary: 'Remove your photo',
  })
    .input(z.strictObject({}).optional())
    .output(z.object({ success: z.literal(true), data: ClientSession })),
  changePassword: regional({
    method: 'PUT',
    path: '/client/password',
    tag,
    access: { ...own, limit: 'signIn', client: {} },
    changesAccess: true,
    errors: ['INVALID_CREDENTIALS', 'FORBIDDEN'],
    summary: 'Change your password and sign out all other sessions',
  })
    .input(z.strictObject({ password: z.string().min(1).max(MAX_CLIENT_PASSWORD), newPassword: ClientPassword }))
    .output(success),
  mailPasswordLink: regional({
    method: 'POST',
    path: '/client/password/link',
    tag,
    access: { ...own, limit: 'invite', client: {}, audit: 'never' },
    errors: ['FORBIDDEN'],
    summary: 'Email yourself a link to set a new password',
    description:
      'The link works once, for three days, and replaces earlier links. Max three emails in 15 minutes and ten a day.',
  })
    .input(z.strictObject({}).optional())
    .output(success),
  signOut: regional({
    method: 'POST',
    path: '/client/sign-out',
    tag,
    access: { ...own, client: { whenDisabled: true }, audit: 'never' },
    changesAccess: true,
    summary: 'Sign out here, or everywhere',
  })
    .input(z.strictObject({ everywhere: z.boolean().optional() }))
    .output(success),
}
