import type { Account } from '@parlance/contract/accounts/schemas'
import { DEFAULT_LANGUAGE, type Language } from '@parlance/contract/accounts/languages'
import { AppError } from '@parlance/contract/lib/errors'
import type { Actor, Ctx } from '../../lib/ctx.ts'
import type { UserRow } from './repository.ts'

export type SessionActor = Extract<Actor, { kind: 'session' }>

export type User = Pick<UserRow, 'id' | 'email' | 'name' | 'emailVerified' | 'region' | 'createdAt'> & {
  announced?: boolean | null | undefined
  language?: Language | null | undefined
  image?: string | null | undefined
}

export function sessionOf(ctx: Ctx): SessionActor {
  if (ctx.actor.kind !== 'session') throw new AppError('UNAUTHORIZED')
  return ctx.actor
}

export const languageOf = ({ language }: Pick<User, 'language'>): Language => language ?? DEFAULT_LANGUAGE

export const toAccount = (user: User): Account => ({
  id: user.id,
  email: user.email,
  name: user.name,
  emailVerified: user.emailVerified,
  region: user.region,
  language: languageOf(user),
  photoURL: user.image ?? '',
  createdAt: user.createdAt.toISOString(),
})
