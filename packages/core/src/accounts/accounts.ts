// Workspace users: people who sign in with an e-mail address. Their account is global; all they own lives in a region.
import { z } from 'zod'
import { addressOf } from '../kit/mailbox.ts'
import { REGIONS } from '../kit/regions.ts'
import { oneLine } from '../kit/text.ts'
import { LANGUAGES } from './languages.ts'

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 256
/**
 * Bounded and without nested repetition, so that no input makes it slow. Without what mail programs read as more than an
 * address (`a<b@c.d>`, `a,b@c.d` and `(a)b@c.d` all reach `b@c.d`), and without characters that nobody sees.
 */
export const EMAIL =
  /^[^\s@"(),:;<>[\]\\\p{Cc}\p{Cf}\p{Cs}]{1,64}@[^\s@."(),:;<>[\]\\\p{Cc}\p{Cf}\p{Cs}]{1,63}(?:\.[^\s@."(),:;<>[\]\\\p{Cc}\p{Cf}\p{Cs}]{1,63}){1,8}$/u

const ASCII_DOMAIN = /@(?:[a-z\d_-]{1,63}\.){1,8}(?!\d+$)[a-z\d_-]{1,63}$/
/** With its domain in ASCII, so that accounts, members and limits know an address by one spelling. */
export const Email = z
  .string()
  .trim()
  .max(254)
  .regex(EMAIL, 'Please enter a valid email')
  .transform(addressOf)
  // Longer by then, or of a domain that stands for another thing than was typed.
  .refine((email) => email.length <= 254 && ASCII_DOMAIN.test(email), 'Please enter a valid email')
export const Password = z.string().min(PASSWORD_MIN, `Use at least ${PASSWORD_MIN} characters.`).max(PASSWORD_MAX)
/** Of a person; empty when they gave none. */
export const Name = z.string().overwrite(oneLine).trim().max(100)

export const Account = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  emailVerified: z.boolean(),
  /** The region chosen at sign-up, where the personal workspace lives. */
  region: z.enum(REGIONS),
  /** Of the dashboard and of mails. */
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
/** The password was right, and the account wants a code too: no session yet. */
export const SecondStep = z.object({ secondStep: z.literal(true) })
export type SecondStep = z.infer<typeof SecondStep>
