import { isNewOrigin } from '@parlance/contract/accounts/security'
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import type { Device } from '../sessions/sessions.repository.ts'
import { knownDevices } from '../schema.ts'

const KEPT_MS = 180 * 24 * 3600_000

/** Records a sign-in or sign-up. Returns whether to notify the owner of a new device. */
export async function recordDevice(
  tx: Db,
  userId: string,
  device: Device,
  now: Date,
  how: 'sign-up' | 'sign-in',
): Promise<boolean> {
  const mine = eq(knownDevices.userId, userId)
  await tx.delete(knownDevices).where(and(mine, lt(knownDevices.seenAt, new Date(now.getTime() - KEPT_MS))))
  const before = await tx
    .select({
      device: knownDevices.userAgent,
      network: knownDevices.ipAddress,
      signIns: knownDevices.signIns,
    })
    .from(knownDevices)
    .where(mine)
  const signIns = how === 'sign-in' ? 1 : 0
  await tx
    .insert(knownDevices)
    .values({ userId, ...device, signIns, seenAt: now })
    .onConflictDoUpdate({
      target: [knownDevices.userId, knownDevices.userAgent, knownDevices.ipAddress],
      set: { signIns: sql`${knownDevices.signIns} + ${signIns}`, seenAt: now },
    })
  return isNewOrigin({ device: device.userAgent, network: device.ipAddress }, before)
}

/** Whether the account was signed in from this device before. */
export async function isKnownDevice(db: Db, userId: string, { userAgent, ipAddress }: Device): Promise<boolean> {
  const here = and(
    eq(knownDevices.userId, userId),
    eq(knownDevices.userAgent, userAgent),
    eq(knownDevices.ipAddress, ipAddress),
  )
  return (await db.select({ userId: knownDevices.userId }).from(knownDevices).where(here)).length > 0
}

export const devicesOf = (db: Db, userId: string) =>
  db.select().from(knownDevices).where(eq(knownDevices.userId, userId)).orderBy(desc(knownDevices.seenAt))
