// Second factor: TOTP codes (RFC 6238: SHA-1, six digits, 30 seconds) and recovery codes.
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
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../../lib/ctx.ts'
import { hmac, sameSecret, type Vault } from '../../../lib/crypto.ts'
import type { Db } from '../../../lib/db/pool.ts'
import { inTx } from '../../../lib/db/pool.ts'
import * as repository from './two-factor.repository.ts'
import type { FactorRow } from './two-factor.repository.ts'
import type { NotifyOwner } from '../security-notices.ts'
import type { IdentityConfirmation } from '../sign-in/confirm-identity.ts'
import { sessionOf } from '../account.ts'
import { endOtherSessions, lockUser } from '../repository.ts'

const ISSUER = 'Parlance'
/** Characters, about 143 random bits; encoded as Base32 for the app. */
const SECRET_LENGTH = 24
export const SECRET_VAULT_CONTEXT = 'account|two-factor'
export const RECOVERY_VAULT_CONTEXT = 'account|recovery-codes'

export interface TwoFactorDeps {
  readonly db: Db
  readonly vault: Vault
  readonly now: () => Date
  readonly identityConfirmation: IdentityConfirmation
}
export type TwoFactor = ReturnType<typeof createTwoFactor>

type CodeResult = { readonly taken: TypedCode['kind'] } | { readonly wait: number }

const otpOf = (secret: string) => createOTP(secret, { digits: CODE_DIGITS, period: CODE_SECONDS })
const wrongCodeError = () => new AppError('INVALID_TOKEN', msg('code_wrong'))

const RECOVERY_KEY_PURPOSE = 'recovery-codes'
const recoveryHash = (key: Buffer, userId: string, code: string) => hmac(key, `${userId}|${code}`)
const serializeKeys = (keys: readonly Buffer[]) => keys.map((key) => key.toString('base64url')).join(' ')
const parseKeys = (text: string) => text.split(' ').map((key) => Buffer.from(key, 'base64url'))

/** Keys derived from the master key, to be stored with old recovery codes before the master key changes. */
export const recoveryKeysOf = (vault: Vault): string => serializeKeys(vault.signingKeys(RECOVERY_KEY_PURPOSE))

/** The verifier returns undefined for a wrong code and counts it. The caller holds the lock of the row. */
function createCodeVerifier({ vault, now }: Pick<TwoFactorDeps, 'vault' | 'now'>) {
  /** Keys that may have hashed the account's recovery codes; old codes used the master key. */
  const recoveryKeys = ({ userId, recoveryKey }: FactorRow): readonly Buffer[] =>
    recoveryKey === ''
      ? vault.signingKeys(RECOVERY_KEY_PURPOSE)
      : parseKeys(vault.open(userId, RECOVERY_VAULT_CONTEXT, recoveryKey))

  async function acceptsCode(tx: Db, row: FactorRow, typed: TypedCode): Promise<boolean> {
    if (typed.kind === 'recovery')
      return (
        row.confirmedAt !== null &&
        repository.useRecoveryCode(
          tx,
          row.userId,
          recoveryKeys(row).map((key) => recoveryHash(key, row.userId, typed.code)),
        )
      )
    const otp = otpOf(vault.open(row.userId, SECRET_VAULT_CONTEXT, row.secret))
    let taken: number | undefined
    for (const step of stepsTaken(now().getTime(), row.lastStep))
      if (sameSecret(await otp.hotp(step), typed.code)) taken ??= step
    if (taken === undefined) return false
    await repository.updateFactor(tx, row.userId, { lastStep: taken }, now())
    return true
  }

  return async (tx: Db, row: FactorRow, text: string): Promise<CodeResult | undefined> => {
    const tries = { wrong: row.wrong, lockedUntil: row.lockedUntil?.getTime() ?? null }
    const wait = waitOf(tries, now().getTime())
    if (wait > 0) return { wait }
    const typed = readCode(text)
    if (typed && (await acceptsCode(tx, row, typed))) {
      await repository.updateFactor(tx, row.userId, { wrong: 0, lockedUntil: null }, now())
      return { taken: typed.kind }
    }
    const { wrong, lockedUntil } = afterWrong(tries, now().getTime())
    const until = lockedUntil === null ? null : new Date(lockedUntil)
    await repository.updateFactor(tx, row.userId, { wrong, lockedUntil: until }, now())
    return undefined
  }
}

