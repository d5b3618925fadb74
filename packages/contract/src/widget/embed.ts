// Whether a page carries the widget of an agent: what was seen there, and what was found out about it.
import { z } from 'zod'

/** Path of the script that pages load. */
export const WIDGET_PATH = '/widget.js'

/** A script element as it stands in the page. */
export interface SeenScript {
  /** As written; empty for a script that stands in the page. */
  readonly src: string
  readonly type: string
  readonly nonce: string
  /** What `data-agent`, `data-region` and `data-render` say; undefined where they are not there. */
  readonly agent?: string | undefined
  readonly region?: string | undefined
  readonly render?: string | undefined
  /** Its own text, cut to what is looked at. */
  readonly text: string
  /** It stands in `noscript` or `template`, where browsers that run scripts run none. */
  readonly inert: boolean
}

export interface SeenPolicy {
  readonly where: 'header' | 'meta'
  readonly text: string
}

/** A page as it came over the line. */
export interface SeenPage {
  /** Where it was in the end. */
  readonly url: string
  /** What led there, beginning with the address that was asked for; empty when nothing did. */
  readonly redirects: readonly string[]
  readonly status: number
  /** Without parameters, in small letters. */
  readonly contentType: string
  readonly isHtml: boolean
  /** What relative addresses on it start from. */
  readonly base: string
  readonly scripts: readonly SeenScript[]
  readonly policies: readonly SeenPolicy[]
  /** The widget's script is mentioned in a comment. */
  readonly commented: boolean
  /** Only its beginning was read. */
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
  /** `problem`: the widget does not show because of it. */
  level: z.enum(['good', 'note', 'warning', 'problem']),
  /** What the sentence about it needs: an id, an address, a directive. */
  values: z.record(z.string(), z.string()),
})
export type EmbedFinding = z.infer<typeof EmbedFinding>

/**
 * `live`: the tag is there and nothing stands against it · `broken`: it is there and something does · `missing`: it is not
 * there · `unsure`: it may come by a way that can't be looked into · `unread`: the page could not be read.
 */
export const EmbedVerdict = z.enum(['live', 'broken', 'missing', 'unsure', 'unread'])
export type EmbedVerdict = z.infer<typeof EmbedVerdict>

export const EmbedCheck = z.object({
  /** Where the page was in the end. */
  url: z.string(),
  verdict: EmbedVerdict,
  findings: z.array(EmbedFinding),
})
export type EmbedCheck = z.infer<typeof EmbedCheck>

/** A site that loaded the widget. */
export const AgentSite = z.object({
  origin: z.string(),
  loads: z.number().int(),
  /** ISO times of the first and the latest load. */
  firstAt: z.string(),
  lastAt: z.string(),
})
export type AgentSite = z.infer<typeof AgentSite>
