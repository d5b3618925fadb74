import { TEMPLATE_MEDIA, type TemplateMedia } from '@parlance/contract/channels/whatsapp-lists'
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import { z } from 'zod'
import type { MetaSettings } from '../../lib/settings.ts'
import type { WhatsappAccounts } from '../../modules/channels/index.ts'
import { createGraph, wordsOf } from '../meta/graph.ts'
import { isExpired } from '../meta/version.ts'
import { textBody } from './compile.ts'
import { newTemplateBody, placesOf, TemplateComponent, templateRequest } from './templates.ts'

const SCOPES = ['whatsapp_business_management', 'whatsapp_business_messaging', 'business_management']
const MANAGES = 'whatsapp_business_management'

const Phones = z.looseObject({
  data: z.array(
    z.looseObject({
      id: z.string(),
      display_phone_number: z.string().default(''),
      verified_name: z.string().default(''),
      status: z.string().default('UNKNOWN'),
    }),
  ),
  paging: z
    .looseObject({ cursors: z.looseObject({ after: z.string().optional() }).optional(), next: z.string().optional() })
    .optional(),
})
/** Ten pages. */
const MOST_PHONES = 1000
const Created = z.looseObject({ id: z.string(), status: z.string(), category: z.string() })
const Templates = z.looseObject({
  data: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      language: z.string(),
      status: z.string(),
      category: z.string().default(''),
      components: z.array(TemplateComponent).default([]),
    }),
  ),
})
const Sent = z.looseObject({ messages: z.array(z.looseObject({ id: z.string() })).min(1) })
const idOf = (wabaId: string): string => {
  if (!/^\d{3,30}$/.test(wabaId)) throw new AppError('INVALID_INPUT', msg('whatsapp_fields_invalid'))
  return wabaId
}

/** The numbers of a business account. */
export async function phonesOf(
  graph: Pick<ReturnType<typeof createGraph>, 'must'>,
  wabaId: string,
  token: string,
): Promise<z.infer<typeof Phones>['data']> {
  const found: z.infer<typeof Phones>['data'] = []
  let after: string | undefined
  do {
    const { data, paging } = await graph.must(Phones, {
      method: 'GET',
      path: `/${idOf(wabaId)}/phone_numbers`,
      query: {
        fields: 'id,display_phone_number,verified_name,status',
        limit: '100',
        ...(after === undefined ? {} : { after }),
      },
      token,
    })
    found.push(...data)
    after = paging?.next === undefined ? undefined : paging.cursors?.after
  } while (after !== undefined && found.length < MOST_PHONES)
  return found
}

