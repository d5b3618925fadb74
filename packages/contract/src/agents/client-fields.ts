import type { ClientPath } from '../lib/client-tabs.ts'

/** Look and opening of the chat. CSS, branding and themes of the workspace are reserved for the agency. */
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
/** Behaviour towards visitors. Costs, knowledge and logic are reserved for the agency. */
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
/** Numbers that calls are transferred to, and keys, are reserved for the agency. */
const voice = { voiceConfig: true } as const
export const CLIENT_READ_FIELDS = {
  agentPlatform: true,
  enableNodes: true,
  recordChatHistory: true,
  branding: true,
  ADVANCED_customCSS: true,
} as const

export const CLIENT_EDITABLE_FIELDS = { ...design, ...settings, ...voice }
export type ClientAgentField = keyof typeof CLIENT_EDITABLE_FIELDS
const keysOf = (fields: object) => Object.keys(fields) as ClientAgentField[]
export const CLIENT_AGENT_FIELDS = {
  '/overview': keysOf(design),
  '/settings': keysOf(settings),
  '/voice': keysOf(voice),
} as const
const PAGES = Object.keys(CLIENT_AGENT_FIELDS) as (keyof typeof CLIENT_AGENT_FIELDS)[]

export const clientAgentFields = (canAccess: readonly ClientPath[]): ReadonlySet<string> =>
  new Set(PAGES.filter((page) => canAccess.includes(page)).flatMap((page) => CLIENT_AGENT_FIELDS[page]))

export const CLIENT_SETTINGS_PAGES = ['ui', 'language', 'security', 'handoff'] as const
