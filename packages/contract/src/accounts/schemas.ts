import { msg } from '@parlance/i18n/messages'
import { z } from 'zod'
import { addressOf, emailOf } from '../lib/mailbox.ts'
import { REGIONS } from '../lib/regions.ts'
import { oneLine } from '../lib/text.ts'
import { LANGUAGES } from './languages.ts'
import { customIssue, rule } from '../lib/rules.ts'

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 256
/** The domain becomes ASCII, so that accounts, members and limits use one spelling. */
export const Email = z
  .string()
  .trim()
  .max(254)
  .transform((text, about) => {
    const email = emailOf(text)
    if (email !== undefined) return email
    about.issues.push({ ...customIssue(msg('email_invalid')), input: text })
    return z.NEVER
  })
/** The address of an existing account, which may predate today's rules. */
export const KnownEmail = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+$/, rule('email_invalid'))
  .transform(addressOf)
export const Password = z
  .string()
  .min(PASSWORD_MIN, rule('password_too_short', { min: PASSWORD_MIN }))
  .max(PASSWORD_MAX)
export const Name = z.string().overwrite(oneLine).trim().max(100)

export const Account = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  emailVerified: z.boolean(),
  region: z.enum(REGIONS),
  language: z.enum(LANGUAGES),
  /** Path of the photo on this installation's origin; empty without one. */
  photoURL: z.string(),
  createdAt: z.string(),
})
export type Account = z.infer<typeof Account>

export const SignedIn = z.object({
  account: Account,
  /** Session bearer, for clients without cookies. */ token: z.string(),
})
export type SignedIn = z.infer<typeof SignedIn>
/** The password was right, but a code of the second factor is needed: no session yet. */
export const SecondStep = z.object({ secondStep: z.literal(true) })
export type SecondStep = z.infer<typeof SecondStep>
