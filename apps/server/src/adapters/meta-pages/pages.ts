// The pages of a user who signed in at Meta: the long-lived token, the pages, and their subscriptions.
import { z } from 'zod'
import type { MetaSettings } from '../../lib/settings.ts'
import type { PagesProvider } from '../../modules/channels/index.ts'
import { createGraph } from '../meta/graph.ts'
import { isExpired } from '../meta/version.ts'

const FIELDS = 'id,name,access_token,picture{url},tasks,instagram_business_account{id,username,profile_picture_url}'
const SCOPES = [
  'pages_show_list',
  'pages_messaging',
  'pages_manage_metadata',
  'instagram_basic',
  'instagram_manage_messages',
]
/** People with more pages are agencies, which connect through the API. */
const MOST = 200

const Listed = z.looseObject({
  data: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string().default(''),
      access_token: z.string().optional(),
      picture: z.looseObject({ data: z.looseObject({ url: z.string().optional() }).optional() }).optional(),
      instagram_business_account: z
        .looseObject({ id: z.string(), username: z.string().default(''), profile_picture_url: z.string().optional() })
        .optional(),
    }),
  ),
  paging: z
    .looseObject({ cursors: z.looseObject({ after: z.string().optional() }).optional(), next: z.string().optional() })
    .optional(),
})
const User = z.looseObject({ id: z.string(), name: z.string().default(''), email: z.string().default('') })
const Subscribed = z.looseObject({
  data: z.array(
    z.looseObject({ id: z.string(), name: z.string().default(''), subscribed_fields: z.array(z.string()).default([]) }),
  ),
})

export function createPagesProvider(settings: MetaSettings): PagesProvider {
  const graph = createGraph(settings)
  return {
    version: graph.version,
    get isExpired() {
      return isExpired(graph.version, new Date())
    },
    loginUrl: (given) => (graph.isConfigured ? graph.loginUrl({ ...given, scopes: SCOPES, type: 'token' }) : undefined),
    exchangeToken: async (token) => (await graph.exchangeToken(token)).access_token,
    async userOf(token) {
      const { id, name, email } = await graph.must(User, {
        method: 'GET',
        path: '/me',
        token,
        query: { fields: 'id,name,email' },
      })
      return { id, name, email }
    },
    async listPages(token) {
      const found: z.infer<typeof Listed>['data'] = []
      let after: string | undefined
      do {
        const query = { fields: FIELDS, limit: '100', ...(after === undefined ? {} : { after }) }
        const answer = await graph.must(Listed, { method: 'GET', path: '/me/accounts', token, query })
        found.push(...answer.data)
        after = answer.paging?.next === undefined ? undefined : answer.paging.cursors?.after
      } while (after !== undefined && found.length < MOST)
      return found.flatMap(({ id, name, access_token, picture, instagram_business_account: instagram }) =>
        // Without a token the user may not manage messages there.
        access_token === undefined
          ? []
          : [
              {
                pageId: id,
                pageName: name,
                igPageId: instagram?.id ?? '',
                igPageName: instagram?.username ?? '',
                photo: picture?.data?.url ?? '',
                token: access_token,
              },
            ],
      )
    },
    async listSubscriptions(token) {
      const answer = await graph.must(Subscribed, { method: 'GET', path: '/me/subscribed_apps', token })
      return answer.data.map(({ id, name, subscribed_fields }) => ({ id, name, subscribed_fields }))
    },
  }
}
