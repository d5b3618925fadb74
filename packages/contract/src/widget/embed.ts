import { z } from 'zod'

export const WIDGET_PATH = '/widget.js'

export interface SeenScript {
  /** As written; empty for an inline script. */
  readonly src: string
  readonly type: string
  readonly nonce: string
  readonly agent?: string | undefined
  readonly region?: string | undefined
  readonly render?: string | undefined
  /** Inline code, truncated. */
  readonly text: string
  /** Inside `noscript` or `template`, where scripts don't run. */
  readonly inert: boolean
}

export interface SeenPolicy {
  readonly where: 'header' | 'meta'
  readonly text: string
}

export interface SeenPage {
  /** After redirects. */
  readonly url: string
  /** The chain from the requested address on; empty without redirects. */
  readonly redirects: readonly string[]
  readonly status: number
  /** Without parameters, in lower case. */
  readonly contentType: string
  readonly isHtml: boolean
  /** Base for relative addresses. */
  readonly base: string
  readonly scripts: readonly SeenScript[]
  readonly policies: readonly SeenPolicy[]
  readonly commented: boolean
  readonly cut: boolean
}

export const UNREAD_REASONS = [
  'not-public',
  'redirects',
  'too-large',
  'timeout',
  'certificate',
  'busy',
  'unreachable',
] as const
export type UnreadReason = (typeof UNREAD_REASONS)[number]

export const FINDINGS = [
  'found',
  'unread',
  'status',
  'not-html',
  'redirected',
  'cut',
  'missing',
  'seen-before',
  'tag-manager',
  'other-agent',
  'no-agent',
  'wrong-region',
  'other-origin',
  'mixed-content',
  'http-page',
  'held',
  'inert',
  'commented',
  'blocked',
  'site-not-allowed',
] as const
export type FindingCode = (typeof FINDINGS)[number]

export const EmbedFinding = z.object({
  code: z.enum(FINDINGS),
  /** `problem` keeps the widget from showing. */
  level: z.enum(['good', 'note', 'warning', 'problem']),
  /** An id, an address or a directive. */
  values: z.record(z.string(), z.string()),
})
export type EmbedFinding = z.infer<typeof EmbedFinding>

/**
 * `live`: the tag is there and works · `broken`: it is there but something blocks it · `missing`: it is not there ·
 * `unsure`: it may be loaded in a way that can't be inspected · `unread`: the page could not be read.
 */
export const EmbedVerdict = z.enum(['live', 'broken', 'missing', 'unsure', 'unread'])
export type EmbedVerdict = z.infer<typeof EmbedVerdict>

export const EmbedCheck = z.object({
  /** After redirects. */
  url: z.string(),
  verdict: EmbedVerdict,
  findings: z.array(EmbedFinding),
})
export type EmbedCheck = z.infer<typeof EmbedCheck>

export const AgentSite = z.object({
  origin: z.string(),
  loads: z.number().int(),
  /** ISO times of the first and the latest load. */
  firstAt: z.string(),
  lastAt: z.string(),
})
export type AgentSite = z.infer<typeof AgentSite>
