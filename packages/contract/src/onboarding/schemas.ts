import { z } from 'zod'
import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from '../accounts/languages.ts'
import { TEMPLATE_IDS, type AgentPatch, type TemplateId } from '../agents/schemas.ts'
import { themeFields } from '../themes/fields.ts'
import { exactHsl } from '../themes/palette.ts'
import type { SiteFacts } from './site.ts'
import { FIRST_WORDS, USE_CASES } from './words.ts'
import { messageRef } from '../lib/rules.ts'
import type { MessageDescriptor } from '@parlance/i18n/messages'

export { USE_CASES }

export const UseCase = z.enum(USE_CASES)
export type UseCase = z.infer<typeof UseCase>

/** Enough to try the agent, done in a minute, and repeated daily. */
export const FIRST_CRAWL = { maxPages: 20, maxDepth: 2, refresh: '24h' } as const
export const firstTitle = (lang: Language = DEFAULT_LANGUAGE): string => FIRST_WORDS[lang].title

export const Onboarding = z.object({
  useCase: UseCase.nullable().catch(null).default(null),
  website: z.string().catch('').default(''),
  template: z.enum(TEMPLATE_IDS).nullable().catch(null).default(null),
  skipped: z.boolean().catch(false).default(false),
  agentId: z.string().catch('').default(''),
  crawlId: z.string().catch('').default(''),
  /** Empty when the site was used or none was given. */
  note: z.string().catch('').default(''),
  noteMessage: messageRef.catch(undefined),
})
export type Onboarding = z.infer<typeof Onboarding>

export const FirstAgent = z.object({
  template: z.enum(TEMPLATE_IDS),
  title: z.string(),
  description: z.string(),
  greeting: z.string(),
  /** `#rrggbb` from the site, or empty for the template's own look. */
  color: z.string(),
  lang: z.enum(LANGUAGES).optional(),
  website: z.string(),
  note: z.string(),
  noteMessage: messageRef,
})
export type FirstAgent = z.infer<typeof FirstAgent>

const TEMPLATE_OF: Readonly<Record<UseCase, TemplateId>> = {
  support: 'customer-support',
  // Its questions and knowledge fit a shop too; the description and the greeting say what it is for.
  sales: 'customer-support',
  appointments: 'make-appointment',
  other: 'blank-template',
}

export const templateFor = (useCase: UseCase | null | undefined): TemplateId =>
  useCase ? TEMPLATE_OF[useCase] : 'blank-template'

export interface Asked {
  readonly useCase?: UseCase | null | undefined
  readonly template?: TemplateId | null | undefined
  /** Used when the site shows no language; English when absent. */
  readonly lang?: Language | undefined
}

export function firstAgent(asked: Asked, site: SiteFacts | undefined, note?: MessageDescriptor): FirstAgent {
  const template = asked.template ?? templateFor(asked.useCase)
  const lang = site?.lang ?? asked.lang ?? DEFAULT_LANGUAGE
  const words = FIRST_WORDS[lang].uses[asked.useCase ?? 'other']
  const name = site?.name ?? ''
  return {
    template,
    title: (name || firstTitle(lang)).slice(0, 200),
    description: (site?.description || words.description).slice(0, 500),
    // Without a site the template greets with its own words.
    greeting: name ? words.greeting.replace('{site}', () => name) : '',
    color: site?.color ?? '',
    ...(site?.lang ? { lang: site.lang } : {}),
    website: site?.url ?? '',
    ...noteOf(note),
  }
}

export function noteOf(reason: MessageDescriptor | undefined): Pick<FirstAgent, 'note' | 'noteMessage'> {
  if (!reason) return { note: '' }
  const { message: note, ...noteMessage } = reason
  return { note, noteMessage }
}

export function changesFor({ description, greeting, color }: FirstAgent, ownerId: string): Partial<AgentPatch> {
  return {
    ...(description ? { description } : {}),
    ...(greeting ? { vg_initMessages: [greeting] } : {}),
    ...(usable(color) ? themeFields(ownerId, color, 'light') : {}),
  }
}

/** White and black are page colours, not brand colours. */
export function usable(color: string): boolean {
  if (!/^#[0-9a-f]{6}$/.test(color)) return false
  const [, , lightness] = exactHsl(color)
  return lightness >= 8 && lightness <= 90
}
