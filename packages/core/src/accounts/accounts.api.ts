// Sign-up, sign-in and the signed-in account; global calls, for identity is shared by both regions.
import { z } from 'zod'
import { global, success } from '../kit/contract.ts'
import { REGIONS } from '../kit/regions.ts'
import { Account, Email, Password } from './accounts.ts'

const tag = 'Account'
const publicly = (limit: 'signIn' | 'signUp' | 'mail') => ({ by: ['public' as const], limit })
const SignedIn = z.object({ account: Account, /** Session bearer, for clients without cookies. */ token: z.string() })

export const accountsApi = {
  signUp: global({
    method: 'POST',
    path: '/account/sign-up',
    tag,
    access: publicly('signUp'),
    errors: ['EMAIL_TAKEN'],
    summary: 'Create an account and its personal workspace',
  })
    .input(
      z.strictObject({
        email: Email,
        password: Password,
        name: z.string().trim().max(100).default(''),
        region: z.enum(REGIONS),
      }),
    )
    .output(SignedIn),
  signIn: global({
    method: 'POST',
    path: '/account/sign-in',
    tag,
    access: publicly('signIn'),
    errors: ['INVALID_CREDENTIALS'],
    summary: 'Sign in with e-mail and password',
  })
    .input(z.strictObject({ email: Email, password: z.string().min(1).max(256) }))
    .output(SignedIn),
  signOut: global({
    method: 'POST',
    path: '/account/sign-out',
    tag,
    access: { by: ['session'] },
    summary: 'End this session',
  })
    .input(z.strictObject({}).optional())
    .output(success),
  me: global({
    method: 'GET',
    path: '/account',
    tag,
    access: { by: ['public', 'session'] },
    summary: 'The signed-in account; null when nobody is signed in',
  }).output(z.object({ account: Account.nullable() })),
  resendVerification: global({
    method: 'POST',
    path: '/account/verification-email',
    tag,
    access: { by: ['session'], limit: 'mail' },
    summary: 'Send the verification e-mail again',
  })
    .input(z.strictObject({}).optional())
    .output(success),
  verifyEmail: global({
    method: 'POST',
    path: '/account/verify-email',
    tag,
    access: publicly('signIn'),
    errors: ['INVALID_TOKEN'],
    summary: 'Confirm an e-mail address by the token of its mail',
  })
    .input(z.strictObject({ token: z.string().min(1).max(2000) }))
    .output(success),
  requestPasswordReset: global({
    method: 'POST',
    path: '/account/password-reset',
    tag,
    access: publicly('mail'),
    summary: 'Send a password reset e-mail; answers the same for unknown addresses',
  })
    .input(z.strictObject({ email: Email }))
    .output(success),
  resetPassword: global({
    method: 'POST',
    path: '/account/new-password',
    tag,
    access: publicly('signIn'),
    errors: ['INVALID_TOKEN'],
    summary: 'Set a new password by the token of the reset e-mail; ends all sessions',
  })
    .input(z.strictObject({ token: z.string().min(1).max(2000), password: Password }))
    .output(success),
}
