// Builds the ZIP of an account export as a stream, never whole in memory.
import { OpenConfig } from '@parlance/contract/agents/schemas'
import { exportAgent } from '@parlance/contract/agents/export'
import { readmeOf } from '@parlance/contract/accounts/account-data'
import { messageOf } from '../../../lib/stored-message.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Db } from '../../../lib/db/pool.ts'
import type { Storage } from '../../../lib/storage/storage.ts'
import { devicesOf } from '../sign-in/devices.repository.ts'
import * as held from '../deletion/account-data.repository.ts'
import { passkeysOf } from '../passkeys/passkeys.repository.ts'
import { connectionsOf } from '../oauth/oauth.repository.ts'
import { toAccount, type User } from '../account.ts'
import { photoOfUser } from '../profile/photos.repository.ts'
import { findUserById } from '../repository.ts'
import { liveSessions } from '../sessions/sessions.repository.ts'
import { writeZip, type ZipEntry } from './write-zip.ts'

export interface PackDeps {
  readonly db: Db
  readonly now: () => Date
  readonly storage: Storage
}

type AccountKey = Pick<User, 'id' | 'email'>

export const packExport = (
  deps: PackDeps,
  ctx: Ctx,
  user: AccountKey,
  onPart: () => void,
): AsyncGenerator<Uint8Array> => writeZip(counted(entries(deps, ctx, user), onPart), deps.now())

export const countParts = async (ctx: Ctx, { id }: AccountKey): Promise<number> =>
  held.EXPORTED_TABLES.length +
  ACCOUNT_PARTS +
  (await held.countFiles(ctx.db, id)) +
  (await held.idsOf(ctx.db, id)).agents.length
const ACCOUNT_PARTS = 4

const text = (value: string) => new TextEncoder().encode(value)
const json = (value: unknown) => text(`${JSON.stringify(value, null, 1)}\n`)

async function* entries(deps: PackDeps, ctx: Ctx, user: AccountKey): AsyncGenerator<ZipEntry> {
  const names = held.EXPORTED_TABLES.map(({ table, as }) => `${as ?? table}.json`)
  const at = deps.now().toISOString()
  yield { name: 'README.txt', pieces: [text(readmeOf(user.email, ctx.region, at, names))] }
  yield* identityEntries(deps, user)
  for (const one of held.EXPORTED_TABLES)
    yield { name: `${one.as ?? one.table}.json`, pieces: jsonArray(held.rowsOf(ctx.db, user.id, one)) }
  yield* agentEntries(deps, ctx, user)
  const bucket = deps.storage.bucket(ctx.region)
  for await (const { id, filename, key } of held.filesOf(ctx.db, user.id)) {
    const file = await bucket.open(key)
    if (file) yield { name: `files/${id}-${safeFilename(filename)}`, isPacked: true, pieces: file.stream }
  }
}

async function* agentEntries({ now }: PackDeps, ctx: Ctx, { id: userId }: AccountKey): AsyncGenerator<ZipEntry> {
  for (const one of held.EXPORTED_TABLES.filter(({ table }) => table === 'agents'))
    for await (const page of held.rowsOf(ctx.db, userId, one))
      for (const { id, config } of page) {
        const open = OpenConfig.safeParse(config)
        if (open.success) yield { name: `agents/${String(id)}.json`, pieces: [json(exportAgent(open.data, [], now()))] }
      }
}

/** Prevents path traversal when the ZIP is unpacked. */
const safeFilename = (filename: string) =>
  filename
    .replace(/[^\p{L}\p{N}._ -]+/gu, '_')
    .replace(/^\.+/, '_')
    .slice(0, 120) || 'file'

async function* identityEntries({ db, now }: PackDeps, { id: userId }: AccountKey): AsyncGenerator<ZipEntry> {
  const user = await findUserById(db, userId)
  if (!user) return
  const [passkeys, providers, sessions] = await Promise.all([
    passkeysOf(db, userId),
    connectionsOf(db, userId),
    liveSessions(db, userId, now()),
  ])
  const shown = passkeys.map(({ name, createdAt, lastUsedAt }) => ({ name, createdAt, lastUsedAt }))
  const photo = await photoOfUser(db, userId)
  if (photo) yield { name: 'photo.webp', isPacked: true, pieces: [photo] }
  yield { name: 'account.json', pieces: [json({ ...toAccount(user), image: user.image, providers, passkeys: shown })] }
  const open = sessions.map(({ id, ipAddress, userAgent, createdAt, seenAt, expiresAt }) => ({
    id,
    network: ipAddress,
    client: userAgent,
    createdAt,
    seenAt,
    expiresAt,
  }))
  yield { name: 'sessions.json', pieces: [json(open)] }
  const entered = (await devicesOf(db, userId)).map(({ ipAddress, userAgent, signIns, seenAt }) => ({
    network: ipAddress,
    client: userAgent,
    signIns,
    seenAt,
  }))
  yield { name: 'devices.json', pieces: [json(entered)] }
}

async function* jsonArray(pages: AsyncIterable<Record<string, unknown>[]>): AsyncGenerator<Uint8Array> {
  let before = '[\n'
  for await (const page of pages) {
    yield text(before + page.map((row) => JSON.stringify(inWords(row))).join(',\n'))
    before = ',\n'
  }
  yield text(before === '[\n' ? '[]\n' : '\n]\n')
}

/** Stored messages as sentences. */
const inWords = (row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'string' ? messageOf(value).text : value]),
  )

async function* counted(given: AsyncIterable<ZipEntry>, onPart: () => void): AsyncGenerator<ZipEntry> {
  for await (const entry of given) {
    onPart()
    yield entry
  }
}
