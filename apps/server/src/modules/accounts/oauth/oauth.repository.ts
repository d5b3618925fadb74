// SQL of connections with other providers. Their tokens are never stored.
import { randomId } from '@parlance/contract/lib/ids'
import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { inTx } from '../../../lib/db/pool.ts'
import { PASSWORD_PROVIDER, findUserByEmail, lockUser, type UserRow } from '../repository.ts'
import { credentials, users } from '../schema.ts'

/** A person at a provider; `subject` is their permanent id there. */
export interface ProviderPerson {
  readonly providerId: string
  readonly subject: string
}

const rowOf = ({ providerId, subject }: ProviderPerson) =>
  and(eq(credentials.providerId, providerId), eq(credentials.accountId, subject))

export async function findConnectedUser(db: Db, person: ProviderPerson): Promise<UserRow | undefined> {
  const [row] = await db
    .select({ user: users })
    .from(credentials)
    .innerJoin(users, eq(users.id, credentials.userId))
    .where(rowOf(person))
  return row?.user
}

export async function connectionsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: credentials.providerId })
    .from(credentials)
    .where(and(eq(credentials.userId, userId), ne(credentials.providerId, PASSWORD_PROVIDER)))
  return rows.map(({ id }) => id)
}

/**
 * Replaces an earlier connection. False if it is another account's or `stillValid` fails under the lock. `also` joins
 * in.
 */
export function connect(
  db: Db,
  userId: string,
  person: ProviderPerson,
  stillValid: (user: UserRow, tx: Db) => Promise<boolean>,
  also: (user: UserRow, tx: Db) => Promise<void>,
): Promise<boolean> {
  return inTx(db, async (tx) => {
    const user = await lockUser(tx, userId, 'update')
    if (!user || !(await stillValid(user, tx))) return false
    await disconnect(tx, userId, person.providerId)
    const row = { id: randomId(24), userId, providerId: person.providerId, accountId: person.subject }
    const made = await tx.insert(credentials).values(row).onConflictDoNothing().returning({ id: credentials.id })
    // Rolls back, so that the earlier connection is kept.
    if (made.length === 0) throw new AlreadyConnected()
    await also(user, tx)
    return true
  }).catch((error: unknown) => {
    if (error instanceof AlreadyConnected) return false
    throw error
  })
}
class AlreadyConnected extends Error {}

/** Creates an account for a verified address; undefined if the address or the person has one already. */
export function createConnectedUser(
  db: Db,
  account: Pick<UserRow, 'email' | 'name' | 'region' | 'language'>,
  person: ProviderPerson,
  now: Date,
): Promise<UserRow | undefined> {
  return inTx(db, async (tx) => {
    if ((await findUserByEmail(tx, account.email)) || (await findConnectedUser(tx, person))) return undefined
    const row = { id: randomId(24), ...account, emailVerified: true, createdAt: now, updatedAt: now }
    const [user] = await tx.insert(users).values(row).onConflictDoNothing().returning()
    if (!user) return undefined
    await tx.insert(credentials).values({
      id: randomId(24),
      userId: user.id,
      providerId: person.providerId,
      accountId: person.subject,
    })
    return user
  })
}

export async function disconnect(db: Db, userId: string, providerId: string): Promise<boolean> {
  const gone = await db
    .delete(credentials)
    .where(
      and(
        eq(credentials.userId, userId),
        eq(credentials.providerId, providerId),
        ne(credentials.providerId, PASSWORD_PROVIDER),
      ),
    )
    .returning({ id: credentials.id })
  return gone.length > 0
}
