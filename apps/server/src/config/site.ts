import { join } from 'node:path'
import { isEmail } from '@parlance/contract/lib/mailbox'
import { REGIONS } from '@parlance/contract/lib/regions'
import { z } from 'zod'
import type { SiteSettings } from '../lib/settings.ts'

const line = z.string().max(300).default('')
const address = (absent: string) =>
  z
    .string()
    .regex(/^(https?:\/\/|\/(?!\/))/, 'is neither an http(s) address nor a path on this host')
    .default(absent)

export const siteShape = {
  OPERATOR_NAME: line,
  OPERATOR_ADDRESS: line,
  OPERATOR_EMAIL: z
    .string()
    .trim()
    .refine((text) => text === '' || isEmail(text), 'is not an e-mail address')
    .default(''),
  OPERATOR_COUNTRY: line,
  DOCS_URL: address('/help'),
  COMMUNITY_URL: address('/legal/contact#community'),
  AFFILIATE_URL: address('/legal/contact#affiliates'),
  LEGAL_REVIEWED: z
    .enum(['true', 'false'], 'is true or false')
    .default('false')
    .transform((said) => said === 'true'),
  LEGAL_DIR: z.string().optional(),
  DEMO_AGENT_ID: z
    .string()
    .regex(/^[A-Za-z0-9]{1,64}$/, 'is not the id of an agent')
    .optional(),
  DEMO_AGENT_REGION: z.enum(REGIONS).default('eu'),
}

export const siteSettings = (said: z.infer<z.ZodObject<typeof siteShape>>, dataDir: string): SiteSettings => ({
  operator: {
    name: said.OPERATOR_NAME,
    address: said.OPERATOR_ADDRESS,
    email: said.OPERATOR_EMAIL,
    country: said.OPERATOR_COUNTRY,
  },
  docsUrl: said.DOCS_URL,
  communityUrl: said.COMMUNITY_URL,
  affiliateUrl: said.AFFILIATE_URL,
  legalReviewed: said.LEGAL_REVIEWED,
  legalDir: said.LEGAL_DIR ?? join(dataDir, 'legal'),
  ...(said.DEMO_AGENT_ID ? { demo: { agentId: said.DEMO_AGENT_ID, region: said.DEMO_AGENT_REGION } } : {}),
})
