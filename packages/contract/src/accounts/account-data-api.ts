// The account's own data: its address and language, its export, its deletion.
import { z } from 'zod'
import { MAX_PHOTO_BODY, PHOTO_RULES, PhotoUpload } from '../files/photos.ts'
import { global, regional, success } from '../lib/operation.ts'
import { Account, Email, PASSWORD_MAX } from './schemas.ts'
import { AccountExport, Holdings } from './account-data.ts'
import { LANGUAGES } from './languages.ts'

const tag = 'Account'
/** Base64 is a third longer than the bytes; the rest is for line breaks. */
const session = { by: ['session' as const] }
/** These calls ask for the password, so wrong ones count towards the sign-in limit of the account. */
const owner = { by: ['session' as const], limit: 'signIn' as const }
/** The account's password. Accounts without one omit it and need a recent session instead. */
const password = z.string().min(1).max(PASSWORD_MAX).optional()

export const dataApi = {
  setLanguage: global({
    method: 'PUT',
    path: '/account/language',
    tag,
    access: session,
    summary: 'Choose the language of the dashboard and of mails',
  })
    .input(z.strictObject({ language: z.enum(LANGUAGES) }))
    .output(z.object({ account: Account })),
  setPhoto: global({
    method: 'POST',
    path: '/account/photo',
    tag,
    access: { ...session, limit: 'upload' },
    maxBody: MAX_PHOTO_BODY,
    errors: ['PAYLOAD_TOO_LARGE'],
    summary: 'Upload a photo of yourself, in the place of the one before',
    description: PHOTO_RULES,
  })
    .input(PhotoUpload)
    .output(z.object({ account: Account })),
  removePhoto: global({
    method: 'DELETE',
    path: '/account/photo',
    tag,
    access: session,
    summary: 'Take your photo away',
  })
    .input(z.strictObject({}).optional())
    .output(z.object({ account: Account })),
  changeEmail: global({
    method: 'POST',
    path: '/account/email',
    tag,
    access: { ...owner, mails: true },
    errors: ['INVALID_CREDENTIALS', 'FORBIDDEN', 'EMAIL_TAKEN', 'LIMIT_REACHED', 'UNAVAILABLE'],
    summary: 'Ask for another e-mail address; nothing changes until the link that goes there is followed',
  })
    .input(z.strictObject({ newEmail: Email, password }))
    .output(success),
  holdings: global({
    method: 'GET',
    path: '/account/holdings',
    tag,
    access: session,
    summary: 'What goes with the account: its workspaces in numbers',
  }).output(Holdings),
  deleteAccount: global({
    method: 'POST',
    path: '/account/deletion',
    tag,
    access: owner,
    changesAccess: true,
    errors: ['INVALID_CREDENTIALS', 'INVALID_TOKEN', 'FORBIDDEN', 'CONFLICT'],
    summary: 'Delete the account and every workspace it owns, for good',
  })
    .input(
      z.strictObject({
        /** The address of the account, typed as a confirmation. */
        typed: z.string().max(254),
        password,
        /** Code of the second factor, if enabled. */
        code: z.string().trim().min(1).max(40).optional(),
        /** Also deletes workspaces with other members; otherwise their owner can't be deleted. */
        withShared: z.boolean().default(false),
      }),
    )
    .output(success),
  exportData: regional({
    method: 'POST',
    path: '/account/export',
    tag,
    access: session,
    errors: ['CONFLICT', 'FORBIDDEN', 'LIMIT_REACHED'],
    summary: 'Have a copy made of everything that the account holds in this region',
    description:
      'A ZIP, packed beside all else; a mail says when it is ready. One at a time, and three within 24 hours. It goes after 7 days, or with the next one.',
  })
    .input(z.strictObject({}).optional())
    .output(z.object({ data: AccountExport })),
  exportState: regional({
    method: 'GET',
    path: '/account/export',
    tag,
    access: session,
    summary: 'The latest copy in this region and how far it is; null without one',
  })
    .input(z.strictObject({}).optional())
    .output(z.object({ data: AccountExport.nullable() })),
  exportAddress: regional({
    method: 'POST',
    path: '/account/export/{exportId}/address',
    tag,
    access: session,
    errors: ['CONFLICT'],
    summary: 'An address that opens a copy that is ready, for five minutes, to whoever has it',
  })
    .input(z.strictObject({ exportId: z.string().max(100) }))
    .output(
      z.object({
        /** A path on this installation's origin, or an address of the store where its files lie. */
        url: z.string(),
        /** ISO time. */
        expiresAt: z.string(),
      }),
    ),
}
