import { z } from 'zod'
import { global, success } from '../lib/operation.ts'
import { REGIONS } from '../lib/regions.ts'
import { InvitationToken } from './invitations-api.ts'
import { MAX_REFERRAL_INPUT } from './referral.ts'
import { Account, Email, KnownEmail, Name, Password, PASSWORD_MAX, SecondStep, SignedIn } from './schemas.ts'

const tag = 'Account'
const publicly = (limit: 'signIn' | 'signUp' | 'mail') => ({ by: ['public' as const], limit })

export const accountsApi = {
  signUp: global({
    method: 'POST',
    path: '/account/sign-up',
    tag,
    access: publicly('signUp'),
    errors: ['EMAIL_TAKEN', 'INVALID_TOKEN'],
    summary: 'Create an account and its personal workspace',
  })
    .input(
      z.strictObject({
        email: Email,
        password: Password,
        name: Name.default(''),
        region: z.enum(REGIONS),
        /** Referral code of the link; falls back to the cookie. Invalid characters are dropped. */
        ref: z.string().max(MAX_REFERRAL_INPUT).optional(),
        /** Path of the page they came for, to which the confirmation mail leads back. Anything but a path is ignored. */
        returnTo: z.string().max(2000).optional(),
        /** The token of an invitation to this address. It is used up and confirms the address without another mail. */
        invitation: InvitationToken.optional(),
      }),
    )
    .output(SignedIn),
  signIn: global({
    method: 'POST',
    path: '/account/sign-in',
    tag,
    access: publicly('signIn'),
    errors: ['INVALID_CREDENTIALS'],
    summary: 'Sign in with email and password; returns that a code is needed if two-factor authentication is on',
  })
    .input(z.strictObject({ email: KnownEmail, password: z.string().min(1).max(PASSWORD_MAX) }))
    .output(z.union([SignedIn, SecondStep])),
  signOut: global({
    method: 'POST',
    path: '/account/sign-out',
    tag,
    access: { by: ['session'] },
    changesAccess: true,
    summary: 'Sign out',
  })
    .input(z.strictObject({}).optional())
    .output(success),
  me: global({
    method: 'GET',
    path: '/account',
    tag,
    access: { by: ['public', 'session'] },
    summary: 'Get the signed-in account; null if signed out',
  }).output(z.object({ account: Account.nullable() })),
  update: global({
    method: 'PATCH',
    path: '/account',
    tag,
    access: { by: ['session'] },
    summary: 'Change the name of the signed-in account',
  })
    .input(z.strictObject({ name: Name }))
    .output(z.object({ account: Account })),
  changePassword: global({
    method: 'POST',
    path: '/account/password',
    tag,
    // Wrong passwords count towards the sign-in limit of the account.
    access: { by: ['session'], limit: 'signIn' },
    changesAccess: true,
    errors: ['INVALID_CREDENTIALS'],
    summary: 'Change the password and sign out all other sessions',
  })
    .input(z.strictObject({ currentPassword: z.string().min(1).max(PASSWORD_MAX), newPassword: Password }))
    .output(success),
  endOtherSessions: global({
    method: 'POST',
    path: '/account/sessions/end-others',
    tag,
    access: { by: ['session'] },
    changesAccess: true,
    summary: 'Sign out everywhere else',
  })
    .input(z.strictObject({}).optional())
    .output(z.object({ success: z.literal(true), /** Sessions that were ended. */ ended: z.number().int() })),
  resendVerification: global({
    method: 'POST',
    path: '/account/verification-email',
    tag,
    access: { by: ['session'], limit: 'mail' },
    summary: 'Resend the verification email',
  })
    .input(z.strictObject({}).optional())
    .output(success),
  verifyEmail: global({
    method: 'POST',
    path: '/account/verify-email',
    tag,
    access: { by: ['public', 'session'], limit: 'signIn' },
    errors: ['INVALID_TOKEN', 'EMAIL_TAKEN', 'UNAUTHORIZED', 'FORBIDDEN'],
    summary:
      'Confirm an email address with the token from the email; changing an account’s address also requires its session',
  })
    .input(z.strictObject({ token: z.string().min(1).max(2000) }))
    .output(success),
  requestPasswordReset: global({
    method: 'POST',
    path: '/account/password-reset',
    tag,
    access: publicly('mail'),
    summary: 'Send a password reset email; the response is the same for unknown addresses',
  })
    .input(z.strictObject({ email: KnownEmail }))
    .output(success),
  resetPassword: global({
    method: 'POST',
    path: '/account/new-password',
    tag,
    access: publicly('signIn'),
    changesAccess: true,
    errors: ['INVALID_TOKEN'],
    summary: 'Set a new password with the token from the reset email; signs out all sessions',
  })
    .input(z.strictObject({ token: z.string().min(1).max(2000), password: Password }))
    .output(success),
}