/** The login dialog returns to `redirectUri`. */
export function createWhatsappAccounts(
  settings: MetaSettings,
  redirectUri: () => string,
  guardedFetch: typeof fetch,
): WhatsappAccounts {
  const graph = createGraph(settings)
  const open = async (kind: TemplateMedia, address: string) => {
    const response = await guardedFetch(address, { signal: AbortSignal.timeout(30_000) }).catch(() => undefined)
    const mime = response?.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
    const size = Number(response?.headers.get('content-length') ?? 0)
    try {
      assertMedia(kind, { mime: response?.ok ? mime : '', size })
    } catch (error) {
      await response?.body?.cancel()
      throw error
    }
    const bytes = async () => {
      const read = await response?.arrayBuffer().catch(() => undefined)
      if (!read) throw new AppError('INVALID_INPUT', tooLarge(kind))
      assertMedia(kind, { mime, size: read.byteLength })
      return Buffer.from(read)
    }
    return { mime, size, bytes, close: () => response?.body?.cancel() }
  }
  /** Shown to the reviewer of the template. */
  const handleOf = async (token: string, kind: TemplateMedia, address: string): Promise<string> => {
    const { mime, bytes } = await open(kind, address)
    const name = new URL(address).pathname.split('/').at(-1)?.slice(0, 100) || 'example'
    return graph.upload(token, { bytes: await bytes(), mime, name })
  }
  return {
    loginUrl: (state) =>
      graph.isConfigured
        ? graph.loginUrl({
            redirectUri: redirectUri(),
            state,
            scopes: SCOPES,
            type: 'code',
            ...(settings.signUpConfigId === undefined ? {} : { configId: settings.signUpConfigId }),
          })
        : undefined,
    version: () => ({ version: graph.version, isExpired: isExpired(graph.version, new Date()) }),
    async longToken(given) {
      if (!graph.isConfigured) throw new AppError('UNAVAILABLE', msg('meta_no_app'))
      const isToken = given.startsWith('EAA')
      const answer = await (isToken ? graph.exchangeToken(given) : graph.exchangeCode(given, redirectUri()))
      const { granular_scopes: scopes } = await graph.debugToken(answer.access_token)
      const wabaIds = scopes.filter(({ scope }) => scope === MANAGES).flatMap(({ target_ids: ids }) => ids)
      return { token: answer.access_token, wabaIds: [...new Set(wabaIds)] }
    },
    async phones(wabaId, token) {
      const found = await phonesOf(graph, wabaId, token)
      return found.map(({ id, display_phone_number, verified_name, status }) => ({
        id,
        display_phone_number,
        verified_name,
        status,
      }))
    },
    async createTemplate(wabaId, token, template) {
      const path = `/${idOf(wabaId)}/message_templates`
      const { header } = template
      const handle = header && 'example' in header ? await handleOf(token, header.format, header.example) : ''
      const { id, status, category } = await graph.must(Created, {
        method: 'POST',
        path,
        token,
        json: newTemplateBody(template, handle),
      })
      return { id, status, category }
    },
    async templates(wabaId, token) {
      const { data } = await graph.must(Templates, {
        method: 'GET',
        path: `/${idOf(wabaId)}/message_templates`,
        query: { fields: 'id,name,language,status,category,components', limit: '100' },
        token,
      })
      return data.map(({ id, name, language, status, category, components }) => {
        const bodyText = components.find(({ type }) => type === 'BODY')?.text ?? ''
        const places = placesOf(components)
        const format = components.find(({ type }) => type === 'HEADER')?.format ?? ''
        const media = TEMPLATE_MEDIA.find((one) => one === format) ?? ('' as const)
        return { id, name, language, status, category, bodyText, values: places.length, places, media }
      })
    },
    assertMedia,
    async assertMediaAt(kind, address) {
      const { size, bytes, close } = await open(kind, address)
      // Who names no length is read to the end.
      if (size > 0) await close()
      else await bytes()
    },
    templateRequest,
    async sendText(phoneId, token, { to, text }) {
      const json = { messaging_product: 'whatsapp', recipient_type: 'individual', to, ...textBody(text) }
      const answer = await graph
        .call({ method: 'POST', path: `/${idOf(phoneId)}/messages`, token, json })
        .catch((error: unknown) => {
          const words = error instanceof Error ? error.message : 'unknown'
          throw new AppError('UPSTREAM_FAILED', msg('whatsapp_test_error', { error: words }))
        })
      if (!answer.ok)
        throw new AppError('UPSTREAM_FAILED', msg('whatsapp_test_failed', { message: wordsOf(answer.fault) }))
      return Sent.safeParse(answer.body).data?.messages[0]?.id ?? ''
    },
  }
}

const MEDIA_SIZES: Readonly<Record<TemplateMedia, number>> = { IMAGE: 5e6, VIDEO: 16e6, DOCUMENT: 20e6 }
const tooLarge = (kind: TemplateMedia) => msg('whatsapp_template_size', { max: MEDIA_SIZES[kind] / 1e6 })
const MEDIA_TYPES: Readonly<Record<TemplateMedia, readonly string[]>> = {
  IMAGE: ['image/jpeg', 'image/png'],
  VIDEO: ['video/mp4'],
  DOCUMENT: ['application/pdf'],
}
function assertMedia(kind: TemplateMedia, { mime, size }: { mime: string; size: number }): void {
  if (!MEDIA_TYPES[kind].includes(mime))
    throw new AppError('INVALID_INPUT', msg('whatsapp_template_file', { types: MEDIA_TYPES[kind].join(', ') }))
  if (size > MEDIA_SIZES[kind]) throw new AppError('INVALID_INPUT', tooLarge(kind))
}
