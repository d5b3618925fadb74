import { z } from 'zod'
import { MAX_PHOTO_BODY, PHOTO_RULES, PhotoUpload } from '../files/photos.ts'
import { limitInput, page, pageInput, regional, success } from '../lib/operation.ts'
import { rule } from '../lib/rules.ts'
import { Client, ClientChange, NewClient, NewOrg, Org, OrgChange, OrgSummary } from './schemas.ts'

const tag = 'Organizations'
const Uid = z.string().max(100)
const Id = z.string().max(100)
const SignInLink = z.object({ url: z.string(), expiresAt: z.string() })
const orgId = { uid: Uid, orgId: z.string().trim().min(1, rule('org_id_missing')).max(100) }
const clientId = { ...orgId, clientId: Id }

const workspace = { by: ['session', 'workspace', 'agency'], workspace: 'uid' } as const
const orgAdmins = {
  by: ['session', 'workspace', 'agency', 'client'],
  workspace: 'uid',
  org: 'orgId',
  client: { admin: true },
} as const
const people = { by: ['session', 'agency', 'client'], workspace: 'uid', org: 'orgId', client: { admin: true } } as const

export const orgsApi = {
  list: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/orgs',
    tag,
    access: workspace,
    summary: 'List organizations with statistics of the last 30 days, newest first',
  })
    .input(
      z.strictObject({
        uid: Uid,
        search: z.string().max(100).optional(),
        needs: z.literal('attention').optional(),
        /** Only organizations that pay for themselves. */
        billing: z.literal('enabled').optional(),
        ...pageInput,
      }),
    )
    .output(page(OrgSummary)),
  create: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/orgs',
    tag,
    access: workspace,
    errors: ['LIMIT_REACHED', 'NOT_FOUND'],
    summary: 'Create an organization',
    description: 'Without a name, it’s called “New Organization”. The first one creates the workspace’s agency.',
  })
    .input(NewOrg.extend({ uid: Uid }))
    .output(z.object({ success: z.literal(true), data: Org })),
  get: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/orgs/{orgId}',
    tag,
    access: orgAdmins,
    summary: 'Get an organization',
  })
    .input(z.strictObject(orgId))
    .output(z.object({ data: Org })),
  update: regional({
    method: 'PATCH',
    path: '/v2/workspaces/{uid}/orgs/{orgId}',
    tag,
    access: orgAdmins,
    changesAccess: true,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'PAYMENT_FAILED'],
    summary: 'Update an organization; absent fields stay unchanged',
    description:
      'The organization’s own admins can change its name and tags. Removing an agent from `widgetIDs` removes it from all client users of the organization.',
  })
    .input(OrgChange.extend(orgId))
    .output(z.object({ success: z.literal(true), data: Org })),
  delete: regional({
    method: 'DELETE',
    path: '/v2/workspaces/{uid}/orgs/{orgId}',
    tag,
    // Not by the agency's secret: only people and the workspace secret may delete for good.
    access: { ...workspace, by: ['session', 'workspace'], role: 'admin', org: 'orgId' },
    changesAccess: true,
    summary: 'Delete an organization with all its client users',
    description: 'Its agents stay in the workspace. Its client users are signed out right away.',
  })
    .input(z.strictObject(orgId))
    .output(success),
  setPhoto: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/orgs/{orgId}/photo',
    tag,
    access: { ...orgAdmins, limit: 'upload' },
    maxBody: MAX_PHOTO_BODY,
    errors: ['NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
    summary: 'Upload or replace an organization’s logo',
    description: PHOTO_RULES,
  })
    .input(PhotoUpload.extend(orgId))
    .output(z.object({ success: z.literal(true), data: Org })),
  removePhoto: regional({
    method: 'DELETE',
    path: '/v2/workspaces/{uid}/orgs/{orgId}/photo',
    tag,
    access: orgAdmins,
    summary: 'Remove an organization’s logo',
  })
    .input(z.strictObject(orgId))
    .output(z.object({ success: z.literal(true), data: Org })),
  clients: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/orgs/{orgId}/clients',
    tag,
    access: orgAdmins,
    summary: 'List client users of an organization by name',
  })
    .input(z.strictObject({ ...orgId, search: z.string().max(100).optional(), ...limitInput }))
    .output(z.object({ items: z.array(Client) })),
  addClient: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/orgs/{orgId}/clients',
    tag,
    access: { ...people, limit: 'invite' },
    errors: ['CONFLICT', 'FORBIDDEN', 'LIMIT_REACHED'],
    summary: 'Add a client user',
    description:
      'Without `dashboardPassword`, we email a link to set one. An empty value generates one. Passwords are stored hashed and returned only in this response.',
  })
    .input(NewClient.extend(orgId))
    .output(z.object({ success: z.literal(true), data: Client })),
  updateClient: regional({
    method: 'PATCH',
    path: '/v2/workspaces/{uid}/orgs/{orgId}/clients/{clientId}',
    tag,
    access: people,
    changesAccess: true,
    errors: ['CONFLICT', 'FORBIDDEN'],
    summary: 'Update a client user; absent fields stay unchanged',
    description: 'A new password or email address signs out all their sessions.',
  })
    .input(ClientChange.extend(clientId))
    .output(z.object({ success: z.literal(true), data: Client })),
  deleteClient: regional({
    method: 'DELETE',
    path: '/v2/workspaces/{uid}/orgs/{orgId}/clients/{clientId}',
    tag,
    access: orgAdmins,
    changesAccess: true,
    summary: 'Remove a client user and sign them out',
  })
    .input(z.strictObject(clientId))
    .output(success),
  inviteClient: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/orgs/{orgId}/clients/{clientId}/invite',
    tag,
    access: { ...people, limit: 'invite' },
    errors: ['NOT_FOUND'],
    summary: 'Email a client user a link to set their password',
    description:
      'The link works once, for three days, and replaces earlier links. Max three emails to an address in 15 minutes and ten a day.',
  })
    .input(z.strictObject(clientId))
    .output(success),
  createSignInLink: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/orgs/{orgId}/clients/{clientId}/sign-in-link',
    tag,
    access: { by: ['session'], workspace: 'uid', role: 'admin', org: 'orgId' },
    errors: ['NOT_FOUND'],
    summary: 'Create a single-use link to sign in as a client user, valid for 15 minutes',
    description: 'Replaces earlier sign-in links to the person.',
  })
    .input(z.strictObject(clientId))
    .output(z.object({ data: SignInLink })),
  createAdminLink: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/agency/admin-links',
    tag,
    access: { by: ['session'], workspace: 'uid', role: 'admin' },
    errors: ['NOT_FOUND'],
    summary: 'Create a single-use link to sign in as the agency’s admin, valid for 10 minutes',
  })
    .input(z.strictObject({ uid: Uid }))
    .output(z.object({ data: SignInLink })),
}
