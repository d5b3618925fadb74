// Passwords as Argon2id hashes in PHC format: m=19456 KiB, t=2, p=1, at most four computed at a time.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'

const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const TAG_BYTES = 32
const SALT_BYTES = 16
const MAX_BYTES = 256
/** Each hash takes 19 MB and a thread of Node's pool, which file access and DNS share. */
const MAX_CONCURRENT = 4

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{22,86})$/
const derive = promisify(argon2)
const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

let running = 0
const waiting: (() => void)[] = []

async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_CONCURRENT) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** NFKC, because systems encode the same typed password differently. */
const bytesOf = (password: string) => Buffer.from(password.normalize('NFKC'))

/** Whether the password is short enough to be hashed. Longer ones cannot exist. */
export const isHashable = (password: string): boolean => bytesOf(password).length <= MAX_BYTES

/** Throws INVALID_INPUT for more than 256 bytes. */
export async function hashPassword(password: string): Promise<string> {
  const message = bytesOf(password)
  if (message.length > MAX_BYTES) throw new AppError('INVALID_INPUT', msg('password_too_long'))
  const nonce = randomBytes(SALT_BYTES)
  const parameters = { message, nonce, parallelism: LANES, tagLength: TAG_BYTES, memory: MEMORY_KIB, passes: PASSES }
  const tag = await withSlot(() => derive('argon2id', parameters))
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(nonce)}$${unpadded(tag)}`
}

/** Constant-time comparison with the parameters of the hash. False for an unreadable hash. */
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [, memory, passes, lanes, salt, tag] = PHC.exec(hash) ?? []
  if (salt === undefined || tag === undefined || !isHashable(password)) return false
  const expected = Buffer.from(tag, 'base64')
  const actual = await withSlot(() =>
    derive('argon2id', {
      message: bytesOf(password),
      nonce: Buffer.from(salt, 'base64'),
      parallelism: Number(lanes),
      tagLength: expected.length,
      memory: Number(memory),
      passes: Number(passes),
    }),
  )
  return timingSafeEqual(actual, expected)
}
