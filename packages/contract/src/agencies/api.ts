// The agency of a workspace, and what its clients see of it before they sign in.
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

export const agenciesApi = {
  get: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/agency',
    tag,
    access: { by: ['session', 'workspace', 'agency'], workspace: 'uid', scope: 'none' },
    summary: 'The agency of a workspace; null until it is initialized or has its first organisation',
  })
    .input(z.strictObject({ uid: Uid }))
    .output(z.object({ data: Agency.nullable(), version: z.number().int() })),
  initialize: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/agency',
    tag,
    access: admins,
    summary: 'Create the agency of a workspace with its defaults; the existing one where there is one',
  })
    .input(z.strictObject({ uid: Uid }))
    .output(Saved.extend({ created: z.boolean() })),
  update: regional({
    method: 'PATCH',
    path: '/v2/workspaces/{uid}/agency',
    tag,
    access: admins,
    maxBody: 1_000_000,
    errors: ['NOT_FOUND', 'STALE'],
    summary: 'Change how an agency presents itself and how its clients sign in',
    description:
      'A merge save: absent fields are unchanged. With `version`, a save based on an older one is refused with STALE and the newer agency.',
  })
    .input(AgencyChange.extend({ uid: Uid, version: z.number().int().min(1).optional() }))
    .output(Saved),
  uploadPicture: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/agency/pictures',
    tag,
    access: { ...admins, limit: 'upload' },
    maxBody: MAX_PHOTO_BODY,
    errors: ['NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
    summary: 'Upload a logo of an agency; it is kept once its address is saved',
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
    summary: 'A new agency secret; the one before opens nothing any more',
  })
    .input(z.strictObject({ uid: Uid }))
    .output(Saved),
  activateTrial: regional({
    method: 'POST',
    path: '/rpc/activateWhitelabelTrial',
    tag,
    access: { by: ['session'], workspace: 'workspaceId', role: 'owner' },
    errors: ['CONFLICT'],
    summary: 'Start the white-label trial of 14 days',
    description: 'Once for each owner with a confirmed address, and only without the white-label add-on.',
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
    summary: 'Custom tabs that the signed-in client user may open, in the order of their agency',
  })
    .input(z.strictObject(limitInput))
    .output(z.object({ items: z.array(CustomTabEntry) })),
  openTab: regional({
    method: 'GET',
    path: '/client/tabs/open',
    tag,
    access: { by: ['client'], client: {} },
    errors: ['NOT_FOUND'],
    summary: 'What a custom tab shows, and a token that tells it who looks at it',
  })
    .input(z.strictObject({ href: z.string().max(100) }))
    .output(z.object({ data: OpenedTab })),
  verifyIdentity: regional({
    method: 'POST',
    path: '/public/agencies/{agencyId}/verify-identity',
    tag,
    access: { by: ['public'], limit: 'public' },
    errors: ['INVALID_TOKEN'],
    summary: 'Who a token of a custom tab names, for servers of an agency',
    description:
      'The token is a JWT signed with HMAC-SHA256 under the agency secret, so it can be verified without this call too.',
  })
    .input(z.strictObject({ agencyId: z.string().max(100), token: z.string().max(4000) }))
    .output(z.object({ data: TabIdentity })),
  checkFont: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/agency/font',
    tag,
    access: { ...admins, limit: 'probe', audit: 'never' },
    errors: ['UNAVAILABLE'],
    summary: 'Check the name of a font with the provider, and fetch it',
  })
    .input(z.strictObject({ uid: Uid, name: agencyLookInput.googleFont }))
    .output(success),
  sendFeedback: regional({
    method: 'POST',
    path: '/agencies/{agencyId}/email',
    tag,
    access: { by: ['client'], client: {}, limit: 'feedback', audit: 'never' },
    maxBody: MAX_FEEDBACK_BODY,
    errors: ['FORBIDDEN', 'CONFLICT', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'UNAVAILABLE'],
    summary: 'Mail feedback to the support address of one’s agency',
    description:
      'Answers go to the client user who wrote. Up to 5 files, together up to 5 MB: pictures, PDF, text, Word and Excel.',
  })
    .input(Feedback.extend({ agencyId: z.string().max(100) }))
    .output(success),
  getPublic: regional({
    method: 'GET',
    path: '/public/agencies/{agencyId}',
    tag,
    access: { by: ['public'], limit: 'public' },
    errors: ['NOT_FOUND'],
    summary: 'Name, logo and sign-in methods of an agency, for its sign-in page',
  })
    .input(z.strictObject({ agencyId: z.string().max(100) }))
    .output(z.object({ data: PublicAgency })),
}
