// Stands for the authenticator app of somebody in a journey.
import { createHmac } from 'node:crypto'
import { call, PASSWORD } from './harness.ts'

/** What an authenticator app with this key shows, so many steps of 30 s from now. */
export function codeOf(key: string, ahead = 0): string {
  const bits = [...key].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
  const secret = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead))
  const hash = createHmac('sha1', secret).update(step).digest()
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** Turns two-factor authentication on for an account with a confirmed address; sessions that it has stay. */
export async function useSecondFactor(origin: string, token: string): Promise<void> {
  const path = `${origin}/api/account/two-factor`
  const { key } = await call<{ key: string }>(path, token, { password: PASSWORD })
  await call(`${path}/confirm`, token, { code: codeOf(key) })
}
