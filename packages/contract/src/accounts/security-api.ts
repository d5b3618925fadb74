import { z } from 'zod'
import { BROWSERS, PLATFORMS } from '../analytics/clients.ts'
import { global, limitInput, line, success } from '../lib/operation.ts'
import { REGIONS } from '../lib/regions.ts'
import { PASSWORD_MAX, SecondStep, SignedIn } from './schemas.ts'

const tag = 'Account'
const publicly = { by: ['public' as const], limit: 'signIn' as const }
const session = { by: ['session' as const] }
/** These calls ask for the password, so wrong ones count towards the sign-in limit of the account. */
const owner = { by: ['session' as const], limit: 'signIn' as const }

const password = z.string().min(1).max(PASSWORD_MAX).optional()
const code = z.string().trim().min(1).max(40)
const providerId = z.string().min(1).max(40)
const Credential = z.looseObject({
  id: z.string().min(1).max(2000),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
})
const Options = z.object({ options: z.record(z.string(), z.unknown()) })

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  synced: z.boolean(),
})
export type Passkey = z.infer<typeof Passkey>

export const Provider = z.object({ id: z.string(), name: z.string() })
export type Provider = z.infer<typeof Provider>

export const Security = z.object({
  hasPassword: z.boolean(),
  twoFactor: z.object({ on: z.boolean(), since: z.string().nullable(), recoveryCodesLeft: z.number().int() }),
  passkeys: z.array(Passkey),
  providers: z.array(Provider.extend({ connected: z.boolean() })),
})
export type Security = z.infer<typeof Security>

