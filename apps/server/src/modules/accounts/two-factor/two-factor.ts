// The second factor: codes of an authenticator app (RFC 6238: SHA-1, six digits, 30 seconds) and recovery codes in its place.
import { randomBytes, randomInt } from 'node:crypto'
import {
  afterWrong,
  CODE_DIGITS,
  CODE_SECONDS,
  readCode,
  RECOVERY_CODES,
  recoveryCode,
  stepsTaken,
  type TypedCode,
  waitOf,
} from '@parlance/contract/accounts/security'
import { createOTP } from '@better-auth/utils/otp'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import type { Ctx } from '../../../lib/ctx.ts'
import { hmac, sameSecret, type Vault } from '../../../lib/crypto.ts'
import type { Db } from '../../../lib/db/pool.ts'
import { inTx } from '../../../lib/db/pool.ts'
import * as repository from './two-factor.repository.ts'
import type { FactorRow } from './two-factor.repository.ts'
import type { NotifyOwner } from '../security-notices.ts'
import type { Ownership } from '../sign-in/confirm-identity.ts'
import { sessionOf } from '../account.ts'
import { endOtherSessions, lockUser } from '../repository.ts'

const ISSUER = 'Parlance'
/** 143 random bits, handed over as Base32 of these letters. */
const SECRET_LENGTH = 24
export const SECRET_PLACE = 'account|two-factor'
export const RECOVERY_PLACE = 'account|recovery-codes'

export interface TwoFactorDeps {
  readonly db: Db
  readonly vault: Vault
  readonly now: () => Date
  readonly ownership: Ownership
}
export type TwoFactor = ReturnType<typeof createTwoFactor>

type Tried = { readonly taken: TypedCode['kind'] } | { readonly wait: number }

const otpOf = (secret: string) => createOTP(secret, { digits: CODE_DIGITS, period: CODE_SECONDS })
const wrongCode = () => new AppError('INVALID_TOKEN', 'This code is not right, or it was used before.')

const RECOVERY_SIGN = 'recovery-codes'
const recoveryHash = (key: Buffer, userId: string, code: string) => hmac(key, `${userId}|${code}`)
const writeKeys = (keys: readonly Buffer[]) => keys.map((key) => key.toString('base64url')).join(' ')
const readKeys = (text: string) => text.split(' ').map((key) => Buffer.from(key, 'base64url'))

/** What an account without keys of its own for recovery codes needs to keep those it has under another master key. */
export const recoveryKeysOf = (vault: Vault): string => writeKeys(vault.signingKeys(RECOVERY_SIGN))

/** Tries a code under the lock of its row; undefined for a wrong one, which is counted. */
function tryingCodes({ vault, now }: Pick<TwoFactorDeps, 'vault' | 'now'>) {
  /** Any of which may have made the account's codes. Those of before keys of their own were made under the master key. */
  const recoveryKeys = ({ userId, recoveryKey }: FactorRow): readonly Buffer[] =>
    recoveryKey === '' ? vault.signingKeys(RECOVERY_SIGN) : readKeys(vault.open(userId, RECOVERY_PLACE, recoveryKey))

  async function takes(tx: Db, row: FactorRow, typed: TypedCode): Promise<boolean> {
    if (typed.kind === 'recovery')
      return (
        row.confirmedAt !== null &&
        repository.useRecoveryCode(
          tx,
          row.userId,
          recoveryKeys(row).map((key) => recoveryHash(key, row.userId, typed.code)),
        )
      )
    const otp = otpOf(vault.open(row.userId, SECRET_PLACE, row.secret))
    let taken: number | undefined
    for (const step of stepsTaken(now().getTime(), row.lastStep))
      if (sameSecret(await otp.hotp(step), typed.code)) taken ??= step
    if (taken === undefined) return false
    await repository.updateFactor(tx, row.userId, { lastStep: taken }, now())
    return true
  }

  return async (tx: Db, row: FactorRow, text: string): Promise<Tried | undefined> => {
    const tries = { wrong: row.wrong, lockedUntil: row.lockedUntil?.getTime() ?? null }
    const wait = waitOf(tries, now().getTime())
    if (wait > 0) return { wait }
    const typed = readCode(text)
    if (typed && (await takes(tx, row, typed))) {
      await repository.updateFactor(tx, row.userId, { wrong: 0, lockedUntil: null }, now())
      return { taken: typed.kind }
    }
    const { wrong, lockedUntil } = afterWrong(tries, now().getTime())
    const until = lockedUntil === null ? null : new Date(lockedUntil)
    await repository.updateFactor(tx, row.userId, { wrong, lockedUntil: until }, now())
    return undefined
  }
}

