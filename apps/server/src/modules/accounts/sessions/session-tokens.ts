// Keeps session tokens out of the database: better-auth queries by token, the table stores the SHA-256.
import { APIError } from 'better-auth/api'
import type { DBAdapter } from '@better-auth/core/db/adapter'
import { sha256 } from '../../../lib/crypto.ts'

type Row = Readonly<Record<string, unknown>>
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Hashes tokens in queries and restores them in results. A stolen hash is hashed again, so it matches nothing. */
export function withHashedTokens(adapter: DBAdapter): DBAdapter {
  return new Proxy(adapter, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key)
      if (key === 'transaction') {
        const transaction: DBAdapter['transaction'] = (work) =>
          target.transaction((inner) => work(withHashedTokens(inner as DBAdapter)))
        return transaction
      }
      if (typeof member !== 'function') return member
      return async (query: unknown, ...rest: unknown[]) => {
        const tokens = new Map<string, string>()
        try {
          const answer: unknown = await Reflect.apply(member, target, [hideTokens(query, tokens), ...rest])
          return Array.isArray(answer) ? answer.map((row) => restore(row, tokens)) : restore(answer, tokens)
        } catch (error) {
          throw Object.assign(new APIError('INTERNAL_SERVER_ERROR'), { cause: error })
        }
      }
    },
  })
}

function hideTokens(query: unknown, tokens: Map<string, string>): unknown {
  if (!isRow(query) || query['model'] !== 'session') return query
  const hide = (token: unknown): unknown => {
    if (Array.isArray(token)) return token.map(hide)
    if (typeof token !== 'string') return token
    const hash = sha256(token)
    tokens.set(hash, token)
    return hash
  }
  const inRow = (row: unknown) => (isRow(row) && 'token' in row ? { ...row, token: hide(row['token']) } : row)
  const inWhere = (where: unknown) =>
    Array.isArray(where)
      ? where.map((term: unknown) =>
          isRow(term) && term['field'] === 'token' ? { ...term, value: hide(term['value']) } : term,
        )
      : where
  const hidden: Record<string, unknown> = { ...query }
  for (const key of ['data', 'update']) if (key in hidden) hidden[key] = inRow(hidden[key])
  if ('where' in hidden) hidden['where'] = inWhere(hidden['where'])
  return hidden
}

function restore(row: unknown, tokens: Map<string, string>): unknown {
  if (!isRow(row)) return row
  const token = typeof row['token'] === 'string' ? tokens.get(row['token']) : undefined
  return token === undefined ? row : { ...row, token }
}
