import { z } from 'zod'
import type { MetaSettings } from '../lib/settings.ts'

const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))

export const metaEnv = {
  META_APP_ID: z.string().regex(/^\d+$/, 'is not the ID of an app').optional(),
  META_APP_SECRET: z.string().default(''),
  META_VERIFY_TOKEN: z.string().default(''),
  META_GRAPH_URL: httpUrl.default('https://graph.facebook.com'),
  META_GRAPH_VERSION: z
    .string()
    .regex(/^v\d{1,3}\.\d$/, 'is not a version such as v18.0')
    .default('v18.0'),
  META_SIGN_UP_CONFIG_ID: z.string().regex(/^\d+$/, 'is not the ID of a configuration').optional(),
}
type Values = z.infer<z.ZodObject<typeof metaEnv>>

export function checkMeta(e: Values, found: z.RefinementCtx): void {
  if (e.META_APP_ID === undefined) return
  for (const name of ['META_APP_SECRET', 'META_VERIFY_TOKEN'] as const)
    if (e[name].length < 8) found.addIssue({ code: 'custom', path: [name], message: 'is missing: META_APP_ID is set' })
}

export function metaSettings(e: Values): MetaSettings | undefined {
  if (e.META_APP_ID === undefined) return undefined
  return {
    baseUrl: e.META_GRAPH_URL,
    version: e.META_GRAPH_VERSION,
    appId: e.META_APP_ID,
    appSecret: e.META_APP_SECRET,
    verifyToken: e.META_VERIFY_TOKEN,
    ...(e.META_SIGN_UP_CONFIG_ID === undefined ? {} : { signUpConfigId: e.META_SIGN_UP_CONFIG_ID }),
    dialogUrl: () => `https://www.facebook.com/${e.META_GRAPH_VERSION}/dialog/oauth`,
  }
}
