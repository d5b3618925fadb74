import { z } from 'zod'
import { limitInput, regional, success } from '../lib/operation.ts'
import { CustomTabEntry } from './custom-tabs.ts'
import { agencyLookInput } from './look.ts'
import { OpenedTab, TabIdentity } from './tab-identity.ts'
import { MAX_PHOTO_BODY, PHOTO_RULES, PhotoUpload } from '../files/photos.ts'
import { Agency, AgencyChange, Feedback, MAX_FEEDBACK_BODY, PublicAgency, SavedAgency } from './schemas.ts'

const tag = 'Agencies'
const Uid = z.string().max(100)
const Saved = SavedAgency.extend({ success: z.literal(true) })
const admins = { by: ['session'], workspace: 'uid', role: 'admin' } as const
const owners = { ...admins, by: ['session', 'agency'] } as const

export const agenciesApi = {
  get: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/agency',
    tag,
    access: { by: ['session', 'workspace', 'agency'], workspace: 'uid', scope: 'none' },
    summary: 'Get the agency of a workspace; null until it is initialized or has its first organization',
  })
    .input(z.strictObject({ uid: Uid }))
    .output(z.object({ data: Agency.nullable(), version: z.number().int() })),
  initialize: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/agency',
    tag,
    access: admins,
    summary: 'Create the agency of a workspace with defaults, or return the existing one',
  })
    .input(z.strictObject({ uid: Uid }))
    .output(Saved.extend({ created: z.boolean() })),
  update: regional({
    method: 'PATCH',
    path: '/v2/workspaces/{uid}/agency',
    tag,
    access: owners,
    maxBody: 1_000_000,
    errors: ['NOT_FOUND', 'STALE'],
    summary: 'Update an agency’s branding and sign-in',
    description:
      'Absent fields stay unchanged. With `version`, returns STALE and the newer agency if someone saved in the meantime.',
  })
    .input(AgencyChange.extend({ uid: Uid, version: z.number().int().min(1).optional() }))
    .output(Saved),
  uploadPicture: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/agency/pictures',
    tag,
    access: { ...owners, limit: 'upload' },
    maxBody: MAX_PHOTO_BODY,
    errors: ['NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
    summary: 'Upload an agency logo; save its URL to keep it',
    description: PHOTO_RULES,
  })
    .input(PhotoUpload.extend({ uid: Uid }))
    .output(z.object({ success: z.literal(true), data: z.object({ url: z.string() }) })),
  renewSecret: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/agency/secret',
    tag,
    access: admins,
    errors: ['NOT_FOUND'],
    summary: 'Replace the agency secret; the old one stops working right away',
  })
    .input(z.strictObject({ uid: Uid }))
    .output(Saved),
  activateTrial: regional({
    method: 'POST',
    path: '/rpc/activateWhitelabelTrial',
    tag,
    access: { by: ['session'], workspace: 'workspaceId', role: 'owner' },
    errors: ['CONFLICT'],
    summary: 'Start the 14-day white-label trial',
    description: 'Once per owner, with a confirmed email address and without the white-label add-on.',
  })
    .input(z.strictObject({ workspaceId: Uid }))
    .output(
      z.object({
        success: z.literal(true),
        /** Unix seconds. */
        whitelabelTrialEndsAt: z.number().int(),
      }),
    ),
  listTabs: regional({
    method: 'GET',
    path: '/client/tabs',
    tag,
    access: { by: ['client'], client: {} },
    summary: 'List custom tabs that the client user can open, in order',
  })
    .input(z.strictObject(limitInput))
    .output(z.object({ items: z.array(CustomTabEntry) })),
  openTab: regional({
    method: 'GET',
    path: '/client/tabs/open',
    tag,
    access: { by: ['client'], client: {} },
    errors: ['NOT_FOUND'],
    summary: 'Get a custom tab’s content, and a token that identifies the user to it',
  })
    .input(z.strictObject({ href: z.string().max(100) }))
    .output(z.object({ data: OpenedTab })),
  verifyIdentity: regional({
    method: 'POST',
    path: '/public/agencies/{agencyId}/verify-identity',
    tag,
    access: { by: ['public'], limit: 'public' },
    errors: ['INVALID_TOKEN'],
    summary: 'Verify a custom tab’s token, for the agency’s server',
    description:
      'The token is a JWT signed with HMAC-SHA256 under the agency secret, so it can be verified without this call too.',
  })
    .input(z.strictObject({ agencyId: z.string().max(100), token: z.string().max(4000) }))
    .output(z.object({ data: TabIdentity })),
  checkFont: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/agency/font',
    tag,
    access: { ...owners, limit: 'probe', audit: 'never' },
    errors: ['UNAVAILABLE'],
    summary: 'Check that a font exists at the provider, and fetch it',
    description: '`css` has the rules with which a page of yours shows it; it is empty for `inherit`.',
  })
    .input(z.strictObject({ uid: Uid, name: agencyLookInput.googleFont }))
    .output(success.extend({ css: z.string() })),
  sendFeedback: regional({
    method: 'POST',
    path: '/agencies/{agencyId}/email',
    tag,
    access: { by: ['client'], client: {}, limit: 'feedback', audit: 'never' },
    maxBody: MAX_FEEDBACK_BODY,
    errors: ['FORBIDDEN', 'CONFLICT', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'UNAVAILABLE'],
    summary: 'Email feedback to your agency’s support address, or to its owner without one',
    description: 'Replies go to the client user. Max 5 files, 5 MB in total: images, PDF, text, Word and Excel.',
  })
    .input(Feedback.extend({ agencyId: z.string().max(100) }))
    .output(success),
  getPublic: regional({
    method: 'GET',
    path: '/public/agencies/{agencyId}',
    tag,
    access: { by: ['public'], limit: 'public' },
    errors: ['NOT_FOUND'],
    summary: 'Get the name, logo and sign-in methods of an agency, for its sign-in page',
  })
    .input(z.strictObject({ agencyId: z.string().max(100) }))
    .output(z.object({ data: PublicAgency })),
}
