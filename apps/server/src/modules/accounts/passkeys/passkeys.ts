// Passkeys (WebAuthn): a key pair per account and site that a device unlocks by fingerprint, face or PIN. They sign in without
// a password and without a code, for the device has checked the person: user verification is always required.
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransportFuture,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { MOST_PASSKEYS } from '@parlance/contract/accounts/security'
import type { Passkey } from '@parlance/contract/accounts/security-api'
import { AppError } from '@parlance/contract/lib/errors'
import type { SignedIn } from '@parlance/contract/accounts/schemas'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Db } from '../../../lib/db/pool.ts'
import type { CompleteSignIn } from '../sign-in/complete-sign-in.ts'
import type { NotifyOwner } from '../security-notices.ts'
import type { Ownership } from '../sign-in/confirm-identity.ts'
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
  readonly ownership: Ownership
  readonly enter: CompleteSignIn
  readonly tell: NotifyOwner
  readonly settings: { readonly publicUrl: string }
  readonly providers?: readonly { readonly id: string }[]
}

/** What the request pipeline has let through: the library looks at every part of it. */
type Response = Readonly<Record<string, unknown>>
type Options = { options: Record<string, unknown> }

const RP_NAME = 'Parlance'
/** The library is read when somebody first uses a passkey. */
const library = () => import('@simplewebauthn/server')
const refused = (cause?: unknown) =>
  new AppError('INVALID_TOKEN', 'This passkey was not accepted. Try again.', { cause })

export const shownPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  synced: row.synced,
})

/** Passkeys belong to the host of `publicUrl` and work on pages of exactly that origin. */
const partyOf = (publicUrl: string) => ({ rpID: new URL(publicUrl).hostname, origin: new URL(publicUrl).origin })
const transportsOf = (row: PasskeyRow) => row.transports as AuthenticatorTransportFuture[]

export function createPasskeySignIn({ db, now, tickets, enter, settings }: PasskeyDeps) {
  return {
    /** The browser asks its person which passkey; nobody is named before. */
    async passkeySignInOptions(ctx: Ctx): Promise<Options> {
      const { generateAuthenticationOptions } = await library()
      const { rpID } = partyOf(settings.publicUrl)
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
      await tickets.issue(ctx, 'passkey-sign-in', options.challenge)
      return { options: { ...options } }
    },

    /** Errors: INVALID_TOKEN, one for all: unknown, removed, copied, answered before, of another site or browser. */
    async signInByPasskey(ctx: Ctx, { response }: { response: Response }): Promise<SignedIn> {
      const expectedChallenge = await tickets.use(ctx, 'passkey-sign-in')
      if (expectedChallenge === undefined) throw refused()
      const row = await repository.passkeyByCredential(db, String(response['id']))
      const user = row && (await findUserById(db, row.userId))
      if (!row || !user) throw refused()
      const { rpID, origin } = partyOf(settings.publicUrl)
      const { verifyAuthenticationResponse } = await library()
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
        throw refused(cause)
      })
      const { newCounter, credentialBackedUp } = authenticationInfo
      if (!verified || !(await repository.countUse(db, row.id, newCounter, credentialBackedUp, now()))) throw refused()
      const still = async (tx: Db) => (await repository.passkeyByCredential(tx, row.credentialId)) !== undefined
      return (await enter.now(ctx, user, 'passkey', still)) ?? Promise.reject(refused())
    },
  }
}

export const createPasskeySettings = (deps: PasskeyDeps) => ({ ...addingPasskeys(deps), ...keptPasskeys(deps) })

function addingPasskeys({ db, tickets, ownership, settings, tell }: PasskeyDeps) {
  return {
    /** Errors: FORBIDDEN and INVALID_CREDENTIALS as of `ownership.prove`; CONFLICT for more passkeys than one may have. */
    async passkeyOptions(ctx: Ctx, { password }: { password?: string | undefined }): Promise<Options> {
      const { userId, email, name } = await ownership.prove(ctx, password)
      const existing = await repository.passkeysOf(db, userId)
      if (existing.length >= MOST_PASSKEYS) throw tooMany()
      const { generateRegistrationOptions } = await library()
      const options = await generateRegistrationOptions({
        rpName: RP_NAME,
        rpID: partyOf(settings.publicUrl).rpID,
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

    /** Errors: INVALID_TOKEN for an answer to no question of this person in this browser; CONFLICT. */
    async addPasskey(
      ctx: Ctx,
      { name, response }: { name: string; response: Response },
    ): Promise<{ passkey: Passkey }> {
      const actor = sessionOf(ctx)
      const { userId } = actor
      const [asked, expectedChallenge] = (await tickets.use(ctx, 'passkey-add'))?.split(' ') ?? []
      if (asked !== userId || expectedChallenge === undefined) throw refused()
      const { rpID, origin } = partyOf(settings.publicUrl)
      const { verifyRegistrationResponse } = await library()
      const { verified, registrationInfo: made } = await verifyRegistrationResponse({
        response: response as unknown as RegistrationResponseJSON,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
      }).catch((cause: unknown) => {
        throw refused(cause)
      })
      if (!verified) throw refused()
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
        tell(tx, ctx, actor, { news: 'passkey-added', name }),
      )
      if (!row) throw tooMany()
      return { passkey: shownPasskey(row) }
    },
  }
}

/** What people do with passkeys that they have; those of others and of nobody get the same answers. */
function keptPasskeys({ db, now, tell, providers = [] }: PasskeyDeps) {
  return {
    /** Errors: INVALID_INPUT for a name that cannot be stored. */
    async renamePasskey(ctx: Ctx, input: { passkeyId: string; name: string }): Promise<{ success: true }> {
      const { passkeyId, name } = input
      if (name.includes('\0')) throw new AppError('INVALID_INPUT')
      await repository.renamePasskey(db, sessionOf(ctx).userId, passkeyId, name, now())
      return { success: true }
    },

    /** Errors: CONFLICT when no way to sign in would be left. */
    async removePasskey(ctx: Ctx, { passkeyId }: { passkeyId: string }): Promise<{ success: true }> {
      const actor = sessionOf(ctx)
      await repository.removePasskey(db, actor.userId, passkeyId, async (tx, name) => {
        await assertSignInMethodLeft(tx, actor.userId, providers)
        await tell(tx, ctx, actor, { news: 'passkey-removed', name })
      })
      return { success: true }
    },
  }
}

const tooMany = () =>
  new AppError('CONFLICT', `This passkey is in use already, or there are ${MOST_PASSKEYS} of them. Remove one first.`)
