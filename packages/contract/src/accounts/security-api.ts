// Second factor, passkeys, sessions and sign-in with other providers.
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

/** The account's password. Accounts without one omit it and need a recent session instead. */
const password = z.string().min(1).max(PASSWORD_MAX).optional()
/** A code of an authenticator app, or a recovery code. */
const code = z.string().trim().min(1).max(40)
const providerId = z.string().min(1).max(40)
/** A WebAuthn response as JSON. */
const Credential = z.looseObject({
  id: z.string().min(1).max(2000),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
})
/** WebAuthn options as JSON. */
const Options = z.object({ options: z.record(z.string(), z.unknown()) })

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  /** Whether the passkey is synced between devices. */
  synced: z.boolean(),
})
export type Passkey = z.infer<typeof Passkey>

export const Provider = z.object({ id: z.string(), name: z.string() })
export type Provider = z.infer<typeof Provider>

export const Security = z.object({
  hasPassword: z.boolean(),
  twoFactor: z.object({ on: z.boolean(), since: z.string().nullable(), recoveryCodesLeft: z.number().int() }),
  passkeys: z.array(Passkey),
  /** All configured providers, and whether this account is connected to them. */
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
  /** The one that asks. */
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
    summary: 'Finish a sign-in that waits for a code; from the browser in which it began, within ten minutes',
  })
    .input(z.strictObject({ code }))
    .output(SignedIn),
  passkeySignInOptions: global({
    method: 'POST',
    path: '/account/sign-in/passkey/options',
    tag,
    access: publicly,
    summary: 'Ask for a challenge to sign in with a passkey',
  })
    .input(z.strictObject({}).optional())
    .output(Options),
  signInByPasskey: global({
    method: 'POST',
    path: '/account/sign-in/passkey',
    tag,
    access: publicly,
    errors: ['INVALID_TOKEN'],
    summary: 'Sign in with a passkey, without a password or a code',
  })
    .input(z.strictObject({ response: Credential }))
    .output(SignedIn),
  signInProviders: global({
    method: 'GET',
    path: '/account/providers',
    tag,
    access: { by: ['public'], limit: 'public' },
    summary: 'Other providers one can sign in with on this installation',
  })
    .input(z.strictObject(limitInput).optional())
    .output(z.object({ items: z.array(Provider) })),
  startProvider: global({
    method: 'POST',
    path: '/account/providers/{providerId}/start',
    tag,
    access: { by: ['public', 'session'], limit: 'signIn' },
    errors: ['NOT_FOUND', 'UPSTREAM_FAILED', 'INVALID_CREDENTIALS', 'UNAUTHORIZED', 'FORBIDDEN'],
    summary: 'Begin a sign-in with another provider, or connect it with the signed-in account',
  })
    .input(
      z.strictObject({
        providerId,
        purpose: z.enum(['sign-in', 'connect']),
        /** For a new account: where its data will live. */
        region: z.enum(REGIONS).optional(),
        /** For connecting: the account's password, if it has one. */
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
    summary: 'Come back from another provider with what it gave to the browser in which it began',
  })
    .input(z.strictObject({ code: z.string().min(1).max(4000), state: z.string().min(1).max(500) }))
    .output(
      z.union([
        SignedIn,
        SecondStep,
        /** There is no account for this address: start again from sign-up, with a region. */
        z.object({ chooseRegion: Provider }),
        z.object({ connected: Provider }),
      ]),
    ),
}

const securing = {
  security: global({
    method: 'GET',
    path: '/account/security',
    tag,
    access: session,
    summary: 'How the signed-in account proves who it is',
  }).output(Security),
  startTwoFactor: global({
    method: 'POST',
    path: '/account/two-factor',
    tag,
    access: owner,
    errors: ['INVALID_CREDENTIALS', 'FORBIDDEN', 'CONFLICT'],
    summary: 'Get a secret for an authenticator app; nothing counts until a code of it is confirmed',
  })
    .input(z.strictObject({ password }))
    .output(
      z.object({
        /** The key for typing it into an app. */
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
    summary: 'Turn the second factor on by a first code; answers the recovery codes',
  })
    .input(z.strictObject({ code }))
    .output(RecoveryCodes),
  renewRecoveryCodes: global({
    method: 'POST',
    path: '/account/two-factor/recovery-codes',
    tag,
    access: owner,
    errors: ['INVALID_CREDENTIALS', 'INVALID_TOKEN', 'FORBIDDEN'],
    summary: 'Make new recovery codes; the old ones end',
  })
    .input(z.strictObject({ password, code }))
    .output(RecoveryCodes),
  stopTwoFactor: global({
    method: 'POST',
    path: '/account/two-factor/stop',
    tag,
    access: owner,
    errors: ['INVALID_CREDENTIALS', 'INVALID_TOKEN', 'FORBIDDEN'],
    summary: 'Turn the second factor off, with the password and a code',
  })
    .input(z.strictObject({ password, code }))
    .output(success),
  passkeyOptions: global({
    method: 'POST',
    path: '/account/passkeys/options',
    tag,
    access: owner,
    errors: ['INVALID_CREDENTIALS', 'FORBIDDEN', 'CONFLICT'],
    summary: 'Ask for a challenge to add a passkey',
  })
    .input(z.strictObject({ password }))
    .output(Options),
  addPasskey: global({
    method: 'POST',
    path: '/account/passkeys',
    tag,
    access: session,
    errors: ['INVALID_TOKEN', 'CONFLICT'],
    summary: 'Add the passkey that a browser made',
  })
    .input(z.strictObject({ name: line(60), response: Credential }))
    .output(z.object({ passkey: Passkey })),
  renamePasskey: global({
    method: 'PATCH',
    path: '/account/passkeys/{passkeyId}',
    tag,
    access: session,
    summary: 'Give a passkey of the account another name; the same answer where there is none by this id',
  })
    .input(z.strictObject({ passkeyId: line(60), name: line(60) }))
    .output(success),
  removePasskey: global({
    method: 'DELETE',
    path: '/account/passkeys/{passkeyId}',
    tag,
    access: session,
    errors: ['CONFLICT'],
    summary:
      'Remove a passkey of the account; the same answer where there is none by this id. Refused for the last way to sign in',
  })
    .input(z.strictObject({ passkeyId: line(60) }))
    .output(success),
  disconnectProvider: global({
    method: 'DELETE',
    path: '/account/providers/{providerId}',
    tag,
    access: session,
    errors: ['CONFLICT'],
    summary: 'Disconnect another provider from the account; refused for the last way to sign in',
  })
    .input(z.strictObject({ providerId }))
    .output(success),
  sessions: global({
    method: 'GET',
    path: '/account/sessions',
    tag,
    access: session,
    summary: 'Where the account is signed in, last seen first',
  })
    .input(z.strictObject(limitInput).optional())
    .output(z.object({ items: z.array(Session) })),
  endSession: global({
    method: 'DELETE',
    path: '/account/sessions/{sessionId}',
    tag,
    access: session,
    changesAccess: true,
    summary: 'Sign out one session of the account; the same answer where there is none by this id',
  })
    .input(z.strictObject({ sessionId: line(60) }))
    .output(success),
}

export const securityApi = { ...signingIn, ...securing }
