// Passkeys (WebAuthn). They replace password and code, because user verification (fingerprint, face, PIN) is always required.
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransportFuture,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { MOST_PASSKEYS } from '@parlance/contract/accounts/security'
import type { Passkey } from '@parlance/contract/accounts/security-api'
import { AppError } from '@parlance/contract/lib/errors'
import type { SignedIn } from '@parlance/contract/accounts/schemas'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Db } from '../../../lib/db/pool.ts'
import type { CompleteSignIn } from '../sign-in/complete-sign-in.ts'
import type { NotifyOwner } from '../security-notices.ts'
import type { IdentityConfirmation } from '../sign-in/confirm-identity.ts'
import * as repository from './passkeys.repository.ts'
import type { PasskeyRow } from './passkeys.repository.ts'
import { sessionOf } from '../account.ts'
import { findUserById } from '../repository.ts'
import type { Tickets } from '../sign-in/tickets.ts'
import { assertSignInMethodLeft } from '../sign-in/sign-in-methods.ts'

interface PasskeyDeps {
  readonly db: Db
  readonly now: () => Date
  readonly tickets: Tickets
  readonly identityConfirmation: IdentityConfirmation
  readonly completeSignIn: CompleteSignIn
  readonly notifyOwner: NotifyOwner
  readonly appOrigin: () => string
  readonly providers?: readonly { readonly id: string }[]
}

/** Only roughly validated by the input schema; the library checks every field. */
type Response = Readonly<Record<string, unknown>>
type Options = { options: Record<string, unknown> }

const RP_NAME = 'Parlance'
const loadWebAuthn = () => import('@simplewebauthn/server')
const invalidResponse = (cause?: unknown) => new AppError('INVALID_TOKEN', msg('passkey_rejected'), { cause })

export const toPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  synced: row.synced,
})

/** Passkeys belong to the host of `appOrigin` and work on pages of exactly that origin. */
const relyingPartyOf = (appOrigin: string) => ({ rpID: new URL(appOrigin).hostname, origin: new URL(appOrigin).origin })
const transportsOf = (row: PasskeyRow) => row.transports as AuthenticatorTransportFuture[]

export function createPasskeySignIn({ db, now, tickets, completeSignIn, appOrigin }: PasskeyDeps) {
  return {
    /** For discoverable credentials: the browser offers the passkeys, no account is named. */
    async passkeySignInOptions(ctx: Ctx): Promise<Options> {
      const { generateAuthenticationOptions } = await loadWebAuthn()
      const { rpID } = relyingPartyOf(appOrigin())
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
      await tickets.issue(ctx, 'passkey-sign-in', options.challenge)
      return { options: { ...options } }
    },

    /** Errors: INVALID_TOKEN for every failure: unknown, removed, cloned, replayed, of another site or browser. */
    async signInByPasskey(ctx: Ctx, { response }: { response: Response }): Promise<SignedIn> {
      const expectedChallenge = await tickets.consume(ctx, 'passkey-sign-in')
      if (expectedChallenge === undefined) throw invalidResponse()
      const row = await repository.passkeyByCredential(db, String(response['id']))
      const user = row && (await findUserById(db, row.userId))
      if (!row || !user) throw invalidResponse()
      const { rpID, origin } = relyingPartyOf(appOrigin())
      const { verifyAuthenticationResponse } = await loadWebAuthn()
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: response as unknown as AuthenticationResponseJSON,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
        credential: {
          id: row.credentialId,
          publicKey: Buffer.from(row.publicKey, 'base64url'),
          counter: row.counter,
          transports: transportsOf(row),
        },
      }).catch((cause: unknown) => {
        throw invalidResponse(cause)
      })
      const { newCounter, credentialBackedUp } = authenticationInfo
      if (!verified || !(await repository.recordUse(db, row.id, newCounter, credentialBackedUp, now())))
        throw invalidResponse()
      const stillValid = async (tx: Db) => (await repository.passkeyByCredential(tx, row.credentialId)) !== undefined
      return (await completeSignIn.openSession(ctx, user, 'passkey', stillValid)) ?? Promise.reject(invalidResponse())
    },
  }
}

