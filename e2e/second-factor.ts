// An authenticator app for journeys.
import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { PASSWORD } from './harness.ts'

/** The app's code for this key, `ahead` steps of 30 s from now. */
export function totpCode(key: string, ahead = 0): string {
  const bits = [...key].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
  const secret = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead))
  const hash = createHmac('sha1', secret).update(step).digest()
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** Enables two-factor authentication in the page's session, whose address is confirmed; other sessions end. */
export async function useSecondFactor(page: Page, origin: string): Promise<void> {
  const path = `${origin}/api/account/two-factor`
  const post = async <T>(url: string, data: object): Promise<T> => {
    const answer = await page.context().request.post(url, { data, headers: { origin } })
    expect(answer.status()).toBe(200)
    return (await answer.json()) as T
  }
  const { key } = await post<{ key: string }>(path, { password: PASSWORD })
  await post(`${path}/confirm`, { code: totpCode(key) })
}