export function createTwoFactor({ db, vault, now }: TwoFactorDeps) {
  const verifyCode = createCodeVerifier({ vault, now })
  return {
    isOn: async (userId: string, on: Db = db): Promise<boolean> =>
      ((await repository.factorOf(on, userId))?.confirmedAt ?? null) !== null,

    /**
     * Runs `work` in the transaction of the check; wrong codes stay counted. `confirmed` picks the active secret or a
     * proposed one. Errors: INVALID_TOKEN; RATE_LIMITED after five wrong codes in a row.
     */
    async withVerifiedCode<T>(
      userId: string,
      text: string,
      confirmed: boolean,
      work: (tx: Db, kind: TypedCode['kind']) => Promise<T>,
    ): Promise<T> {
      const done = await inTx(db, async (tx) => {
        // Waits for sign-ins without a code that are under way.
        if (!confirmed) await lockUser(tx, userId, 'update')
        const row = await repository.lockFactor(tx, userId)
        if (!row || (row.confirmedAt !== null) !== confirmed) return undefined
        const tried = await verifyCode(tx, row, text)
        return tried && ('wait' in tried ? tried : { value: await work(tx, tried.taken) })
      })
      if (done === undefined) throw wrongCodeError()
      if ('value' in done) return done.value
      const minutes = Math.ceil(done.wait / 60)
      throw new AppError('RATE_LIMITED', msg('too_many_wrong_codes', { minutes }), {
        retryAfter: done.wait,
      })
    },

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
        { recoveryKey: vault.seal(userId, RECOVERY_VAULT_CONTEXT, serializeKeys([key])) },
        now(),
      )
      return codes
    },
  }
}

export function createTwoFactorSettings(
  deps: TwoFactorDeps & { readonly notifyOwner: NotifyOwner },
  twoFactor: TwoFactor,
) {
  const { db, vault, now, identityConfirmation, notifyOwner } = deps
  return {
    /** Proposes a secret; it is inactive until confirmed. Errors: FORBIDDEN and INVALID_CREDENTIALS as of `identityConfirmation.confirm`; CONFLICT when it is on. */
    async startTwoFactor(ctx: Ctx, { password }: { password?: string | undefined }) {
      const { userId, email } = await identityConfirmation.confirm(ctx, password)
      const secret = randomId(SECRET_LENGTH)
      if (!(await repository.proposeSecret(db, userId, vault.seal(userId, SECRET_VAULT_CONTEXT, secret), now())))
        throw new AppError('CONFLICT', msg('second_factor_already_on'))
      const uri = otpOf(secret).url(ISSUER, email)
      const { encode } = await import('uqr')
      const { data } = encode(uri, { ecc: 'M', border: 2 })
      return {
        key: new URL(uri).searchParams.get('secret') ?? '',
        uri,
        qr: data.map((row) => row.map((dark) => (dark ? '1' : '0')).join('')),
      }
    },

    /** Ends all other sessions, because they were opened without a code. Errors: INVALID_TOKEN, RATE_LIMITED. */
    async confirmTwoFactor(ctx: Ctx, { code }: { code: string }): Promise<{ recoveryCodes: string[] }> {
      const actor = sessionOf(ctx)
      const { userId, sessionToken } = actor
      return twoFactor.withVerifiedCode(userId, code, false, async (tx) => {
        await repository.updateFactor(tx, userId, { confirmedAt: now() }, now())
        await endOtherSessions(tx, userId, sessionToken, now())
        await notifyOwner(tx, ctx, actor, { news: 'factor-on' })
        return { recoveryCodes: await twoFactor.newRecoveryCodes(tx, userId) }
      })
    },

    /** Errors: INVALID_CREDENTIALS, INVALID_TOKEN, RATE_LIMITED. */
    async renewRecoveryCodes(
      ctx: Ctx,
      { password, code }: { password?: string | undefined; code: string },
    ): Promise<{ recoveryCodes: string[] }> {
      const actor = await identityConfirmation.confirm(ctx, password)
      return twoFactor.withVerifiedCode(actor.userId, code, true, async (tx) => {
        await notifyOwner(tx, ctx, actor, { news: 'codes-renewed' })
        return { recoveryCodes: await twoFactor.newRecoveryCodes(tx, actor.userId) }
      })
    },

    /** Idempotent. Errors: INVALID_CREDENTIALS, INVALID_TOKEN, RATE_LIMITED. */
    async stopTwoFactor(
      ctx: Ctx,
      { password, code }: { password?: string | undefined; code: string },
    ): Promise<{ success: true }> {
      const actor = await identityConfirmation.confirm(ctx, password)
      const { userId } = actor
      if (!(await twoFactor.isOn(userId))) return { success: true }
      await twoFactor.withVerifiedCode(userId, code, true, async (tx) => {
        await repository.deleteFactor(tx, userId)
        await notifyOwner(tx, ctx, actor, { news: 'factor-off' })
      })
      return { success: true }
    },
  }
}
