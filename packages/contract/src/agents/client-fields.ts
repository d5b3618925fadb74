// Which fields of an agent its client users may change, by the page they need for it, and what they read of it besides.
import type { ClientTab } from '../lib/client-tabs.ts'

/** How the chat looks and what it opens with. CSS, the agency's line and themes of the workspace stay with the agency. */
const design = {
  title: true,
  description: true,
  theme: true,
  customThemeJSONString: true,
  followColorScheme: true,
  fontFamily: true,
  cornerRadius: true,
  position: true,
  roundedImageURL: true,
  avatarImageUrl: true,
  headerImageUrl: true,
  chatBgURL: true,
  vg_initMessages: true,
  starterQuestions: true,
} as const
/** How the chat behaves towards visitors. What costs, what the agent knows of and how it thinks stay with the agency. */
const settings = {
  proactiveMessage: true,
  autoStartWidget: true,
  smartInit: true,
  messageDelayMS: true,
  scrollAnimation: true,
  syncBrowser: true,
  listenForUrlChanges: true,
  ignoredUrlPaths: true,
  allowAttachments: true,
  allowVoiceNotes: true,
  unreadSound: true,
  unreadTitleFlash: true,
  askRating: true,
  offerTranscript: true,
  lang: true,
  consentRequired: true,
  consentText: true,
  UIhandoffTitle: true,
  UIhandoffSubtitle: true,
  alwaysShowHandoff: true,
  handoffTimeoutS: true,
  handoffHours: true,
  handoffAfterHours: true,
} as const
/** Read to show the rest; visitors can read them too. */
export const CLIENT_READ_FIELDS = {
  agentPlatform: true,
  enableNodes: true,
  recordChatHistory: true,
  branding: true,
  ADVANCED_customCSS: true,
} as const

export const CLIENT_EDITABLE_FIELDS = { ...design, ...settings }
export type ClientAgentField = keyof typeof CLIENT_EDITABLE_FIELDS
const keysOf = (fields: object) => Object.keys(fields) as ClientAgentField[]
export const CLIENT_AGENT_FIELDS = { '/overview': keysOf(design), '/settings': keysOf(settings) } as const
const PAGES = Object.keys(CLIENT_AGENT_FIELDS) as (keyof typeof CLIENT_AGENT_FIELDS)[]

/** Those that somebody with these pages may change. */
export const clientAgentFields = (canAccess: readonly ClientTab[]): ReadonlySet<string> =>
  new Set(PAGES.filter((page) => canAccess.includes(page)).flatMap((page) => CLIENT_AGENT_FIELDS[page]))

/** The pages of settings that have any of them. */
export const CLIENT_SETTINGS_PAGES = ['ui', 'language', 'security', 'handoff'] as const