export const Session = z.object({
  id: z.string(),
  browser: z.enum(BROWSERS),
  platform: z.enum(PLATFORMS),
  /** ISO 3166 country code; empty if unknown. */
  country: z.string(),
  createdAt: z.string(),
  /** Accurate to five minutes. */
  lastSeenAt: z.string(),
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>

const RecoveryCodes = z.object({ /** Shown this once. */ recoveryCodes: z.array(z.string()) })

const signingIn = {
  secondStep: global({
    method: 'POST',
    path: '/account/sign-in/second-step',
    tag,
    access: publicly,
    errors: ['INVALID_TOKEN'],
    summary: 'Finish a sign-in that needs a code, in the same browser and within ten minutes',
  })
    .input(z.strictObject({ code }))
    .output(SignedIn),
  passkeySignInOptions: global({
    method: 'POST',
    path: '/account/sign-in/passkey/options',
    tag,
    access: publicly,
    summary: 'Get a challenge to sign in with a passkey',
  })
    .input(z.strictObject({}).optional())
    .output(Options),
  signInByPasskey: global({
    method: 'POST',
    path: '/account/sign-in/passkey',
    tag,
    access: publicly,
    errors: ['INVALID_TOKEN'],
    summary: 'Sign in with a passkey',
  })
    .input(z.strictObject({ response: Credential }))
    .output(SignedIn),
  signInProviders: global({
    method: 'GET',
    path: '/account/providers',
    tag,
    access: { by: ['public'], limit: 'public' },
    summary: 'List sign-in providers of this installation',
  })
    .input(z.strictObject(limitInput).optional())
    .output(z.object({ items: z.array(Provider) })),
  startProvider: global({
    method: 'POST',
    path: '/account/providers/{providerId}/start',
    tag,
    access: { by: ['public', 'session'], limit: 'signIn' },
    errors: ['NOT_FOUND', 'UPSTREAM_FAILED', 'INVALID_CREDENTIALS', 'UNAUTHORIZED', 'FORBIDDEN'],
    summary: 'Start signing in with a provider, or connect it to the signed-in account',
  })
    .input(
      z.strictObject({
        providerId,
        purpose: z.enum(['sign-in', 'connect']),
        region: z.enum(REGIONS).optional(),
        password,
      }),
    )
    .output(z.object({ /** The provider's page, to which the browser goes. */ url: z.string() })),
  finishProvider: global({
    method: 'POST',
    path: '/account/providers/finish',
    tag,
    access: { by: ['public', 'session'], limit: 'signIn' },
    errors: ['INVALID_TOKEN', 'UPSTREAM_FAILED', 'CONFLICT', 'FORBIDDEN', 'UNAUTHORIZED', 'EMAIL_TAKEN'],
    summary: 'Finish signing in with a provider, in the browser that started it',
  })
    .input(z.strictObject({ code: z.string().min(1).max(4000), state: z.string().min(1).max(500) }))
    .output(z.union([SignedIn, SecondStep, z.object({ chooseRegion: Provider }), z.object({ connected: Provider })])),
}

const securing = {
  security: global({
    method: 'GET',
    path: '/account/security',
    tag,
    access: session,
    summary: 'List sign-in methods of the account',
  }).output(Security),
  startTwoFactor: global({
    method: 'POST',
    path: '/account/two-factor',
    tag,
    access: owner,
    errors: ['INVALID_CREDENTIALS', 'FORBIDDEN', 'CONFLICT'],
    summary: 'Get a secret for an authenticator app; takes effect once you confirm a code',
  })
    .input(z.strictObject({ password }))
    .output(
      z.object({
        key: z.string(),
        uri: z.string(),
        /** The URI as a QR code: one string per row, `1` for a dark module. */
        qr: z.array(z.string()),
      }),
    ),
  confirmTwoFactor: global({
    method: 'POST',
    path: '/account/two-factor/confirm',
    tag,
    access: owner,
    changesAccess: true,
    errors: ['INVALID_TOKEN', 'CONFLICT'],
    summary: 'Turn on two-factor authentication with a first code; returns the recovery codes',
  })
    .input(z.strictObject({ code }))
    .output(RecoveryCodes),
  renewRecoveryCodes: global({
    method: 'POST',
    path: '/account/two-factor/recovery-codes',
    tag,
    access: owner,
    errors: ['INVALID_CREDENTIALS', 'INVALID_TOKEN', 'FORBIDDEN'],
    summary: 'Create new recovery codes; the old ones stop working',
  })
    .input(z.strictObject({ password, code }))
    .output(RecoveryCodes),
  stopTwoFactor: global({
    method: 'POST',
    path: '/account/two-factor/stop',
    tag,
    access: owner,
    errors: ['INVALID_CREDENTIALS', 'INVALID_TOKEN', 'FORBIDDEN'],
    summary: 'Turn off two-factor authentication; requires the password and a code',
  })
    .input(z.strictObject({ password, code }))
    .output(success),
  passkeyOptions: global({
    method: 'POST',
    path: '/account/passkeys/options',
    tag,
    access: owner,
    errors: ['INVALID_CREDENTIALS', 'FORBIDDEN', 'CONFLICT'],
    summary: 'Get a challenge to add a passkey',
  })
    .input(z.strictObject({ password }))
    .output(Options),
  addPasskey: global({
    method: 'POST',
    path: '/account/passkeys',
    tag,
    access: session,
    errors: ['INVALID_TOKEN', 'CONFLICT'],
    summary: 'Add a passkey',
  })
    .input(z.strictObject({ name: line(60), response: Credential }))
    .output(z.object({ passkey: Passkey })),
  renamePasskey: global({
    method: 'PATCH',
    path: '/account/passkeys/{passkeyId}',
    tag,
    access: session,
    summary: 'Rename a passkey; unknown IDs return the same response',
  })
    .input(z.strictObject({ passkeyId: line(60), name: line(60) }))
    .output(success),
  removePasskey: global({
    method: 'DELETE',
    path: '/account/passkeys/{passkeyId}',
    tag,
    access: session,
    errors: ['CONFLICT'],
    summary: 'Remove a passkey; unknown IDs return the same response. You can’t remove the last sign-in method',
  })
    .input(z.strictObject({ passkeyId: line(60) }))
    .output(success),
  disconnectProvider: global({
    method: 'DELETE',
    path: '/account/providers/{providerId}',
    tag,
    access: session,
    errors: ['CONFLICT'],
    summary: 'Disconnect a sign-in provider; you can’t remove the last sign-in method',
  })
    .input(z.strictObject({ providerId }))
    .output(success),
  sessions: global({
    method: 'GET',
    path: '/account/sessions',
    tag,
    access: session,
    summary: 'List sessions of the account, most recently used first',
  })
    .input(z.strictObject(limitInput).optional())
    .output(z.object({ items: z.array(Session) })),
  endSession: global({
    method: 'DELETE',
    path: '/account/sessions/{sessionId}',
    tag,
    access: session,
    changesAccess: true,
    summary: 'Sign out one session; unknown IDs return the same response',
  })
    .input(z.strictObject({ sessionId: line(60) }))
    .output(success),
}

export const securityApi = { ...signingIn, ...securing }