/** What the other parts ask: whether a code is wanted, and whether one is right. */
export function createTwoFactor({ db, vault, now }: TwoFactorDeps) {
  const tryIn = tryingCodes({ vault, now })
  return {
    isOn: async (userId: string, on: Db = db): Promise<boolean> =>
      ((await repository.factorOf(on, userId))?.confirmedAt ?? null) !== null,

    /**
     * Takes a code and, in the same transaction, does `then`; a wrong code stays counted. `confirmed` says which secret is
     * meant: the one that counts, or one that was only proposed. Errors: INVALID_TOKEN for a wrong code and where there is no
     * such secret; RATE_LIMITED after five wrong ones in a row.
     */
    async take<T>(
      userId: string,
      text: string,
      confirmed: boolean,
      then: (tx: Db, kind: TypedCode['kind']) => Promise<T>,
    ): Promise<T> {
      const done = await inTx(db, async (tx) => {
        // Whoever is about to sign in by less has done so, or asks for a code.
        if (!confirmed) await lockUser(tx, userId, 'update')
        const row = await repository.lockFactor(tx, userId)
        if (!row || (row.confirmedAt !== null) !== confirmed) return undefined
        const tried = await tryIn(tx, row, text)
        return tried && ('wait' in tried ? tried : { value: await then(tx, tried.taken) })
      })
      if (done === undefined) throw wrongCode()
      if ('value' in done) return done.value
      const minutes = Math.ceil(done.wait / 60)
      throw new AppError('RATE_LIMITED', `Too many wrong codes. Try again in ${minutes} min.`, {
        retryAfter: done.wait,
      })
    },

    /** Makes the codes of an account anew; the old ones end. */
    async newRecoveryCodes(tx: Db, userId: string): Promise<string[]> {
      const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCode((bound) => randomInt(bound)))
      const key = randomBytes(32)
      await repository.replaceRecoveryCodes(
        tx,
        userId,
        codes.map((code) => recoveryHash(key, userId, code)),
      )
      await repository.updateFactor(
        tx,
        userId,
        { recoveryKey: vault.seal(userId, RECOVERY_PLACE, writeKeys([key])) },
        now(),
      )
      return codes
    },
  }
}

/** What people do with the second factor of their own account. */
export function createTwoFactorSettings(deps: TwoFactorDeps & { readonly tell: NotifyOwner }, factor: TwoFactor) {
  const { db, vault, now, ownership, tell } = deps
  return {
    /** Nothing counts yet. Errors: FORBIDDEN and INVALID_CREDENTIALS as of `ownership.prove`; CONFLICT when it is on. */
    async startTwoFactor(ctx: Ctx, { password }: { password?: string | undefined }) {
      const { userId, email } = await ownership.prove(ctx, password)
      const secret = randomId(SECRET_LENGTH)
      if (!(await repository.proposeSecret(db, userId, vault.seal(userId, SECRET_PLACE, secret), now())))
        throw new AppError('CONFLICT', 'The second factor is on already. Turn it off first.')
      const uri = otpOf(secret).url(ISSUER, email)
      const { encode } = await import('uqr')
      const { data } = encode(uri, { ecc: 'M', border: 2 })
      return {
        key: new URL(uri).searchParams.get('secret') ?? '',
        uri,
        qr: data.map((row) => row.map((dark) => (dark ? '1' : '0')).join('')),
      }
    },

    /**
     * Ends all sessions but the one that asks: they were opened by less than what is asked for from now on.
     * Errors: INVALID_TOKEN, RATE_LIMITED.
     */
    async confirmTwoFactor(ctx: Ctx, { code }: { code: string }): Promise<{ recoveryCodes: string[] }> {
      const actor = sessionOf(ctx)
      const { userId, sessionToken } = actor
      return factor.take(userId, code, false, async (tx) => {
        await repository.updateFactor(tx, userId, { confirmedAt: now() }, now())
        await endOtherSessions(tx, userId, sessionToken)
        await tell(tx, ctx, actor, { news: 'factor-on' })
        return { recoveryCodes: await factor.newRecoveryCodes(tx, userId) }
      })
    },

    /** Errors: INVALID_CREDENTIALS, INVALID_TOKEN, RATE_LIMITED. */
    async renewRecoveryCodes(
      ctx: Ctx,
      { password, code }: { password?: string | undefined; code: string },
    ): Promise<{ recoveryCodes: string[] }> {
      const actor = await ownership.prove(ctx, password)
      return factor.take(actor.userId, code, true, async (tx) => {
        await tell(tx, ctx, actor, { news: 'codes-renewed' })
        return { recoveryCodes: await factor.newRecoveryCodes(tx, actor.userId) }
      })
    },

    /** Nothing to do where it is off. Errors: INVALID_CREDENTIALS, INVALID_TOKEN, RATE_LIMITED. */
    async stopTwoFactor(
      ctx: Ctx,
      { password, code }: { password?: string | undefined; code: string },
    ): Promise<{ success: true }> {
      const actor = await ownership.prove(ctx, password)
      const { userId } = actor
      if (!(await factor.isOn(userId))) return { success: true }
      await factor.take(userId, code, true, async (tx) => {
        await repository.dropFactor(tx, userId)
        await tell(tx, ctx, actor, { news: 'factor-off' })
      })
      return { success: true }
    },
  }
}