export const createPasskeySettings = (deps: PasskeyDeps) => ({
  ...createPasskeyRegistration(deps),
  ...createPasskeyManagement(deps),
})

function createPasskeyRegistration({ db, tickets, identityConfirmation, appOrigin, notifyOwner }: PasskeyDeps) {
  return {
    /** Errors: FORBIDDEN and INVALID_CREDENTIALS as of `identityConfirmation.confirm`; CONFLICT at the maximum number of passkeys. */
    async passkeyOptions(ctx: Ctx, { password }: { password?: string | undefined }): Promise<Options> {
      const { userId, email, name } = await identityConfirmation.confirm(ctx, password)
      const existing = await repository.passkeysOf(db, userId)
      if (existing.length >= MOST_PASSKEYS) throw tooManyPasskeys()
      const { generateRegistrationOptions } = await loadWebAuthn()
      const options = await generateRegistrationOptions({
        rpName: RP_NAME,
        rpID: relyingPartyOf(appOrigin()).rpID,
        userID: new TextEncoder().encode(userId),
        userName: email,
        userDisplayName: name || email,
        attestationType: 'none',
        excludeCredentials: existing.map((row) => ({ id: row.credentialId, transports: transportsOf(row) })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      await tickets.issue(ctx, 'passkey-add', `${userId} ${options.challenge}`)
      return { options: { ...options } }
    },

    /** Errors: INVALID_TOKEN unless it answers a challenge issued to this person in this browser; CONFLICT. */
    async addPasskey(
      ctx: Ctx,
      { name, response }: { name: string; response: Response },
    ): Promise<{ passkey: Passkey }> {
      const actor = sessionOf(ctx)
      const { userId } = actor
      const [asked, expectedChallenge] = (await tickets.consume(ctx, 'passkey-add'))?.split(' ') ?? []
      if (asked !== userId || expectedChallenge === undefined) throw invalidResponse()
      const { rpID, origin } = relyingPartyOf(appOrigin())
      const { verifyRegistrationResponse } = await loadWebAuthn()
      const { verified, registrationInfo: made } = await verifyRegistrationResponse({
        response: response as unknown as RegistrationResponseJSON,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
      }).catch((cause: unknown) => {
        throw invalidResponse(cause)
      })
      if (!verified) throw invalidResponse()
      const passkey = {
        userId,
        name,
        credentialId: made.credential.id,
        publicKey: Buffer.from(made.credential.publicKey).toString('base64url'),
        counter: made.credential.counter,
        transports: made.credential.transports ?? [],
        synced: made.credentialBackedUp,
      }
      const row = await repository.addPasskey(db, passkey, (tx) =>
        notifyOwner(tx, ctx, actor, { news: 'passkey-added', name }),
      )
      if (!row) throw tooManyPasskeys()
      return { passkey: toPasskey(row) }
    },
  }
}

/** Other people's passkeys and unknown ids get the same answers. */
function createPasskeyManagement({ db, now, notifyOwner, providers = [] }: PasskeyDeps) {
  return {
    async renamePasskey(ctx: Ctx, input: { passkeyId: string; name: string }): Promise<{ success: true }> {
      const { passkeyId, name } = input
      if (name.includes('\0')) throw new AppError('INVALID_INPUT')
      await repository.renamePasskey(db, sessionOf(ctx).userId, passkeyId, name, now())
      return { success: true }
    },

    async removePasskey(ctx: Ctx, { passkeyId }: { passkeyId: string }): Promise<{ success: true }> {
      const actor = sessionOf(ctx)
      await repository.removePasskey(db, actor.userId, passkeyId, async (tx, name) => {
        await assertSignInMethodLeft(tx, actor.userId, providers)
        await notifyOwner(tx, ctx, actor, { news: 'passkey-removed', name })
      })
      return { success: true }
    },
  }
}

const tooManyPasskeys = () => new AppError('CONFLICT', msg('passkey_not_addable', { max: MOST_PASSKEYS }))
