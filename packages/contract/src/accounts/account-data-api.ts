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
const password = z.string().min(1).max(PASSWORD_MAX).optional()

export const dataApi = {
  setLanguage: global({
    method: 'PUT',
    path: '/account/language',
    tag,
    access: session,
    summary: 'Set the language of the dashboard and emails',
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
    summary: 'Upload or replace your photo',
    description: PHOTO_RULES,
  })
    .input(PhotoUpload)
    .output(z.object({ account: Account })),
  removePhoto: global({
    method: 'DELETE',
    path: '/account/photo',
    tag,
    access: session,
    summary: 'Remove your photo',
  })
    .input(z.strictObject({}).optional())
    .output(z.object({ account: Account })),
  changeEmail: global({
    method: 'POST',
    path: '/account/email',
    tag,
    access: { ...owner, mails: true },
    errors: ['INVALID_CREDENTIALS', 'FORBIDDEN', 'EMAIL_TAKEN', 'LIMIT_REACHED', 'UNAVAILABLE'],
    summary: 'Change your email address; takes effect once you follow the link we send there',
  })
    .input(z.strictObject({ newEmail: Email, password }))
    .output(success),
  holdings: global({
    method: 'GET',
    path: '/account/holdings',
    tag,
    access: session,
    summary: 'Get what would be deleted with the account',
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
        typed: z.string().max(254),
        password,
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
    summary: 'Request an export of all account data in this region',
    description:
      'Creates a ZIP in the background and emails you when it’s ready. One at a time, three per 24 hours. It’s deleted after 7 days or when you request the next one.',
  })
    .input(z.strictObject({}).optional())
    .output(z.object({ data: AccountExport })),
  exportState: regional({
    method: 'GET',
    path: '/account/export',
    tag,
    access: session,
    summary: 'Get the status of the latest export in this region; null if there is none',
  })
    .input(z.strictObject({}).optional())
    .output(z.object({ data: AccountExport.nullable() })),
  exportAddress: regional({
    method: 'POST',
    path: '/account/export/{exportId}/address',
    tag,
    access: session,
    errors: ['CONFLICT'],
    summary: 'Get a download URL for a finished export; anyone with the URL can open it for five minutes',
  })
    .input(z.strictObject({ exportId: z.string().max(100) }))
    .output(
      z.object({
        /** A path on this installation's origin, or a URL of the file store. */
        url: z.string(),
        expiresAt: z.string(),
      }),
    ),
}
