// Made from the contract by scripts/generate-sdk.ts; do not edit.
import type { CallOptions, FileBody, StreamPart } from './index.js'

export type Account = {
  id: string
  email: string
  name: string
  emailVerified: boolean
  region: "eu" | "na"
  language: "en" | "ar" | "de" | "es" | "fr" | "pt"
  photoURL: string
  createdAt: string
}

export type AccountExport = {
  id: string
  state: "waiting" | "packing" | "ready" | "failed"
  done: number
  total: number
  bytes: number
  createdAt: string
  endedAt: string | null
  expiresAt: string
}

export type AccountVoice = {
  provider: string
  voiceId: string
  name: string
  sound: "female" | "male" | "neutral"
}

export type AddOnId = "workspace-seat" | "client_seat" | "concurrent-call-line" | "twilio-phone-number" | "mini-whitelabel" | "custom-branding" | "agent-seat"

export type AddOnIdInput = "workspace-seat" | "client_seat" | "concurrent-call-line" | "twilio-phone-number" | "mini-whitelabel" | "custom-branding" | "agent-seat"

export type Agency = {
  name: string
  squarePhotoURL: string
  darkModeSquarePhotourl: string
  brandingText: string
  settings: AgencySettings
  mainWebsite: string
  supportEmail: string
  tosPage: string
  privacyPolicypPage: string
  address: string
  themeVariant: "default" | "bordered" | "faded" | "flat"
  themeColorUsage: "plain" | "colorful" | "gradient"
  googleFont: string
  customThemeJSONString: string
  secondaryColorHex: string
  customCSS: string
  customTabs: CustomTab[]
  VGsubDomain: string
  isVerifiedSubDomain: boolean
  customDomain: string
  isVerifiedCustomDomain: boolean
  customDomainConfig: { [key: string]: unknown } | null
  resendEmailDomain: string
  resendEmailDomainId: string
  resendEmailDomainStatus: "not_started" | "pending" | "verified" | "failure" | "temporary_failure"
  resendEmailDomainRecords_JSON_STRING: string
  ID: string
  userId: string
  secret: string
  createdAt: number
  lastModified: number
}

export type AgencyBilling = {
  accountId: string
  email: string
  isConnected: boolean
  payouts_enabled: boolean
  allowPlans: boolean
  USDPerToken: number | null
  creditValueUsd: number
  plans: ClientPlan[]
}

export type AgencySettings = {
  disablePasswordLogin: boolean
  hideAccountExistence: boolean
  showPricing: boolean
  footerText: string
  footerLinks: FooterLink[]
}

export type Agent = {
  title: string
  description: string
  agentPlatform: "vg" | "vf"
  theme: string
  scrollAnimation: boolean
  roundedImageURL: string
  avatarImageUrl: string
  headerImageUrl: string
  chatBgURL: string
  branding: string
  customThemeJSONString: string
  ADVANCED_customCSS: string
  fontFamily: string
  proactiveMessage: string
  messageDelayMS: number
  maxTokensUsage: number
  autoStartWidget: boolean
  syncBrowser: boolean
  listenForUrlChanges: boolean
  lang: string
  recordChatHistory: boolean
  smartInit: boolean
  enableNodes: boolean
  enableGeoAnalytics: boolean
  messagesLimit: number
  unavailableMessage: string
  UIhandoffTitle: string
  UIhandoffSubtitle: string
  alwaysShowHandoff: boolean
  VF_DIALOGUE_API_KEY: string
  whatsappToken: string
  whatsappNumberId: string
  whatsappBusniessId: string
  waTestNumber: string
  waVerifyPassed: boolean
  vapi: unknown
  gcloudPrivateKey: string
  gcloudClientEmail: string
  voiceConfig: VoiceConfig
  vapiConfig: unknown
  nodes: AgentNode[]
  tools: Tool[]
  functionsIds: string[]
  mcpServers: McpServer[]
  variables: Variable[]
  publishGuard: "off" | "warn" | "refuse"
  position: "right" | "left"
  cornerRadius: number
  followColorScheme: boolean
  allowedDomains: string[]
  ignoredUrlPaths: string[]
  consentRequired: boolean
  consentText: string
  allowAttachments: boolean
  allowVoiceNotes: boolean
  askRating: boolean
  offerTranscript: boolean
  unreadSound: boolean
  unreadTitleFlash: boolean
  handoffTimeoutS: number
  starterQuestions: string[]
  offerGeneratedStarters: boolean
  handoffHours: {
    enabled: boolean
    timeZone: string
    days: {
      from: string
      to: string
    }[][]
    holidays: {
      date: string
      name: string
    }[]
  }
  handoffAfterHours: "form" | "note"
  handoffRouting: {
    to: "everyone" | "named"
    people: {
      kind: "user" | "client"
      id: string
    }[]
  }
  handoffTeamId: string
  vg_defaultModel?: string
  vg_fallbackModel?: string
  vg_enableUIEngine?: boolean
  vg_temperature?: number
  vg_systemPrompt?: string
  vg_initPrompt?: string
  vg_initMessages?: string[]
  vg_maxTokens?: number
  vg_kbDefaultDimension?: number
  vg_kbEnabled?: boolean
  vg_kbTopChunks?: number
  vg_kbTags?: string[]
  vg_kbSmartSearch?: boolean
  vg_kbThreshold?: number
  vg_kbShowSources?: boolean
  vg_kbRerank?: boolean
  vgOptions?: {
    maxChunkSize?: number
    [key: string]: unknown
  }
  ID: string
  ownerID: string
  lastModified: number
  SECRET_API_KEY: string
  internal: {
    websocketServer?: string
    [key: string]: unknown
  }
  ts: number
  userId: string
}

export type AgentConfig = {
  title: string
  description: string
  agentPlatform: "vg" | "vf"
  theme: string
  scrollAnimation: boolean
  roundedImageURL: string
  avatarImageUrl: string
  headerImageUrl: string
  chatBgURL: string
  branding: string
  customThemeJSONString: string
  ADVANCED_customCSS: string
  fontFamily: string
  proactiveMessage: string
  messageDelayMS: number
  maxTokensUsage: number
  autoStartWidget: boolean
  syncBrowser: boolean
  listenForUrlChanges: boolean
  lang: string
  recordChatHistory: boolean
  smartInit: boolean
  enableNodes: boolean
  enableGeoAnalytics: boolean
  messagesLimit: number
  unavailableMessage: string
  UIhandoffTitle: string
  UIhandoffSubtitle: string
  alwaysShowHandoff: boolean
  VF_DIALOGUE_API_KEY: string
  whatsappToken: string
  whatsappNumberId: string
  whatsappBusniessId: string
  waTestNumber: string
  waVerifyPassed: boolean
  vapi: unknown
  gcloudPrivateKey: string
  gcloudClientEmail: string
  voiceConfig: VoiceConfig
  vapiConfig: unknown
  nodes: AgentNode[]
  tools: Tool[]
  functionsIds: string[]
  mcpServers: McpServer[]
  variables: Variable[]
  publishGuard: "off" | "warn" | "refuse"
  position: "right" | "left"
  cornerRadius: number
  followColorScheme: boolean
  allowedDomains: string[]
  ignoredUrlPaths: string[]
  consentRequired: boolean
  consentText: string
  allowAttachments: boolean
  allowVoiceNotes: boolean
  askRating: boolean
  offerTranscript: boolean
  unreadSound: boolean
  unreadTitleFlash: boolean
  handoffTimeoutS: number
  starterQuestions: string[]
  offerGeneratedStarters: boolean
  handoffHours: {
    enabled: boolean
    timeZone: string
    days: {
      from: string
      to: string
    }[][]
    holidays: {
      date: string
      name: string
    }[]
  }
  handoffAfterHours: "form" | "note"
  handoffRouting: {
    to: "everyone" | "named"
    people: {
      kind: "user" | "client"
      id: string
    }[]
  }
  handoffTeamId: string
  vg_defaultModel?: string
  vg_fallbackModel?: string
  vg_enableUIEngine?: boolean
  vg_temperature?: number
  vg_systemPrompt?: string
  vg_initPrompt?: string
  vg_initMessages?: string[]
  vg_maxTokens?: number
  vg_kbDefaultDimension?: number
  vg_kbEnabled?: boolean
  vg_kbTopChunks?: number
  vg_kbTags?: string[]
  vg_kbSmartSearch?: boolean
  vg_kbThreshold?: number
  vg_kbShowSources?: boolean
  vg_kbRerank?: boolean
  vgOptions?: {
    maxChunkSize?: number
    [key: string]: unknown
  }
}

export type AgentExport = {
  format: "parlance-agent"
  formatVersion: 1
  exportedAt: string
  config: OpenConfig
}

export type AgentNode = {
  id: string
  name: string
  type: "start" | "default" | "collect" | "message" | "condition" | "tool" | "handoff" | "end" | "note"
  instructions: string
  voiceInstructions: string
  isGlobal: boolean
  globalCondition: string
  toolsIds: string[]
  childrenNodes: Edge[]
  llmConfig?: {
    model?: string
    temperature?: number
    maxTokens?: number
  }
  routerLlmConfig?: {
    model?: string
    temperature?: number
    maxTokens?: number
  }
  kb?: {
    enabled: boolean
    maxChunks: number
    tags: string[]
    smartSearch: boolean
  }
  mcpServers: string[]
  startConfig?: {
    initialMessage: string
    userStarts: boolean
  }
  variables: {
    name: string
    type: "text" | "email" | "phone" | "number" | "date" | "time" | "boolean"
    description: string
    required: boolean
    options: string[]
    min?: number
    max?: number
  }[]
  items: Item[]
  toolCall?: {
    toolId: string
    arguments: { [key: string]: string }
  }
  rf?: {
    x: number
    y: number
  }
}

export type AgentNodeInput = {
  id: string
  name?: string
  type: "start" | "default" | "collect" | "message" | "condition" | "tool" | "handoff" | "end" | "note"
  instructions?: string
  voiceInstructions?: string
  isGlobal?: boolean
  globalCondition?: string
  toolsIds?: string[]
  childrenNodes?: EdgeInput[]
  llmConfig?: {
    model?: string
    temperature?: number
    maxTokens?: number
  }
  routerLlmConfig?: {
    model?: string
    temperature?: number
    maxTokens?: number
  }
  kb?: {
    enabled?: boolean
    maxChunks?: number
    tags?: string[]
    smartSearch?: boolean
  }
  mcpServers?: string[]
  startConfig?: {
    initialMessage?: string
    userStarts?: boolean
  }
  variables?: {
    name: string
    type?: "text" | "email" | "phone" | "number" | "date" | "time" | "boolean"
    description?: string
    required?: boolean
    options?: string[]
    min?: number
    max?: number
  }[]
  items?: ItemInput[]
  toolCall?: {
    toolId: string
    arguments?: { [key: string]: string }
  }
  rf?: {
    x: number
    y: number
  }
}

export type AgentSite = {
  origin: string
  loads: number
  firstAt: string
  lastAt: string
}

export type AgentSuggestion = {
  systemPrompt: string
  welcomeMessage: string
  starterQuestions: string[]
  tests: SuggestedTest[]
}

export type AgentSummary = {
  ID: string
  title: string
  description: string
  roundedImageURL: string
  lastModified: number
  ownerID: string
  ts: number
  userId: string
}

export type AgentTest = {
  id: string
  name: string
  protected: boolean
  channel: "web-chat" | "whatsapp" | "instagram" | "messenger" | "telegram" | "discord" | "sms" | "email" | "webhook" | "voice" | "api" | "test"
  variables: { [key: string]: string | number | boolean }
  steps: TestStep[]
}

export type AgentVersion = {
  id: string
  agentId: string
  ts: number
  author: string
  title: string
}

export type Agreement = {
  labelled: number
  agreed: number
  share: number | null
  kappa: number | null
}

export type ApiKey = {
  id: string
  name: string
  hint: string
  scopes: ScopeName[]
  createdBy: string
  createdAt: string
  expiresAt: string | null
  lastUsedAt: string | null
  previousUntil: string | null
}

export type AuditEntry = {
  seq: number
  at: string
  actorKind: "session" | "workspace" | "key" | "agency" | "agent" | "client" | "system" | "stranger" | "support"
  actorName: string
  ip: string
  action: string
  objectType: string
  objectId: string
  detail: { [key: string]: string | number | boolean | string[] }
  requestId: string
}

export type AutoRecharge = {
  automaticBilling: boolean
  autochargeCreditThreshold: number
  autochargeCreditAmount: number
  monthlyChargeLimit: number
  chargedThisMonth: number
  stopped: "declined" | "limit" | null
}

export type AvailableChannel = {
  channel: Channel
  sandbox: boolean
  inviteUrl?: string
}

export type BillingOverview = {
  currentPlan: CurrentPlan
  costThisMonth: number
  tax: TaxInfo
  plans: OfferedPlan[]
  addOns: OfferedAddOn[]
  autoRecharge: AutoRecharge
  provider: PaymentProvider
  creditValueUsd: number
  priceSettings: {
    unlimitedAgentsFee: number
    creditTiers: [number, number]
  }
}

export type BlockedNumber = {
  phone: string
  at: string
  by: Person | null
}

export type Budget = {
  kind: BudgetKind
  subjectId: string
  name: string
  limit: number
  alerts: number[]
  action: "warn" | "stop"
  month: string
  spent: number
  limitUsd: number
  spentUsd: number
  isStopped: boolean
}

export type BudgetKind = "agent" | "org"

export type BudgetKindInput = "agent" | "org"

export type Button = {
  name: string
  request: {
    type: "text"
    payload?: string
  } | {
    type: "open_url"
    payload: string
  }
}

export type ButtonInput = {
  name: string
  request: {
    type: "text"
    payload?: string
  } | {
    type: "open_url"
    payload: string
  }
}

export type Call = {
  id: string
  agentId: string
  conversationId: string | null
  kind: "web" | "test" | "phone"
  state: "created" | "live" | "ended"
  endReason: "caller_hung_up" | "agent_hung_up" | "staff_hung_up" | "silence" | "max_length" | "connection_lost" | "never_connected" | "credits_exhausted" | "unavailable" | "voicemail" | "transferred" | "server_restart" | "bad_audio" | "busy" | "no_answer" | "not_connected" | null
  phone: string
  direction: "in" | "out" | null
  line: string
  answeredBy: "human" | "machine" | "fax" | "unknown" | null
  createdAt: string
  answeredAt: string | null
  endedAt: string | null
  durationMs: number
  interruptions: number
  credits: number
  transcriber: {
    provider: string
    name: string
    isOffline: boolean
  }
  speech: {
    provider: string
    name: string
    isOffline: boolean
  }
  hasRecording: boolean
}

export type CallAnswer = {
  turnId: string
  credits: number
  tools: {
    name: string
    ok: boolean
    ms: number
  }[]
}

export type CallDetail = {
  id: string
  agentId: string
  conversationId: string | null
  kind: "web" | "test" | "phone"
  state: "created" | "live" | "ended"
  endReason: "caller_hung_up" | "agent_hung_up" | "staff_hung_up" | "silence" | "max_length" | "connection_lost" | "never_connected" | "credits_exhausted" | "unavailable" | "voicemail" | "transferred" | "server_restart" | "bad_audio" | "busy" | "no_answer" | "not_connected" | null
  phone: string
  direction: "in" | "out" | null
  line: string
  answeredBy: "human" | "machine" | "fax" | "unknown" | null
  createdAt: string
  answeredAt: string | null
  endedAt: string | null
  durationMs: number
  interruptions: number
  credits: number
  transcriber: {
    provider: string
    name: string
    isOffline: boolean
  }
  speech: {
    provider: string
    name: string
    isOffline: boolean
  }
  hasRecording: boolean
  transcript: CallEntry[]
  answers: CallAnswer[]
  latencies: CallLatency[]
  transfers: CallTransfer[]
  engineReport: EngineReport | null
  recordingUrl: string | null
}

export type CallEntry = {
  from: "caller" | "agent" | "system"
  text: string
  by?: string
  heard?: string
  at: number
  endAt: number
  turnId?: string
}

export type CallLatency = {
  at: number
  endpointing: number
  model: number | null
  speech: number | null
  total: number | null
}

export type CallRules = {
  slots: number
  delaySeconds: number
  onMachine: "hang_up" | "leave_message" | "talk"
  machineMessage: string
}

export type CallRulesInput = {
  slots: number
  delaySeconds: number
  onMachine: "hang_up" | "leave_message" | "talk"
  machineMessage: string
}

export type CallTransfer = {
  to: string
  number: string
  mode: "cold" | "warm"
  about: string
  state: "calling" | "connected" | "ended" | "busy" | "no_answer" | "declined" | "failed" | "caller_left"
  startedAt: string
  connectedAt: string | null
  endedAt: string | null
  durationMs: number
  credits: number
}

export type Campaign = {
  name: string
  channel: "whatsapp" | "instagram" | "messenger" | "telegram" | "discord" | "sms" | "email" | "webhook" | "voice"
  group: string
  text: string
  template: CampaignTemplate | null
  mail: CampaignMail | null
  timeZone: string
  from: string
  until: string
  days: number[]
  perMinute: number
  retries: number
  calls: CallRules | null
  id: string
  agentId: string
  state: "draft" | "running" | "paused" | "done" | "stopped"
  pausedWhy: string
  pausedWhyMessage?: {
    code: string
    params?: { [key: string]: unknown }
  }
  startedBy: Person | null
  createdAt: string
  startedAt: string | null
  endedAt: string | null
  counts: { [key: string]: number }
  replied: number
  credits: number
  talk: {
    seconds: number
    answeredSeconds: number
    credits: number
  }
}

export type CampaignMail = {
  subject: string
  sender: string
}

export type CampaignMailInput = {
  subject: string
  sender?: string
}

export type CampaignMeans = {
  channels: string[]
  sender: string
}

export type CampaignMetric = {
  id: string
  name: string
  kind: "yes-no" | "rating" | "category"
  choices: string[]
  counts: { [key: string]: number }
}

export type CampaignReach = {
  recipients: number
  withoutAddress: number
  withoutName: number
  optedOut: number
  credits: number
  available: number | null
  isAffordable: boolean
  creditsPerMinute: number | null
  lacksSender: boolean
}

export type CampaignTemplate = {
  name: string
  language: string
  hasName: boolean
  media: {
    kind: "IMAGE" | "VIDEO" | "DOCUMENT"
    url: string
  } | null
}

export type CampaignTemplateInput = {
  name: string
  language: string
  hasName?: boolean
  media?: {
    kind: "IMAGE" | "VIDEO" | "DOCUMENT"
    url: string
  } | null
}

export type Card = {
  title: string
  imageUrl?: string
  description?: {
    text: string
  }
  buttons: Button[]
}

export type CardInput = {
  title: string
  imageUrl?: string
  description?: {
    text: string
  }
  buttons?: ButtonInput[]
}

export type Channel = "whatsapp" | "instagram" | "messenger" | "telegram" | "discord" | "sms" | "email" | "webhook"

export type ChannelCollectionInput = "metaPages" | "discordChannels" | "telegramBots" | "waNumbers"

export type ChannelConnectionView = {
  channel: Channel
  status: "active" | "failing"
  name: string
  settings: { [key: string]: string }
  lastError: string
  lastErrorMessage?: {
    code: string
    params?: { [key: string]: unknown }
  }
  lastErrorAt: string | null
  connectedAt: string
}

export type ChannelInput = "whatsapp" | "instagram" | "messenger" | "telegram" | "discord" | "sms" | "email" | "webhook"

export type ChannelLogEntry = {
  at: string
  direction: "in" | "out"
  state: string
  error: string
  errorMessage?: {
    code: string
    params?: { [key: string]: unknown }
  }
  count: number
}

export type ChannelLoss = {
  nodeId: string
  node: string
  item: string
  detail: string
  code?: string
  params?: { [key: string]: unknown }
}

export type ChannelThread = {
  id: string
  name: string
  isGroup: boolean
  isBlocked: boolean
  lastMessageAt: string | null
}

export type Client = {
  ID: string
  email: string
  dashboardPassword: string
  orgId: string
  widgetIDs: string[]
  status: "online" | "offline"
  name: string
  squarePhotoURL: string
  canAccess: string[]
  clientTabOrder: string[]
  isOrgAdmin: boolean
  isAdmin: boolean
  usedSecret: boolean
  stripeCustomerId: string
  permissions: { [key: string]: unknown }
  allowCreateAgents: boolean
  FB_PUSH_TOKEN: string
  preferredLanguage: "en" | "ar" | "de" | "es" | "fr" | "pt"
  ts: number
  notificationsSettings: NotificationsSettings
}

export type ClientAgentConfig = {
  title: string
  description: string
  theme: string
  customThemeJSONString: string
  followColorScheme: boolean
  fontFamily: string
  cornerRadius: number
  position: "right" | "left"
  roundedImageURL: string
  avatarImageUrl: string
  headerImageUrl: string
  chatBgURL: string
  vg_initMessages?: string[]
  starterQuestions: string[]
  proactiveMessage: string
  autoStartWidget: boolean
  smartInit: boolean
  messageDelayMS: number
  scrollAnimation: boolean
  syncBrowser: boolean
  listenForUrlChanges: boolean
  ignoredUrlPaths: string[]
  allowAttachments: boolean
  allowVoiceNotes: boolean
  unreadSound: boolean
  unreadTitleFlash: boolean
  askRating: boolean
  offerTranscript: boolean
  lang: string
  consentRequired: boolean
  consentText: string
  UIhandoffTitle: string
  UIhandoffSubtitle: string
  alwaysShowHandoff: boolean
  handoffTimeoutS: number
  handoffHours: {
    enabled: boolean
    timeZone: string
    days: {
      from: string
      to: string
    }[][]
    holidays: {
      date: string
      name: string
    }[]
  }
  handoffAfterHours: "form" | "note"
  voiceConfig: {
    config: {
      engine?: "parlance" | "openai-realtime" | "vapi"
      recordAudio: boolean
      enableWebCalling: boolean
      backgroundNoise: string
      fillerWordsOnToolUsage?: boolean
    }
    transcriber: {
      provider: string
      modelId: string
      utteranceThreshold: number
      language: string
      patienceFactor?: number
    }
    speechGen: {
      provider: string
      voiceId: string
      wordsReplacements?: {
        word: string
        replacement: string
      }[]
      backChannelling?: boolean
    }
  }
  agentPlatform: "vg" | "vf"
  enableNodes: boolean
  recordChatHistory: boolean
  branding: string
  ADVANCED_customCSS: string
  opening: {
    initialMessage: string
    userStarts: boolean
  } | null
}

export type ClientBilling = {
  orgId: string
  loadTokens: number
  accountId: string
  customerId: string
  usdPerCredit: number
  plans: ClientPlan[]
  subscription: OrgSubscription
  autocharge: {
    automaticBilling: boolean
    threshold: number
    amount: number
    stopped: "" | "declined"
  }
  provider: PaymentProvider
}

export type ClientBudget = {
  limit: number
  alerts: number[]
  action: "warn" | "stop"
  month: string
  spent: number
  limitUsd: number
  spentUsd: number
  isStopped: boolean
}

export type ClientPlan = {
  name: string
  price: number
  credits: number
  features: string[]
  isPopular: boolean
  priceId: string
  productId: string
}

export type ClientPlanInputInput = {
  name: string
  price?: unknown
  credits: number
  features: string[]
  isPopular?: boolean
  priceId?: string
  productId?: string
}

export type ClientReceipt = {
  id: string
  ts: number
  kind: "turn" | "interrupted" | "embedding" | "test" | "refill" | "grant" | "topup" | "transfer" | "refund" | "other"
  causedBy: string
  causedByMessage?: {
    code: string
    params?: { [key: string]: unknown }
  }
  agentId: string | null
  channel: string
  credits: number
  invoice?: {
    credits: number
    currency: "usd" | "eur" | "gbp"
    net: number
    tax: number
    total: number
  }
  price: number
}

export type ClientReceiptTotal = {
  key: string
  label: string
  count: number
  credits: number
  price: number
}

export type Conflict = {
  id: string
  a: {
    docId: string
    name: string
    text: string
    sentence: string
  }
  b: {
    docId: string
    name: string
    text: string
    sentence: string
  }
  about: string
  judge: string
  status: "open" | "dismissed"
  ts: number
}

export type ConflictScan = {
  status: "never" | "running" | "paused" | "done" | "failed"
  reason: string
  reasonMessage?: {
    code: string
    params?: { [key: string]: unknown }
  }
  pairs: number
  total: number
  byModel: boolean
  ts: number | null
}

export type Conversation = {
  id: string
  agentId: string
  channel: "web-chat" | "whatsapp" | "instagram" | "messenger" | "telegram" | "discord" | "sms" | "email" | "webhook" | "voice" | "api" | "test"
  state: "ai-chatting" | "requested_chat" | "human-chatting" | "ended_chat"
  visitor: string
  visitorMessage?: {
    code: string
    params?: { [key: string]: unknown }
  }
  title: string
  messageCount: number
  pageUrl: string
  startedAt: string
  lastMessageAt: string
  signed?: {
    name: string
    email: string
  }
  readSeq: number
  handoffAt: string | null
  endedAt: string | null
  human?: Speaker
  queuePosition?: number
  missed?: {
    reason: "closed" | "timeout"
    opensAt: string | null
    asksEmail: boolean
  }
  isRated: boolean
  rating?: {
    score: number
    comment: string
    at: string
  }
  leftMessage?: {
    email: string
    message: string
    at: string
  }
  inbox?: {
    assignee: Person | null
    team?: {
      id: string
      name: string
    }
    tags: string[]
    snoozedUntil: string | null
    seenSeq: number
    readAt?: string
    presence?: Presence
  }
}

export type ConversationDelivery = {
  channel: Channel
  isConnected: boolean
  isBlocked: boolean
  repliesUntil: string | null
  messages: MessageDelivery[]
  reactions: MessageReaction[]
  canReact: boolean
}

export type Crawl = {
  name: string
  kind: "site" | "sitemap"
  startUrls: string[]
  include: string[]
  exclude: string[]
  maxDepth: number
  maxPages: number
  stayOnDomain: boolean
  refresh: Refresh
  agentIds: string[]
  tags: string[]
  id: string
  status: "queued" | "processing" | "paused" | "completed" | "failed" | "cancelled"
  reason: string
  reasonMessage?: {
    code: string
    params?: { [key: string]: unknown }
  }
  pagesFound: number
  pagesRead: number
  pagesFailed: number
  pagesSkipped: number
  ts: number
  startedAt: number | null
  endedAt: number | null
  nextRunAt: number | null
}

export type CrawlPage = {
  url: string
  title: string
  depth: number
  status: "waiting" | "read" | "unchanged" | "duplicate" | "skipped" | "failed"
  reason: string
  reasonMessage?: {
    code: string
    params?: { [key: string]: unknown }
  }
  code: number
  bytes: number
  ms: number
  fetchedAt: number | null
}

export type CreatedTemplate = {
  id: string
  status: string
  category: string
}

export type Credential = {
  provider: KeyProvider
  hint: string
  baseUrl: string
  updatedAt: string
  test: KeyTest | null
}

export type CredentialProvider = "openai" | "anthropic" | "google" | "openai-compatible"

export type CreditFlow = {
  month: string
  by: "agent" | "client"
  hasClients: boolean
  flows: {
    source: "free" | "plan" | "topup" | "recharge" | "sale" | "transfer" | "grant"
    key: string | null
    label: string
    use: "answer" | "voice" | "knowledge" | "campaign" | "test" | "inbox" | "assistant" | "other"
    credits: number
  }[]
  others: number
}

export type CreditLogEntry = {
  id: string
  kind: "turn" | "interrupted" | "embedding" | "test" | "refill" | "grant" | "topup" | "transfer" | "refund" | "other"
  amount: number
  direction: "increase" | "decrease"
  causedBy: string
  causedByMessage?: {
    code: string
    params?: { [key: string]: unknown }
  }
  agentId: string | null
  ts: number
}

export type CssCheck = {
  css: string
  problems: CssProblem[]
}

export type CssProblem = {
  line: number
  column: number
  endLine: number
  endColumn: number
  level: "removed" | "unknown"
  message: string
  code?: string
  params?: { [key: string]: unknown }
}

export type CurrentPlan = {
  id: PlanId
  name: string
  status: PlanStatus
  hasSubscription: boolean
  billingCycle: "monthly" | "yearly"
  renewalDate: number | null
  credits: {
    used: number
    total: number
  }
  cancels: boolean
  cancelsAt: number | null
  usdBalance: number
}

export type CustomPlan = {
  limits: {
    maxAgents?: Limit
    maxKbDocsCharCount?: Limit
    maxMonthlyCredits?: Limit
    maxConcurrentCalls?: Limit
    workspaceSeats: number
    twilioPhoneNumberSlots?: Limit
    clientSeats?: Limit
  }
  features?: {
    whitelabel?: boolean
    customBranding?: boolean
  }
}

export type CustomTab = {
  label: string
  href: string
  iconUrl: string
  pageType: "html" | "iframe"
  htmlContent: string
  jsContent: string
  iframeUrl: string
  alwaysVisible: boolean
}

export type CustomTabEntry = {
  label: string
  href: string
  iconUrl: string
  alwaysVisible: boolean
}

export type CustomTheme = {
  ownerID: string
  themeType: "light" | "dark"
  primary: string
  nineColorPallet: [number, number, number][]
}

export type DebugOptionsInput = {
  nodeId?: string
  variables?: { [key: string]: string | number | boolean | null }
  channel?: "web-chat" | "whatsapp" | "instagram" | "messenger" | "telegram" | "discord" | "sms" | "email" | "webhook" | "voice" | "api" | "test"
  rewindTo?: number
}

export type Delivery = {
  id: string
  endpointId: string
  type: SentEventName
  state: DeliveryState
  attempts: number
  createdAt: string
  nextAt: string | null
  finishedAt: string | null
  lastStatus: number
  lastError: string
  lastErrorMessage?: {
    code: string
    params?: { [key: string]: unknown }
  }
  replayOf: string
}

export type DeliveryAttempt = {
  number: number
  at: string
  durationMs: number
  status: number
  error: string
  errorMessage?: {
    code: string
    params?: { [key: string]: unknown }
  }
  response: string
}

export type DeliveryDetail = {
  id: string
  endpointId: string
  type: SentEventName
  state: DeliveryState
  attempts: number
  createdAt: string
  nextAt: string | null
  finishedAt: string | null
  lastStatus: number
  lastError: string
  lastErrorMessage?: {
    code: string
    params?: { [key: string]: unknown }
  }
  replayOf: string
  endpoint: string
  body: string
  headers: {
    name: string
    value: string
  }[]
  tries: DeliveryAttempt[]
}

export type DeliveryFilterInput = "waiting" | "delivered" | "failed" | "cancelled" | "retrying" | "undelivered"

export type DeliveryState = "waiting" | "delivered" | "failed" | "cancelled"

export type DialogueAction = {
  type: string
  payload?: unknown
}

export type DialogueReply = {
  messageId: string
  item: number
  button?: number
  action: DialogueAction
}

export type DialogueState = {
  live: boolean
  replies: DialogueReply[]
}

export type Discount = {
  valid: boolean
  percent_off: number | null
  amount_off: number | null
  currency: string | null
  name: string
  duration: "forever" | "once" | "repeating" | "other"
}

export type Dispute = "" | "open" | "won" | "lost"

export type DnsRecord = {
  status: "pending" | "verified"
  type: "A" | "CNAME" | "TXT" | "MX"
  name: string
  value: string
  priority: string
  ttl: string
}

export type Document = {
  ID: string
  name: string
  content: string
  ts: number
  userId: string
  agentId: string
  status: DocumentState
  reason: string
  reasonMessage?: {
    code: string
    params?: { [key: string]: unknown }
  }
  warning: string
  warningMessage?: {
    code: string
    params?: { [key: string]: unknown }
  }
  creditsNeeded: number | null
  mayRetry: boolean
  progress: number
  chunkCount: number
  sourceType: SourceType
  sourceUrl: string
  fileName: string
  bytes: number
  pages: number | null
  tags: string[]
  refresh: Refresh
  fetchedAt: number | null
  nextFetchAt: number | null
  crawlId: string
}

export type DocumentState = "queued" | "reading" | "indexing" | "paused" | "ready" | "failed"

export type DocumentStateInput = "queued" | "reading" | "indexing" | "paused" | "ready" | "failed"

export type DocumentSummary = {
  ID: string
  name: string
  ts: number
  userId: string
  agentId: string
  status: DocumentState
  reason: string
  reasonMessage?: {
    code: string
    params?: { [key: string]: unknown }
  }
  warning: string
  warningMessage?: {
    code: string
    params?: { [key: string]: unknown }
  }
  creditsNeeded: number | null
  mayRetry: boolean
  progress: number
  chunkCount: number
  sourceType: SourceType
  sourceUrl: string
  fileName: string
  bytes: number
  pages: number | null
  tags: string[]
  refresh: Refresh
  fetchedAt: number | null
  nextFetchAt: number | null
  crawlId: string
  size: number
}

export type DomainState = {
  domain: string
  isVerified: boolean
  verification: DomainVerification[]
  records: DnsRecord[]
}

export type DomainTypeInput = "vgSubdomain" | "customDomain"

export type DomainVerification = {
  type: "TXT"
  domain: string
  name: string
  value: string
}

export type Durations = {
  count: number
  median: number | null
  p90: number | null
}

export type Edge = {
  nodeId: string
  condition: string
  rule?: EdgeRule
  on?: "success" | "failure"
}

export type EdgeInput = {
  nodeId: string
  condition?: string
  rule?: EdgeRuleInput
  on?: "success" | "failure"
}

export type EdgeRule = {
  match: "all" | "any"
  tests: {
    variable: string
    operator: "equals" | "notEquals" | "contains" | "notContains" | "startsWith" | "endsWith" | "greater" | "greaterOrEqual" | "less" | "lessOrEqual" | "isSet" | "isNotSet"
    value: string
  }[]
}

export type EdgeRuleInput = {
  match?: "all" | "any"
  tests: {
    variable: string
    operator: "equals" | "notEquals" | "contains" | "notContains" | "startsWith" | "endsWith" | "greater" | "greaterOrEqual" | "less" | "lessOrEqual" | "isSet" | "isNotSet"
    value?: string
  }[]
}

export type EmailDomain = {
  id: string
  domain: string
  status: "not_started" | "pending" | "verified" | "failure" | "temporary_failure"
  records: EmailDomainRecord[]
}

export type EmailDomainRecord = {
  record: string
  type: string
  name: string
  value: string
  ttl: string
  priority?: number
  status: string
}

export type EmbedCheck = {
  url: string
  verdict: EmbedVerdict
  findings: EmbedFinding[]
}

export type EmbedFinding = {
  code: "found" | "unread" | "status" | "not-html" | "redirected" | "cut" | "missing" | "seen-before" | "tag-manager" | "other-agent" | "no-agent" | "wrong-region" | "other-origin" | "mixed-content" | "http-page" | "held" | "inert" | "commented" | "blocked" | "site-not-allowed"
  level: "good" | "note" | "warning" | "problem"
  values: { [key: string]: string }
}

export type EmbedVerdict = "live" | "broken" | "missing" | "unsure" | "unread"

export type EngineReport = {
  endedReason: string
  costUsd: number | null
}

export type EngineState = {
  nodeId: string
  variables: { [key: string]: string | number | boolean }
  trail: string[]
  attempts: { [key: string]: number }
  reopened?: boolean
  status: "talking" | "handed-off" | "ended"
  dialogue?: DialogueState
}

export type Entitlements = {
  plan: PlanId
  limits: Limits
  whitelabel: boolean
  customDomain: boolean
  autoBilling: boolean
  customBranding: boolean
  payments: boolean
  whitelabelTrial: {
    state: TrialState
    endsAt: number
  }
}

export type EventEndpoint = {
  endpoint: string
  subscribedEvents: EventName[]
  stoppedAt: string | null
  id: string
  name: string
  enabled: boolean
  lastError: string
  lastErrorMessage?: {
    code: string
    params?: { [key: string]: unknown }
  }
}

export type EventName = "new_conversation" | "message_received" | "handoff_requested" | "chat_delegated" | "form_submitted" | "new_lead" | "lead_captured" | "call_ended" | "call_transferred" | "agent_created" | "agent_updated" | "agent_published" | "agent_deleted" | "organisation_created" | "organisation_updated" | "organisation_deleted" | "client_created" | "client_updated" | "client_deleted" | "channel_connected" | "credits_low"

export type EventNameInput = "new_conversation" | "message_received" | "handoff_requested" | "chat_delegated" | "form_submitted" | "new_lead" | "lead_captured" | "call_ended" | "call_transferred" | "agent_created" | "agent_updated" | "agent_published" | "agent_deleted" | "organisation_created" | "organisation_updated" | "organisation_deleted" | "client_created" | "client_updated" | "client_deleted" | "channel_connected" | "credits_low"

export type EventSecret = {
  secret: string
  oldUntil: string | null
}

export type EventSettings = {
  endpoint: string
  subscribedEvents: EventName[]
  stoppedAt: string | null
}

export type Expectation = {
  type: "contains"
  text: string
} | {
  type: "notContains"
  text: string
} | {
  type: "reachesNode"
  nodeId: string
} | {
  type: "callsTool"
  tool: string
  arguments: { [key: string]: unknown }
} | {
  type: "variable"
  name: string
  value: string
} | {
  type: "judge"
  criterion: string
}

export type ExpectationInput = {
  type: "contains"
  text: string
} | {
  type: "notContains"
  text: string
} | {
  type: "reachesNode"
  nodeId: string
} | {
  type: "callsTool"
  tool: string
  arguments?: { [key: string]: unknown }
} | {
  type: "variable"
  name: string
  value: string
} | {
  type: "judge"
  criterion: string
}

export type FirstAgent = {
  template: "customer-support" | "real-estate-agent" | "health-care-agent" | "confirm-email" | "make-appointment" | "blank-template" | "game-npc"
  title: string
  description: string
  greeting: string
  color: string
  lang?: "en" | "ar" | "de" | "es" | "fr" | "pt"
  website: string
  note: string
  noteMessage?: {
    code: string
    params?: { [key: string]: unknown }
  }
}

export type FleetConflict = {
  path: string[]
  names: string[]
}

export type FleetCopy = {
  agentId: string
  title: string
  orgId: string
  orgName: string
  masterVersion: number
  isCurrent: boolean
  ownChanges: number
  pushedAt: string
}

export type FleetCopyDifference = {
  before: OpenConfig
  after: OpenConfig
  conflicts: FleetConflict[]
}

export type FleetDifference = {
  agentId: string
  title: string
  orgName: string
  isCurrent: boolean
  changes: number
  conflicts: number
}

export type FleetPush = {
  id: string
  masterVersion: number
  state: "running" | "testing" | "done" | "halted" | "stopped" | "rolling_back" | "rolled_back"
  total: number
  first: number
  pushed: number
  unchanged: number
  failed: number
  rolledBack: number
  conflicts: number
  testRuns: number
  testRunsDone: number
  reason: {
    message: string
    code?: string
    params?: { [key: string]: unknown }
  } | null
  startedAt: string
  endedAt: string | null
  problems: {
    agentId: string
    title: string
    conflicts: FleetConflict[]
    failedTests: string[]
    error: {
      message: string
      code?: string
      params?: { [key: string]: unknown }
    } | null
  }[]
}

export type FooterLink = {
  label: string
  href: string
}

export type FormField = {
  name: string
  label: string
  type: "text" | "email" | "password" | "number" | "tel" | "url" | "textarea" | "select" | "checkbox" | "radio" | "date" | "time" | "datetime-local" | "file"
  required: boolean
  placeholder?: string
  options?: string[]
  min?: number
  max?: number
}

export type FormFieldInput = {
  name: string
  label: string
  type: "text" | "email" | "password" | "number" | "tel" | "url" | "textarea" | "select" | "checkbox" | "radio" | "date" | "time" | "datetime-local" | "file"
  required?: boolean
  placeholder?: string
  options?: string[]
  min?: number
  max?: number
}

export type FoundDocument = {
  ID: string
  agentId: string
  name: string
  sourceType: SourceType
  sourceUrl: string
  agentTitle: string
}

export type Gap = {
  id: string
  question: string
  count: number
  status: "open" | "answered" | "dismissed"
  docId: string
  firstAt: number
  lastAt: number
  examples: {
    question: string
    conversationId: string
    ts: number
    similarity: number | null
  }[]
}

export type GivenRoleInputInput = "viewer" | "editor" | "admin"

export type GoldenQuestion = {
  id: string
  question: string
  docId: string
  docName: string
  quote: string
  rank: number | null
  askedAt: number | null
}

export type GoldenResult = {
  id: string
  question: string
  rank: number | null
  before?: number | null
}

export type GoldenRun = {
  id: string
  cause: "manual" | "changed"
  status: "running" | "done" | "failed"
  total: number
  hits: number
  ts: number
  results: GoldenResult[]
}

export type HeldWorkspace = {
  region: "eu" | "na"
  uid: string
  name: string
  agents: number
  documents: number
  conversations: number
  files: number
  members: number
}

export type Holdings = {
  workspaces: HeldWorkspace[]
  memberships: number
}

export type ImportReport = {
  format: "parlance" | "typebot" | "flowise"
  nodes: number
  tools: number
  variables: number
  notes: {
    where: string
    whereCode?: string
    what: string
    level: "info" | "lost"
    code?: string
    params?: { [key: string]: unknown }
  }[]
}

export type ImportRowInput = {
  line: number
  name?: string
  email?: string
  phone?: string
  group?: string
  stage?: string
  variables?: { [key: string]: string }
}

export type InteractInput = {
  agentId: string
  conversationId?: string
  visitorId?: string
  message: {
    id: string
    text: string
    submission?: SubmissionInput
    attachments?: string[]
  } | {
    id?: string
    role?: "user"
    parts: {
      type: string
      text?: string
      [key: string]: unknown
    }[]
    [key: string]: unknown
  }
  context?: {
    url?: string
    title?: string
    language?: string
  }
  consent?: boolean
  draft?: boolean
  debug?: DebugOptionsInput
}

export type Invoice = {
  id: string
  number: string
  created: number
  hosted_invoice_url: string
  invoice_pdf: string
  status: "draft" | "open" | "paid" | "uncollectible" | "void"
  kind: "subscription" | "topup" | "recharge"
  currency: "usd" | "eur" | "gbp"
  subtotal: number
  discount: number
  tax: number
  total: number
  amountRefunded: number
  dispute: Dispute
}

export type Item = {
  type: "text"
  text: string
} | {
  type: "choice"
  message?: string
  buttons: Button[]
} | {
  type: "visual"
  image: string
  alt: string
} | {
  type: "cardV2"
  title: string
  imageUrl?: string
  description?: {
    text: string
  }
  buttons: Button[]
} | {
  type: "carousel"
  cards: Card[]
} | {
  type: "iFrame"
  url: string
  title: string
  layout: "vertical" | "horizontal"
} | {
  type: "form"
  title?: string
  description?: string
  fields: FormField[]
  submitLabel?: string
} | {
  type: "input"
  field: FormField
  submitLabel?: string
} | {
  type: "file"
  url: string
  name: string
  mime?: string
}

export type ItemInput = {
  type: "text"
  text: string
} | {
  type: "choice"
  message?: string
  buttons: ButtonInput[]
} | {
  type: "visual"
  image: string
  alt?: string
} | {
  type: "cardV2"
  title: string
  imageUrl?: string
  description?: {
    text: string
  }
  buttons?: ButtonInput[]
} | {
  type: "carousel"
  cards: CardInput[]
} | {
  type: "iFrame"
  url: string
  title: string
  layout?: "vertical" | "horizontal"
} | {
  type: "form"
  title?: string
  description?: string
  fields: FormFieldInput[]
  submitLabel?: string
} | {
  type: "input"
  field: FormFieldInput
  submitLabel?: string
} | {
  type: "file"
  url: string
  name: string
  mime?: string
}

export type Judgement = {
  conversationId: string
  title: string
  value: string
  quote: string
  seq: number
  reason: string
  label: string | null
  endedAt: string
  judgedAt: string
}

export type KeyProvider = "openai" | "anthropic" | "google" | "openai-compatible" | "deepgram" | "elevenlabs" | "cartesia" | "vapi"

export type KeyProviderInput = "openai" | "anthropic" | "google" | "openai-compatible" | "deepgram" | "elevenlabs" | "cartesia" | "vapi"

export type KeyResult = "works" | "refused" | "limited" | "unreachable" | "unexpected"

export type KeyTest = {
  at: string
  result: KeyResult
  message: string
  code?: string
  params?: { [key: string]: unknown }
}

export type Lead = {
  leadId: string
  agentId: string
  name: string
  email: string
  phone: string
  variables: { [key: string]: string | number | boolean }
  stage: string
  group: string
  source: "chat" | "form" | "manual" | "import" | "api"
  conversationId: string | null
  noteCount: number
  createdAt: string
  updatedAt: string
}

export type LeadNote = {
  id: string
  by: Person
  text: string
  at: string
  editedAt: string
  isOwn: boolean
}

export type Limit = number | "infinity"

export type Limits = {
  maxAgents: Limit
  maxKbDocsCharCount: Limit
  maxMonthlyCredits: Limit
  maxConcurrentCalls: Limit
  workspaceSeats: Limit
  twilioPhoneNumberSlots: Limit
  clientSeats: Limit
}

export type LogEntry = {
  id: string
  at: string
  agentId: string
  type: string
  content: string
  contentMessage?: {
    code: string
    params?: { [key: string]: unknown }
  }
  channel: string
  metadata: { [key: string]: unknown }
  mailed: boolean
}

export type McpServer = {
  id: string
  name: string
  url: string
  transport: "http" | "sse"
  credential: string
  allowedTools: string[]
  disabled: boolean
}

export type McpServerInput = {
  id: string
  name: string
  url: string
  transport?: "http" | "sse"
  credential?: string
  allowedTools?: string[]
  disabled?: boolean
}

export type Member = {
  email: string
  role: "viewer" | "editor" | "admin" | "owner"
  state: "invited" | "joined"
  invitedBy: string
  invitedAt: string
  joinedAt: string | null
  name?: string
  photoURL?: string
}

export type Message = {
  id: string
  seq: number
  turnId: string
  from: "user" | "agent" | "human" | "system"
  items: (Item | {
    type: "text"
    text: string
  })[]
  submission?: Submission
  by?: Speaker
  status: "complete" | "streaming" | "interrupted" | "failed"
  sources: Source[]
  at: string
  editedAt?: string
}

export type MessageDelivery = {
  seq: number
  state: "queued" | "sending" | "sent" | "delivered" | "read" | "unknown" | "failed"
  error: string
  errorMessage?: {
    code: string
    params?: { [key: string]: unknown }
  }
}

export type MessageReaction = {
  seq: number
  by: "visitor" | "workspace"
  emoji: string
}

export type MetaPage = {
  pageId: string
  pageName: string
  igPageId: string
  igPageName: string
  agentId: string
}

export type MetaPageView = {
  pageId: string
  pageName: string
  igPageId: string
  igPageName: string
  agentId: string
  status: "active" | "failing"
  lastError: string
  lastErrorMessage?: {
    code: string
    params?: { [key: string]: unknown }
  }
  connectedAt: string
}

export type Metric = {
  id: string
  name: string
  question: string
  kind: "yes-no" | "rating" | "category"
  choices: string[]
  samplePercent: number
  monthlyCap: number
  enabled: boolean
  createdAt: string
  spent: number
  judged: number
  counts: { [key: string]: number }
}

export type MetricReport = {
  from: string
  to: string
  timeZone: string
  counts: { [key: string]: number }
  days: {
    day: string
    counts: { [key: string]: number }
  }[]
  agreement: Agreement
}

export type MetricSummary = {
  id: string
  name: string
  kind: "yes-no" | "rating" | "category"
  choices: string[]
  judged: number
}

export type NewLeadOfInput = {
  name?: string
  email?: string
  phone?: string
  variables?: { [key: string]: string | number | boolean }
  stage?: string
  group?: string
  agentId: string
}

export type Notification = {
  ID: string
  title: string
  body: string
  ts: number
  seen: boolean
  urlPathname: string
  notificationLevel: NotificationLevel
  notifyOnly: string[]
}

export type NotificationLevel = 1 | 2

export type NotificationsChangeInput = {
  notifyThrough?: "email" | "push" | "all" | "none"
  notifyIf?: "all" | "requestsOnly" | "none"
}

export type NotificationsSettings = {
  notifyThrough: "email" | "push" | "all" | "none"
  notifyIf: "all" | "requestsOnly" | "none"
}

export type OfferedAddOn = {
  id: AddOnId
  name: string
  description: string
  prices: {
    currency: "usd" | "eur" | "gbp"
    amount: number
    originalAmount?: number
  }[]
  period: "month"
  quantity: number
  currentQuantity: number
}

export type OfferedModel = {
  id: string
  name: string
  provider: CredentialProvider
  paidBy: "ownKey" | "platform" | "sandbox"
  price: {
    input: number
    output: number
    turn: number
  }
}

export type OfferedModels = {
  items: OfferedModel[]
  default: {
    asked: string
    answers: OfferedModel | null
  }
  unlisted: CredentialProvider[]
}

export type OfferedPage = {
  pageId: string
  pageName: string
  igPageId: string
  igPageName: string
  photo: string
  accessToken: string
}

export type OfferedPlan = {
  id: PlanId
  label: string
  description: string
  price: number
  prices: {
    currency: "usd" | "eur" | "gbp"
    amount: number
    originalAmount?: number
  }[]
  period: "month"
  additionalInfo: string
  features: string[]
  billingCycle: "monthly" | "yearly"
  status: PlanStatus | null
  stripePrices: {
    currency: "usd" | "eur" | "gbp"
    unitAmount: number
    lookupKey: string
  }[]
}

export type OpenConfig = {
  title: string
  description: string
  agentPlatform: "vg" | "vf"
  theme: string
  scrollAnimation: boolean
  roundedImageURL: string
  avatarImageUrl: string
  headerImageUrl: string
  chatBgURL: string
  branding: string
  customThemeJSONString: string
  ADVANCED_customCSS: string
  fontFamily: string
  proactiveMessage: string
  messageDelayMS: number
  maxTokensUsage: number
  autoStartWidget: boolean
  syncBrowser: boolean
  listenForUrlChanges: boolean
  lang: string
  recordChatHistory: boolean
  smartInit: boolean
  enableNodes: boolean
  enableGeoAnalytics: boolean
  messagesLimit: number
  unavailableMessage: string
  UIhandoffTitle: string
  UIhandoffSubtitle: string
  alwaysShowHandoff: boolean
  whatsappNumberId: string
  whatsappBusniessId: string
  waTestNumber: string
  waVerifyPassed: boolean
  vapi: unknown
  gcloudClientEmail: string
  voiceConfig: VoiceConfig
  vapiConfig: unknown
  nodes: AgentNode[]
  tools: Tool[]
  functionsIds: string[]
  mcpServers: McpServer[]
  variables: Variable[]
  publishGuard: "off" | "warn" | "refuse"
  position: "right" | "left"
  cornerRadius: number
  followColorScheme: boolean
  allowedDomains: string[]
  ignoredUrlPaths: string[]
  consentRequired: boolean
  consentText: string
  allowAttachments: boolean
  allowVoiceNotes: boolean
  askRating: boolean
  offerTranscript: boolean
  unreadSound: boolean
  unreadTitleFlash: boolean
  handoffTimeoutS: number
  starterQuestions: string[]
  offerGeneratedStarters: boolean
  handoffHours: {
    enabled: boolean
    timeZone: string
    days: {
      from: string
      to: string
    }[][]
    holidays: {
      date: string
      name: string
    }[]
  }
  handoffAfterHours: "form" | "note"
  handoffRouting: {
    to: "everyone" | "named"
    people: {
      kind: "user" | "client"
      id: string
    }[]
  }
  handoffTeamId: string
  vg_defaultModel?: string
  vg_fallbackModel?: string
  vg_enableUIEngine?: boolean
  vg_temperature?: number
  vg_systemPrompt?: string
  vg_initPrompt?: string
  vg_initMessages?: string[]
  vg_maxTokens?: number
  vg_kbDefaultDimension?: number
  vg_kbEnabled?: boolean
  vg_kbTopChunks?: number
  vg_kbTags?: string[]
  vg_kbSmartSearch?: boolean
  vg_kbThreshold?: number
  vg_kbShowSources?: boolean
  vg_kbRerank?: boolean
  vgOptions?: {
    maxChunkSize?: number
    [key: string]: unknown
  }
}

export type OpenedLead = {
  leadId: string
  agentId: string
  name: string
  email: string
  phone: string
  variables: { [key: string]: string | number | boolean }
  stage: string
  group: string
  source: "chat" | "form" | "manual" | "import" | "api"
  conversationId: string | null
  noteCount: number
  createdAt: string
  updatedAt: string
  notes: LeadNote[]
  duplicates: {
    leadId: string
    name: string
    email: string
    phone: string
    createdAt: string
  }[]
}

export type OpenedTab = {
  label: string
  src: string
  identity: string
  expiresAt: number
}

export type Org = {
  squarePhotoURL: string
  preferredLanguage: "en" | "ar" | "de" | "es" | "fr" | "pt"
  dashboardLayout: "vertical" | "horizontal"
  defaultClientAccess: string[]
  defaultClientTabOrder: string[]
  predefinedTags: string[]
  disallowAnyTags: boolean
  disableHandoff: boolean
  settings: OrgSettings
  ID: string
  name: string
  widgetIDs: string[]
  orgUsers: OrgUser[]
  allowBilling: boolean
  loadTokens: number
  stripeCustomerId: string
  subscription: {
    status: string
    id: string
    priceId: string
  }
  automaticBilling: boolean
  autochargeAmount: number
  autochargeThreshold: number
  internal: {
    autochargeCreditAmount: number
    autochargeCreditThreshold: number
  }
  lastModified: number
}

export type OrgFigures = {
  conversations: number
  answered: number | null
  satisfaction: number | null
  lastActivity: number | null
  waiting: number
  attention: ("waiting" | "answered" | "satisfaction")[]
}

export type OrgSettings = {
  smartHandoff: boolean
  disableHandoffMessages: boolean
  enableCannedResponses: boolean
  continousSessionUI: boolean
  disableClientAccess: boolean
  disableClientAccessMessage: string
}

export type OrgSubscription = {
  status: string
  id: string
  priceId: string
}

export type OrgSummary = {
  ID: string
  name: string
  squarePhotoURL: string
  clients: number
  agents: number
  disabled: boolean
  lastModified: number
  figures: OrgFigures
}

export type OrgUser = {
  ID: string
  name: string
  email: string
  squarePhotoURL: string
}

export type Outcomes = {
  from: string
  to: string
  timeZone: string
  conversations: number
  withoutPeople: number
  answered: number
  previous: {
    conversations: number
    withoutPeople: number
    answered: number
  }
  handoffs: {
    count: number
    answered: number
    reasons: {
      reason: "visitor" | "agent" | "person"
      step: string
      count: number
    }[]
  }
  firstResponse: Durations
  resolution: Durations
  satisfaction: {
    count: number
    average: number | null
    scores: number[]
    previousAverage: number | null
  }
  days: {
    day: string
    conversations: number
    withoutPeople: number
  }[]
  hours: number[][]
  mayReadQuestions: boolean
  asked: {
    question: string
    count: number
  }[]
  unanswered: {
    question: string
    count: number
    agentId: string
  }[]
  unansweredCount: number
}

export type Passage = {
  docId: string
  title: string
  chunk: number
  text: string
  score: number
  textRank: number | null
  vectorRank: number | null
  similarity: number | null
}

export type PaymentMethod = {
  id: string
  customer: string
  card: {
    brand: string
    last4: string
    exp_month: number
    exp_year: number
  }
  billing_details: {
    name: string
    phone: string
    email: string
    address: {
      line1: string
      line2: string
      city: string
      state: string
      postal_code: string
      country: string
    }
  }
}

export type PaymentProvider = {
  sandbox: boolean
  publishableKey: string
  country?: string
  url: string
}

export type Person = {
  kind: "user" | "client"
  id: string
  name: string
  photoURL?: string
}

export type PersonalNotifications = {
  notifyThrough: "email" | "push" | "all" | "none"
  notifyIf: "all" | "requestsOnly" | "none"
  sound: boolean
  quietHours: QuietHours | null
}

export type PhoneEntry = {
  id: string
  display_phone_number: string
  verified_name: string
  status: string
}

export type PhotoUploadInput = {
  base64Payload: string
}

export type Piece = {
  text: string
  hit: boolean
}

export type PlanId = "free" | "pay_as_you_go" | "enterprise"

export type PlanIdInput = "free" | "pay_as_you_go" | "enterprise"

export type PlanStatus = "active" | "cancelled" | "trialing" | "past_due" | "unpaid" | "pending"

export type Presence = {
  isHere: boolean
  pageUrl: string
  at: string
}

export type PromptKindInput = "system" | "opening" | "step" | "collect" | "classify"

export type PublicAgency = {
  name: string
  squarePhotoURL: string
  darkModeSquarePhotourl: string
  brandingText: string
  mainWebsite: string
  supportEmail: string
  tosPage: string
  privacyPolicypPage: string
  themeVariant: "default" | "bordered" | "faded" | "flat"
  themeColorUsage: "plain" | "colorful" | "gradient"
  googleFont: string
  customThemeJSONString: string
  secondaryColorHex: string
  ID: string
  settings: {
    disablePasswordLogin: boolean
    showPricing: boolean
    footerText: string
    footerLinks: FooterLink[]
  }
  hasEmailDomain: boolean
}

export type PublicAgent = {
  ID: string
  title: string
  description: string
  agentPlatform: "vg" | "vf"
  theme: string
  scrollAnimation: boolean
  roundedImageURL: string
  avatarImageUrl: string
  headerImageUrl: string
  chatBgURL: string
  branding: string
  customThemeJSONString: string
  ADVANCED_customCSS: string
  fontFamily: string
  proactiveMessage: string
  messageDelayMS: number
  autoStartWidget: boolean
  syncBrowser: boolean
  listenForUrlChanges: boolean
  lang: string
  recordChatHistory: boolean
  smartInit: boolean
  unavailableMessage: string
  UIhandoffTitle: string
  UIhandoffSubtitle: string
  alwaysShowHandoff: boolean
  vg_enableUIEngine?: boolean
  vg_initMessages?: string[]
  position: "right" | "left"
  cornerRadius: number
  ignoredUrlPaths: string[]
  consentRequired: boolean
  consentText: string
  allowAttachments: boolean
  allowVoiceNotes: boolean
  askRating: boolean
  offerTranscript: boolean
  unreadSound: boolean
  unreadTitleFlash: boolean
  handoffTimeoutS: number
  starterQuestions: string[]
  paint: {
    mode: "light" | "dark"
    accent: string
    onAccent: string
    surface: string
    accentText: string
    edge: string
    soft: string
    raised: string
    text: string
    muted: string
    line: string
    font: string
  }
  webCalls: boolean
  recordsCalls: boolean
  darkPaint?: {
    mode: "light" | "dark"
    accent: string
    onAccent: string
    surface: string
    accentText: string
    edge: string
    soft: string
    raised: string
    text: string
    muted: string
    line: string
    font: string
  }
}

export type PublicOwner = {
  workspaceSecret?: string
  hasEverPaid: boolean
  internal: {
    useNewPricing: boolean
    isPayAsYouGo: boolean
    whitelabel_trial: boolean
  }
}

export type QuietHours = {
  from: string
  to: string
  timeZone: string
}

export type QuietHoursInput = {
  from: string
  to: string
  timeZone: string
}

export type Receipt = {
  id: string
  ts: number
  kind: "turn" | "interrupted" | "embedding" | "test" | "refill" | "grant" | "topup" | "transfer" | "refund" | "other"
  causedBy: string
  causedByMessage?: {
    code: string
    params?: { [key: string]: unknown }
  }
  agentId: string | null
  channel: string
  credits: number
  invoice?: {
    credits: number
    currency: "usd" | "eur" | "gbp"
    net: number
    tax: number
    total: number
  }
  orgId: string | null
  client: string
  units: {
    model: string
    paidBy: "platform" | "ownKey" | "sandbox"
    inputTokens: number
    outputTokens: number
    base: number
  }[]
  base: number
  markup: number
  clientPrice: number
  fee: number
  tax: number
  total: number
}

export type ReceiptTotal = {
  key: string
  label: string
  count: number
  credits: number
  base: number
  markup: number
  clientPrice: number
  fee: number
  tax: number
  total: number
}

export type Recipient = {
  leadId: string
  name: string
  address: string
  state: "waiting" | "queued" | "calling" | "talking" | "sent" | "delivered" | "read" | "answered" | "voicemail" | "busy" | "no_answer" | "failed" | "skipped"
  reason: string
  reasonMessage?: {
    code: string
    params?: { [key: string]: unknown }
  }
  replied: boolean
  sentAt: string | null
  conversationId: string | null
  callId: string | null
  attempts: number
  seconds: number
}

export type Refresh = "never" | "6h" | "12h" | "24h"

export type RefreshInput = "never" | "6h" | "12h" | "24h"

export type RequestLogEntry = {
  seq: number
  at: string
  requestId: string
  actorKind: "key" | "workspace" | "agency" | "agent"
  actorId: string
  actorName: string
  method: string
  operation: string
  path: string
  status: number
  code: string
  durationMs: number
}

export type ResponseMapping = {
  variable: string
  path: string
}

export type ResponseMappingInput = {
  variable: string
  path?: string
}

export type SavedTheme = {
  id: string
  name: string
  theme: CustomTheme
  createdAt: number
  lastModified: number
}

export type ScopeName = "agents:read" | "agents:write" | "knowledge:read" | "knowledge:write" | "conversations:read" | "conversations:write" | "tests:read" | "tests:write" | "tools:read" | "tools:write" | "analytics:read" | "analytics:write" | "workspace:read" | "workspace:write" | "files:read" | "files:write" | "events:read" | "events:write"

export type ScopeNameInput = "agents:read" | "agents:write" | "knowledge:read" | "knowledge:write" | "conversations:read" | "conversations:write" | "tests:read" | "tests:write" | "tools:read" | "tools:write" | "analytics:read" | "analytics:write" | "workspace:read" | "workspace:write" | "files:read" | "files:write" | "events:read" | "events:write"

export type Seats = {
  used: number
  limit: number
}

export type SecondStep = {
  secondStep: true
}

export type SeenPage = {
  url: string
  title: string
  at: string
}

export type SentEvent = {
  id: string
  type: SentEventName
  timestamp: string
  payload: { [key: string]: unknown }
  deliveries: Delivery[]
}

export type SentEventName = "new_conversation" | "message_received" | "handoff_requested" | "chat_delegated" | "form_submitted" | "new_lead" | "lead_captured" | "call_ended" | "call_transferred" | "agent_created" | "agent_updated" | "agent_published" | "agent_deleted" | "organisation_created" | "organisation_updated" | "organisation_deleted" | "client_created" | "client_updated" | "client_deleted" | "channel_connected" | "credits_low" | "webhook_test"

export type SentEventNameInput = "new_conversation" | "message_received" | "handoff_requested" | "chat_delegated" | "form_submitted" | "new_lead" | "lead_captured" | "call_ended" | "call_transferred" | "agent_created" | "agent_updated" | "agent_published" | "agent_deleted" | "organisation_created" | "organisation_updated" | "organisation_deleted" | "client_created" | "client_updated" | "client_deleted" | "channel_connected" | "credits_low" | "webhook_test"

export type SignedIn = {
  account: Account
  token: string
}

export type Source = {
  docId: string
  title: string
  text: string
  score: number
  late?: boolean
  n?: number
  url?: string
}

export type SourceType = "text" | "file" | "url" | "qa"

export type SourceTypeInput = "text" | "file" | "url" | "qa"

export type Speaker = {
  name: string
  photoURL?: string
}

export type Stage = {
  id: string
  name: string
}

export type StageInput = {
  id: string
  name: string
}

export type StripeConfig = {
  status: string
  items: {
    key: string
    quantity: number
  }[]
  currentPeriodStart: number
  currentPeriodEnd: number
  cancelsAt: number | null
  limits: Limits
  features: {
    whitelabel: boolean
    customBranding: boolean
  }
}

export type Submission = {
  messageId: string
  item: number
  values?: { [key: string]: string | number | boolean }
  button?: number
}

export type SubmissionInput = {
  messageId: string
  item: number
  values?: { [key: string]: string | number | boolean }
  button?: number
}

export type SuggestedTest = {
  question: string
  criterion: string
}

export type SupportAccess = {
  role: SupportRole
  until: string
  grantedBy: string
  grantedAt: string
}

export type SupportHoursInput = 1 | 8 | 24 | 72

export type SupportRole = "viewer" | "editor"

export type SupportRoleInput = "viewer" | "editor"

export type TabIdentity = {
  clientId: string
  email: string
  name: string
  orgId: string
  isAdmin: boolean
  href: string
  expiresAt: number
}

export type TaxInfo = {
  currency: "usd" | "eur" | "gbp"
  currencySymbol: string
  taxRate: number
  taxDescription: string
  exchangeRate: number
}

export type Template = {
  id: string
  status: string
  category: string
  name: string
  language: string
  bodyText: string
  values: number
  places: {
    part: "HEADER" | "LOCATION" | "BODY" | "BUTTON" | "CODE"
    name: string
    index?: number
  }[]
  media: "" | "IMAGE" | "VIDEO" | "DOCUMENT"
}

export type TestResult = {
  testId: string
  name: string
  protected: boolean
  passed: boolean
  error: string
  errorMessage?: {
    code: string
    params?: { [key: string]: unknown }
  }
  steps: {
    message: string
    answer: string
    path: string[]
    credits: number
    ms: number
    expectations: {
      expectation: Expectation
      passed: boolean
      detail: string
      detailMessage?: {
        code: string
        params?: { [key: string]: unknown }
      }
    }[]
  }[]
}

export type TestRun = {
  id: string
  agentId: string
  status: "running" | "paused" | "done" | "cancelled" | "failed"
  copy: "draft" | "published"
  version: number
  total: number
  done: number
  passed: number
  credits: number
  startedAt: string
  results: TestResult[]
}

export type TestStep = {
  message: string
  expectations: Expectation[]
}

export type TestStepInput = {
  message: string
  expectations?: ExpectationInput[]
}

export type Tool = {
  id: string
  name: string
  description: string
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  serverUrl: string
  fields: ToolField[]
  channels: ("web-chat" | "whatsapp" | "instagram" | "messenger" | "telegram" | "discord" | "sms" | "email" | "webhook" | "voice" | "api" | "test")[]
  isGlobal: boolean
  disabled: boolean
  timeoutMs: number
  responseMapping: ResponseMapping[]
}

export type ToolCallResult = {
  ok: boolean
  status: number
  durationMs: number
  request: {
    method: string
    url: string
    headers: { [key: string]: string }
    body: string
  }
  response: string
  error: string
  errorMessage?: {
    code: string
    params?: { [key: string]: unknown }
  }
  variables: { [key: string]: unknown }
}

export type ToolField = {
  key: string
  type: "string" | "number" | "integer" | "boolean" | "object" | "array"
  in: "body" | "query" | "header" | "path"
  required: boolean
  description: string
  isEnv: boolean
  value: string
  options: string[]
  example?: string
}

export type ToolFieldInput = {
  key: string
  type?: "string" | "number" | "integer" | "boolean" | "object" | "array"
  in?: "body" | "query" | "header" | "path"
  required?: boolean
  description?: string
  isEnv?: boolean
  value?: string
  options?: string[]
  example?: string
}

export type ToolInput = {
  id: string
  name: string
  description?: string
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  serverUrl: string
  fields?: ToolFieldInput[]
  channels?: ("web-chat" | "whatsapp" | "instagram" | "messenger" | "telegram" | "discord" | "sms" | "email" | "webhook" | "voice" | "api" | "test")[]
  isGlobal?: boolean
  disabled?: boolean
  timeoutMs?: number
  responseMapping?: ResponseMappingInput[]
}

export type TraceEntry = {
  type: "node"
  nodeId: string
  name: string
  by: string
  reason: string
  reasonMessage?: {
    code: string
    params?: { [key: string]: unknown }
  }
} | {
  type: "decision"
  candidates: {
    nodeId: string
    name: string
    condition: string
    kind: string
  }[]
  chosen: string
  reason: string
  fault: string
  faultMessage?: {
    code: string
    params?: { [key: string]: unknown }
  }
} | {
  type: "variable"
  name: string
  value: string
  before?: string
  refused: string
  refusedMessage?: {
    code: string
    params?: { [key: string]: unknown }
  }
} | {
  type: "retrieval"
  query: string
  passages: {
    docId: string
    title: string
    score: number
    text: string
    used: boolean
  }[]
  ms: number
} | {
  type: "model"
  purpose: "router" | "answer" | "judge" | "search"
  model: string
  paidBy: string
  prompt: string
  answer: string
  inputTokens: number
  outputTokens: number
  credits: number
  firstTokenMs?: number
  ms: number
  error: string
  errorMessage?: {
    code: string
    params?: { [key: string]: unknown }
  }
} | {
  type: "attachment"
  name: string
  mime: string
  given: "picture" | "text" | "transcript" | "name"
  chars?: number
  isCut?: boolean
  isEarlier: boolean
} | {
  type: "tool"
  toolId: string
  name: string
  arguments: string
  result: unknown
} | {
  type: "loss"
  item: string
  channel: string
  detail: string
  code?: string
  params?: { [key: string]: unknown }
} | {
  type: "limit"
  what: string
} | {
  type: "status"
  status: "talking" | "handed-off" | "ended"
  reason: string
  reasonMessage?: {
    code: string
    params?: { [key: string]: unknown }
  }
}

export type TrialState = "never" | "active" | "grace" | "over"

export type UseCase = "support" | "sales" | "appointments" | "other"

export type UseCaseInput = "support" | "sales" | "appointments" | "other"

export type Variable = {
  name: string
  type: "text" | "email" | "phone" | "number" | "date" | "time" | "boolean"
  description: string
  isEnv: boolean
  defaultValue: string
}

export type VariableInput = {
  name: string
  type?: "text" | "email" | "phone" | "number" | "date" | "time" | "boolean"
  description?: string
  isEnv?: boolean
  defaultValue?: string
}

export type VoiceConfig = {
  config: {
    engine?: "parlance" | "openai-realtime" | "vapi"
    recordAudio: boolean
    enableWebCalling: boolean
    backgroundNoise: string
    fillerWordsOnToolUsage?: boolean
    transfers?: {
      label: string
      number: string
      mode: "cold" | "warm"
    }[]
  }
  transcriber: {
    provider: string
    modelId: string
    utteranceThreshold: number
    language: string
    patienceFactor?: number
  }
  speechGen: {
    provider: string
    voiceId: string
    wordsReplacements?: {
      word: string
      replacement: string
    }[]
    backChannelling?: boolean
  }
}

export type VoicePatchInput = {
  config?: {
    engine?: "parlance" | "openai-realtime" | "vapi"
    recordAudio?: boolean
    enableWebCalling?: boolean
    backgroundNoise?: string
    fillerWordsOnToolUsage?: boolean
    transfers?: {
      label: string
      number: string
      mode: "cold" | "warm"
    }[]
  }
  transcriber?: {
    provider?: string
    modelId?: string
    utteranceThreshold?: number
    language?: string
    patienceFactor?: number
  }
  speechGen?: {
    provider?: string
    voiceId?: string
    wordsReplacements?: {
      word: string
      replacement: string
    }[]
    backChannelling?: boolean
  }
}

export type VoiceServices = {
  transcriber: {
    provider: string
    name: string
    isOffline: boolean
  }
  speech: {
    provider: string
    name: string
    isOffline: boolean
  }
  creditsPerMinute: number
  creditsPerSilentMinute?: number
  creditsPerThousandChars?: number
  notes?: ("engine_missing" | "engine_simulated" | "transcriber_missing" | "transcriber_unknown" | "transcriber_language" | "speech_missing" | "speech_unknown" | "speech_english_only" | "lines_english_only")[]
}

export type WhatIf = {
  month: string
  count: number
  prices: {
    usdPerToken: number
    markup: number
  }
  assumed: {
    input: number
    output: number
  } | null
  real: {
    credits: number
    clientCredits: number
    base: number
    worth: number
    clientPrice: number
    fee: number
    margin: number
  }
  whatIf: {
    credits: number
    clientCredits: number
    base: number
    worth: number
    clientPrice: number
    fee: number
    margin: number
  }
}

export type WhatsappNumber = {
  wabaId: string
  phoneId: string
  phoneNumber: string
  agentId: string
}

export type WhatsappNumberView = {
  wabaId: string
  phoneId: string
  phoneNumber: string
  agentId: string
  name: string
  status: "active" | "failing"
  lastError: string
  lastErrorMessage?: {
    code: string
    params?: { [key: string]: unknown }
  }
}

export type Workspace = {
  uid: string
  email: string
  joinedAt: number
  photoURL: string
  displayName: string
  location: "eu" | "default"
  loadTokens: number
  freeLTsTS: number
  referredFrom: string
  workspaceName: string
  workspaceSecret: string
  workspaceEmails: string[]
  workspacePhotoURL: string
  stripeCustomerId: string
  stripeSubscriptionId: string
  automaticBilling: boolean
  hasEverPaid: boolean
  plan: PlanId
  addOns: { [key: string]: number }
  entitlements: Entitlements
  doubleAccountWarningHidden: boolean
  stripeConnect: unknown
  internal: WorkspaceInternal
  v2StripeConfig: StripeConfig | null
  usersPerms: { [key: string]: unknown }
  showOnboarding: boolean
}

export type WorkspaceInternal = {
  isNewUser: boolean
  useNewPricing: boolean
  countryCode: string
  useMultipleStripes: boolean
  isPayAsYouGo: boolean
  whitelabel_trial: boolean
  whitelabelTrialEndsAt: number
  customPlan: CustomPlan
  autochargeCreditAmount: number
  autochargeCreditThreshold: number
  monthlyChargeLimit: number
  events: {
    endpoint: string
    subscribedEvents: string[]
  }
}

export type WorkspaceSummary = {
  uid: string
  workspaceName: string
  workspacePhotoURL: string
  email: string
  loadTokens: number
  hasEverPaid: boolean
  showOnboarding: boolean
  role: "viewer" | "editor" | "admin" | "owner"
  personal: boolean
  joinedAt?: string
  supportUntil?: string
}

export type WorkspacesWriteLogValue0Input = string | number | boolean | null | WorkspacesWriteLogValue0Input[] | { [key: string]: WorkspacesWriteLogValue0Input }

export type Written = {
  model: string
  credits: number
}

export interface Calls {
  platform: {
    /**
     * Get the regions of this installation, and whether each outside service is live or sandboxed
     * GET /status
     * Callers: public
     */
    status(input?: Record<string, never>, options?: CallOptions): Promise<{
      name: string
      version: string
      regions: ("eu" | "na")[]
      services: {
        id: "model" | "voiceflow" | "telegram" | "discord" | "meta" | "mail"
        name: string
        mode: "sandbox" | "live"
      }[]
      simulatorPages: string[]
      operatorNamed: boolean
      creditValueUsd?: number
      addOnsOnSale: AddOnId[]
    }>
    /**
     * Check whether to ask this account who runs the installation; true only for its first account until the operator is named
     * GET /operator-notice
     * Callers: session
     */
    operatorNotice(input?: Record<string, never>, options?: CallOptions): Promise<{
      wanted: boolean
    }>
    /**
     * List languages by code and English name; cached for a day
     * GET /translation-languages
     * Callers: public
     */
    translationLanguages(input?: {
      limit?: number
    }, options?: CallOptions): Promise<{
      success: true
      languages: {
        language: string
        name: string
      }[]
    }>
  }
  accounts: {
    /**
     * Create an account and its personal workspace
     * POST /account/sign-up
     * Callers: public
     */
    signUp(input: {
      email: string
      password: string
      name?: string
      region: "eu" | "na"
      ref?: string
      returnTo?: string
      invitation?: string
    }, options?: CallOptions): Promise<SignedIn>
    /**
     * Sign in with email and password; returns that a code is needed if two-factor authentication is on
     * POST /account/sign-in
     * Callers: public
     */
    signIn(input: {
      email: string
      password: string
    }, options?: CallOptions): Promise<SignedIn | SecondStep>
    /**
     * Sign out
     * POST /account/sign-out
     * Callers: session
     */
    signOut(input?: Record<string, never>, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Get the signed-in account; null if signed out
     * GET /account
     * Callers: public, session
     */
    me(input?: Record<string, never>, options?: CallOptions): Promise<{
      account: Account | null
    }>
    /**
     * Change the name of the signed-in account
     * PATCH /account
     * Callers: session
     */
    update(input: {
      name: string
    }, options?: CallOptions): Promise<{
      account: Account
    }>
    /**
     * Change the password and sign out all other sessions
     * POST /account/password
     * Callers: session
     */
    changePassword(input: {
      currentPassword: string
      newPassword: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Sign out everywhere else
     * POST /account/sessions/end-others
     * Callers: session
     */
    endOtherSessions(input?: Record<string, never>, options?: CallOptions): Promise<{
      success: true
      ended: number
    }>
    /**
     * Resend the verification email
     * POST /account/verification-email
     * Callers: session
     */
    resendVerification(input?: Record<string, never>, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Confirm an email address with the token from the email; changing an account’s address also requires its session
     * POST /account/verify-email
     * Callers: public, session
     */
    verifyEmail(input: {
      token: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Send a password reset email; the response is the same for unknown addresses
     * POST /account/password-reset
     * Callers: public
     */
    requestPasswordReset(input: {
      email: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Set a new password with the token from the reset email; signs out all sessions
     * POST /account/new-password
     * Callers: public
     */
    resetPassword(input: {
      token: string
      password: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Get an invitation by the token from its email
     * POST /account/invitation
     * Callers: public, session
     */
    invitation(input: {
      token: string
    }, options?: CallOptions): Promise<{
      data: {
        region: "eu" | "na"
        workspaceId: string
        workspaceName: string
        role: "viewer" | "editor" | "admin" | "owner"
        email: string
        inviterName: string
        inviterEmail: string
        hasAccount: boolean
      }
    }>
    /**
     * Accept an invitation; uses up its token and confirms the address of the session, which must be the invited one
     * POST /account/invitation/accept
     * Callers: session
     */
    acceptInvitation(input: {
      token: string
    }, options?: CallOptions): Promise<{
      data: {
        region: "eu" | "na"
        workspaceId: string
        workspaceName: string
      }
    }>
    /**
     * Finish a sign-in that needs a code, in the same browser and within ten minutes
     * POST /account/sign-in/second-step
     * Callers: public
     */
    secondStep(input: {
      code: string
    }, options?: CallOptions): Promise<SignedIn>
    /**
     * Get a challenge to sign in with a passkey
     * POST /account/sign-in/passkey/options
     * Callers: public
     */
    passkeySignInOptions(input?: Record<string, never>, options?: CallOptions): Promise<{
      options: { [key: string]: unknown }
    }>
    /**
     * Sign in with a passkey
     * POST /account/sign-in/passkey
     * Callers: public
     */
    signInByPasskey(input: {
      response: {
        id: string
        rawId: string
        type: "public-key"
        [key: string]: unknown
      }
    }, options?: CallOptions): Promise<SignedIn>
    /**
     * List sign-in providers of this installation
     * GET /account/providers
     * Callers: public
     */
    signInProviders(input?: {
      limit?: number
    }, options?: CallOptions): Promise<{
      items: {
        id: string
        name: string
      }[]
    }>
    /**
     * Start signing in with a provider, or connect it to the signed-in account
     * POST /account/providers/{providerId}/start
     * Callers: public, session
     */
    startProvider(input: {
      providerId: string
      purpose: "sign-in" | "connect"
      region?: "eu" | "na"
      password?: string
    }, options?: CallOptions): Promise<{
      url: string
    }>
    /**
     * Finish signing in with a provider, in the browser that started it
     * POST /account/providers/finish
     * Callers: public, session
     */
    finishProvider(input: {
      code: string
      state: string
    }, options?: CallOptions): Promise<SignedIn | SecondStep | {
      chooseRegion: {
        id: string
        name: string
      }
    } | {
      connected: {
        id: string
        name: string
      }
    }>
    /**
     * List sign-in methods of the account
     * GET /account/security
     * Callers: session
     */
    security(input?: Record<string, never>, options?: CallOptions): Promise<{
      hasPassword: boolean
      twoFactor: {
        on: boolean
        since: string | null
        recoveryCodesLeft: number
      }
      passkeys: {
        id: string
        name: string
        createdAt: string
        lastUsedAt: string | null
        synced: boolean
      }[]
      providers: {
        id: string
        name: string
        connected: boolean
      }[]
    }>
    /**
     * Get a secret for an authenticator app; takes effect once you confirm a code
     * POST /account/two-factor
     * Callers: session
     */
    startTwoFactor(input?: {
      password?: string
    }, options?: CallOptions): Promise<{
      key: string
      uri: string
      qr: string[]
    }>
    /**
     * Turn on two-factor authentication with a first code; returns the recovery codes
     * POST /account/two-factor/confirm
     * Callers: session
     */
    confirmTwoFactor(input: {
      code: string
    }, options?: CallOptions): Promise<{
      recoveryCodes: string[]
    }>
    /**
     * Create new recovery codes; the old ones stop working
     * POST /account/two-factor/recovery-codes
     * Callers: session
     */
    renewRecoveryCodes(input: {
      password?: string
      code: string
    }, options?: CallOptions): Promise<{
      recoveryCodes: string[]
    }>
    /**
     * Turn off two-factor authentication; requires the password and a code
     * POST /account/two-factor/stop
     * Callers: session
     */
    stopTwoFactor(input: {
      password?: string
      code: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Get a challenge to add a passkey
     * POST /account/passkeys/options
     * Callers: session
     */
    passkeyOptions(input?: {
      password?: string
    }, options?: CallOptions): Promise<{
      options: { [key: string]: unknown }
    }>
    /**
     * Add a passkey
     * POST /account/passkeys
     * Callers: session
     */
    addPasskey(input: {
      name: string
      response: {
        id: string
        rawId: string
        type: "public-key"
        [key: string]: unknown
      }
    }, options?: CallOptions): Promise<{
      passkey: {
        id: string
        name: string
        createdAt: string
        lastUsedAt: string | null
        synced: boolean
      }
    }>
    /**
     * Rename a passkey; unknown IDs return the same response
     * PATCH /account/passkeys/{passkeyId}
     * Callers: session
     */
    renamePasskey(input: {
      passkeyId: string
      name: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Remove a passkey; unknown IDs return the same response. You can’t remove the last sign-in method
     * DELETE /account/passkeys/{passkeyId}
     * Callers: session
     */
    removePasskey(input: {
      passkeyId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Disconnect a sign-in provider; you can’t remove the last sign-in method
     * DELETE /account/providers/{providerId}
     * Callers: session
     */
    disconnectProvider(input: {
      providerId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * List sessions of the account, most recently used first
     * GET /account/sessions
     * Callers: session
     */
    sessions(input?: {
      limit?: number
    }, options?: CallOptions): Promise<{
      items: {
        id: string
        browser: "chrome" | "safari" | "firefox" | "edge" | "opera" | "samsung" | "other"
        platform: "windows" | "macos" | "linux" | "android" | "ios" | "chromeos" | "other"
        country: string
        createdAt: string
        lastSeenAt: string
        current: boolean
      }[]
    }>
    /**
     * Sign out one session; unknown IDs return the same response
     * DELETE /account/sessions/{sessionId}
     * Callers: session
     */
    endSession(input: {
      sessionId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Set the language of the dashboard and emails
     * PUT /account/language
     * Callers: session
     */
    setLanguage(input: {
      language: "en" | "ar" | "de" | "es" | "fr" | "pt"
    }, options?: CallOptions): Promise<{
      account: Account
    }>
    /**
     * Upload or replace your photo
     * POST /account/photo
     * Callers: session
     */
    setPhoto(input: PhotoUploadInput, options?: CallOptions): Promise<{
      account: Account
    }>
    /**
     * Remove your photo
     * DELETE /account/photo
     * Callers: session
     */
    removePhoto(input?: Record<string, never>, options?: CallOptions): Promise<{
      account: Account
    }>
    /**
     * Change your email address; takes effect once you follow the link we send there
     * POST /account/email
     * Callers: session
     */
    changeEmail(input: {
      newEmail: string
      password?: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Get what would be deleted with the account
     * GET /account/holdings
     * Callers: session
     */
    holdings(input?: Record<string, never>, options?: CallOptions): Promise<Holdings>
    /**
     * Delete the account and every workspace it owns, for good
     * POST /account/deletion
     * Callers: session
     */
    deleteAccount(input: {
      typed: string
      password?: string
      code?: string
      withShared?: boolean
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Request an export of all account data in this region
     * POST /account/export
     * Callers: session
     */
    exportData(input?: Record<string, never>, options?: CallOptions): Promise<{
      data: AccountExport
    }>
    /**
     * Get the status of the latest export in this region; null if there is none
     * GET /account/export
     * Callers: session
     */
    exportState(input?: Record<string, never>, options?: CallOptions): Promise<{
      data: AccountExport | null
    }>
    /**
     * Get a download URL for a finished export; anyone with the URL can open it for five minutes
     * POST /account/export/{exportId}/address
     * Callers: session
     */
    exportAddress(input: {
      exportId: string
    }, options?: CallOptions): Promise<{
      url: string
      expiresAt: string
    }>
  }
  files: {
    /**
     * Upload an image for an agent
     * POST /rpc/uploadFile
     * Callers: session, workspace, agency, agent, client · least role: editor · scope of a key: files:write
     */
    uploadFile(input: {
      agentId: string
      userId?: string
      base64Payload: string
      targetPath?: string
      temporary?: boolean
    }, options?: CallOptions): Promise<{
      data: {
        url: string
        path: string
        id: string
        dbFilePath: string
        filename: string
        sizeKB: number
      }
    }>
  }
  audit: {
    /**
     * List audit log entries, newest first
     * GET /v2/workspaces/{uid}/audit
     * Callers: session, workspace · least role: admin
     */
    list(input: {
      uid: string
      who?: string
      kind?: "session" | "workspace" | "key" | "agency" | "agent" | "client" | "system" | "stranger" | "support"
      action?: string
      object?: string
      from?: string
      to?: string
      cursor?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: AuditEntry[]
      nextCursor: string | null
    }>
    /**
     * Export the newest 50,000 audit log entries as CSV
     * GET /v2/workspaces/{uid}/audit.csv
     * Callers: session, workspace · least role: admin
     */
    csv(input: {
      uid: string
      who?: string
      kind?: "session" | "workspace" | "key" | "agency" | "agent" | "client" | "system" | "stranger" | "support"
      action?: string
      object?: string
      from?: string
      to?: string
    }, options?: CallOptions): Promise<string>
    /**
     * Verify that the audit log hasn’t been tampered with
     * GET /v2/workspaces/{uid}/audit/check
     * Callers: session, workspace · least role: admin
     */
    check(input: {
      uid: string
    }, options?: CallOptions): Promise<{
      entries: number
      brokenAt: number | null
    }>
  }
  workspaces: {
    /**
     * List your workspaces in this region; creates the personal one on the first call
     * GET /v2/workspaces
     * Callers: session
     */
    list(input?: {
      limit?: number
    }, options?: CallOptions): Promise<{
      items: WorkspaceSummary[]
    }>
    /**
     * Get a workspace with its secret
     * GET /v2/workspaces/{uid}
     * Callers: session, workspace · least role: viewer · scope of a key: workspace:read
     */
    get(input: {
      uid: string
    }, options?: CallOptions): Promise<{
      data: Workspace
    }>
    /**
     * List credit transactions, newest first
     * GET /v2/workspaces/{uid}/credit-log
     * Callers: session, workspace · least role: viewer · scope of a key: workspace:read
     */
    creditLog(input: {
      uid: string
      cursor?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: CreditLogEntry[]
      nextCursor: string | null
    }>
    /**
     * List the workspace’s provider keys, masked
     * GET /v2/workspaces/{uid}/credentials
     * Callers: session, workspace · least role: viewer · scope of a key: workspace:read
     */
    credentials(input: {
      uid: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: Credential[]
      platformSpeech: ("deepgram" | "elevenlabs" | "cartesia" | "vapi")[]
    }>
    /**
     * Store or replace a provider key
     * PUT /v2/workspaces/{uid}/credentials/{provider}
     * Callers: session, workspace · least role: editor
     */
    saveCredential(input: {
      uid: string
      provider: KeyProviderInput
      apiKey: string
      baseUrl?: string
    }, options?: CallOptions): Promise<{
      success: true
      data: Credential
    }>
    /**
     * Delete a provider key
     * DELETE /v2/workspaces/{uid}/credentials/{provider}
     * Callers: session, workspace · least role: editor
     */
    deleteCredential(input: {
      uid: string
      provider: KeyProviderInput
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Test a stored or new provider key
     * POST /v2/workspaces/{uid}/credentials/{provider}/test
     * Callers: session, workspace · least role: editor
     */
    testCredential(input: {
      uid: string
      provider: KeyProviderInput
      apiKey?: string
      baseUrl?: string
      model?: string
    }, options?: CallOptions): Promise<{
      success: true
      data: KeyTest
    }>
    /**
     * List models available to agents, with prices and who pays
     * GET /v2/workspaces/{uid}/models
     * Callers: session, workspace · least role: viewer · scope of a key: workspace:read
     */
    models(input: {
      uid: string
      limit?: number
    }, options?: CallOptions): Promise<OfferedModels>
    /**
     * Check whether an owner has credits for another turn
     * GET /public/users/{ownerId}/check-credits
     * Callers: public
     */
    checkCredits(input: {
      ownerId: string
    }, options?: CallOptions): Promise<{
      continue: boolean
      hasEverPaid: boolean
    }>
    /**
     * Create a workspace in this region
     * POST /v2/workspaces
     * Callers: session
     */
    create(input?: {
      workspaceName?: string
    }, options?: CallOptions): Promise<{
      success: true
      data: Workspace
    }>
    /**
     * Update a workspace’s name and logo
     * POST /v2/workspaces/{uid}
     * Callers: session, workspace · least role: admin
     */
    save(input: {
      uid: string
      email?: unknown
      joinedAt?: unknown
      photoURL?: unknown
      displayName?: unknown
      location?: unknown
      loadTokens?: unknown
      freeLTsTS?: unknown
      referredFrom?: unknown
      workspaceName?: string
      workspaceSecret?: unknown
      workspaceEmails?: unknown
      workspacePhotoURL?: string
      stripeCustomerId?: unknown
      stripeSubscriptionId?: unknown
      automaticBilling?: unknown
      hasEverPaid?: unknown
      plan?: unknown
      addOns?: unknown
      entitlements?: unknown
      doubleAccountWarningHidden?: unknown
      stripeConnect?: unknown
      internal?: unknown
      v2StripeConfig?: unknown
      usersPerms?: unknown
      showOnboarding?: unknown
      role?: unknown
      personal?: unknown
      supportUntil?: unknown
      lastModified?: unknown
    }, options?: CallOptions): Promise<{
      success: true
      data: Workspace
    }>
    /**
     * Upload a logo; save its URL to show it
     * POST /v2/workspaces/{uid}/logo
     * Callers: session · least role: admin
     */
    uploadLogo(input: {
      uid: string
      base64Payload: string
      filename?: string
    }, options?: CallOptions): Promise<{
      data: {
        url: string
      }
    }>
    /**
     * Delete a workspace with everything in it
     * DELETE /v2/workspaces/{uid}
     * Callers: session · least role: owner
     */
    delete(input: {
      uid: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Leave a workspace
     * POST /v2/workspaces/{uid}/leave
     * Callers: session · least role: viewer
     */
    leave(input: {
      uid: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * List members and invitations of a workspace, owner first, with its seats
     * GET /v2/workspaces/{uid}/members
     * Callers: session, workspace · least role: viewer · scope of a key: workspace:read
     */
    members(input: {
      uid: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: Member[]
      seats: Seats
    }>
    /**
     * Invite someone by email; takes a seat right away
     * POST /v2/workspaces/{uid}/members
     * Callers: session · least role: admin
     */
    invite(input: {
      uid: string
      email: string
      role?: GivenRoleInputInput
    }, options?: CallOptions): Promise<{
      success: true
      data: Member
    }>
    /**
     * Resend a pending invitation
     * POST /v2/workspaces/{uid}/members/{email}/invitation
     * Callers: session · least role: admin
     */
    resendInvitation(input: {
      uid: string
      email: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Change a member’s role
     * PATCH /v2/workspaces/{uid}/members/{email}
     * Callers: session · least role: admin
     */
    setRole(input: {
      uid: string
      email: string
      role: GivenRoleInputInput
    }, options?: CallOptions): Promise<{
      success: true
      data: Member
    }>
    /**
     * Remove a member or cancel an invitation; their live streams end right away
     * DELETE /v2/workspaces/{uid}/members/{email}
     * Callers: session · least role: admin
     */
    removeMember(input: {
      uid: string
      email: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Invite someone as an editor with the workspace secret
     * POST /no-auth/workspaces/{uid}/invite
     * Callers: public, workspace · least role: editor
     */
    inviteBySecret(input: {
      uid: string
      secret?: string
      email: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Get public details of an owner; includes the workspace secret only for callers who may see it
     * GET /public/users/{userId}
     * Callers: public, session, workspace, agency · scope of a key: workspace:read
     */
    publicUser(input: {
      userId: string
      agencyId?: string
    }, options?: CallOptions): Promise<{
      data: PublicOwner
    }>
    /**
     * Record who referred a new user; only the first call counts
     * POST /events/new-user
     * Callers: session, workspace
     */
    newUser(input?: {
      userData?: unknown
      ps_xid?: string | null
      tolt_referral?: string | null
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * List regions in which you have workspaces
     * GET /account/regions
     * Callers: session
     */
    regions(input?: {
      limit?: number
    }, options?: CallOptions): Promise<{
      items: {
        region: "eu" | "na"
        name: string
        exists: boolean
        workspaces: number
        support: number
      }[]
      doubleAccountWarningHidden: boolean
      supportNeeds: "second-factor" | null
    }>
    /**
     * Dismiss the warning that the account exists in both regions
     * POST /rpc/hideDoubleAccountWarning
     * Callers: session
     */
    hideDoubleAccountWarning(input: {
      userId: string
      bucket?: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * List API keys, newest first, without the keys themselves
     * GET /v2/workspaces/{uid}/keys
     * Callers: session · least role: admin
     */
    keys(input: {
      uid: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: ApiKey[]
    }>
    /**
     * Create an API key; it’s shown only in this response
     * POST /v2/workspaces/{uid}/keys
     * Callers: session · least role: admin
     */
    createKey(input: {
      uid: string
      name: string
      scopes: ScopeNameInput[]
      expiresInDays?: number
    }, options?: CallOptions): Promise<{
      data: ApiKey
      key: string
    }>
    /**
     * Rename an API key or change its scopes
     * PATCH /v2/workspaces/{uid}/keys/{keyId}
     * Callers: session · least role: admin
     */
    updateKey(input: {
      uid: string
      keyId: string
      name?: string
      scopes?: ScopeNameInput[]
    }, options?: CallOptions): Promise<{
      data: ApiKey
    }>
    /**
     * Replace an API key; the old one keeps working for as many days as you choose
     * POST /v2/workspaces/{uid}/keys/{keyId}/rotate
     * Callers: session · least role: admin
     */
    rotateKey(input: {
      uid: string
      keyId: string
      graceDays?: number
    }, options?: CallOptions): Promise<{
      data: ApiKey
      key: string
    }>
    /**
     * Revoke an API key
     * DELETE /v2/workspaces/{uid}/keys/{keyId}
     * Callers: session · least role: admin
     */
    revokeKey(input: {
      uid: string
      keyId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Replace the workspace secret; the old one stops working right away
     * POST /v2/workspaces/{uid}/secret
     * Callers: session · least role: admin
     */
    renewSecret(input: {
      uid: string
    }, options?: CallOptions): Promise<{
      workspaceSecret: string
    }>
    /**
     * Email members of the workspace
     * POST /v2/workspaces/{uid}/email
     * Callers: workspace, session · least role: admin
     */
    sendEmail(input: {
      uid: string
      to?: string
      subject: string
      html: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Add an entry to the workspace log
     * POST /workspace/{userId}/logs
     * Callers: session, workspace · least role: editor · scope of a key: workspace:write
     */
    writeLog(input: {
      userId: string
      agentId?: string
      type: string
      content: string
      channel?: string
      metadata?: { [key: string]: WorkspacesWriteLogValue0Input }
      withEmail?: boolean
      region?: string
    }, options?: CallOptions): Promise<{
      success: true
      data: LogEntry
    }>
    /**
     * List workspace log entries, newest first
     * GET /v2/workspaces/{uid}/logs
     * Callers: session, workspace · least role: viewer · scope of a key: workspace:read
     */
    logs(input: {
      uid: string
      search?: string
      type?: string
      agentId?: string
      cursor?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: LogEntry[]
      nextCursor: string | null
    }>
    /**
     * Get the current support access, if any
     * GET /v2/workspaces/{uid}/support
     * Callers: session · least role: viewer
     */
    support(input: {
      uid: string
    }, options?: CallOptions): Promise<{
      offered: boolean
      access: SupportAccess | null
    }>
    /**
     * Grant support access for some hours; replaces earlier access
     * POST /v2/workspaces/{uid}/support
     * Callers: session · least role: admin
     */
    grantSupport(input: {
      uid: string
      role: SupportRoleInput
      hours: SupportHoursInput
    }, options?: CallOptions): Promise<{
      success: true
      data: SupportAccess
    }>
    /**
     * End support access; its live streams end right away
     * DELETE /v2/workspaces/{uid}/support
     * Callers: session · least role: admin
     */
    endSupport(input: {
      uid: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
  }
  billing: {
    /**
     * Get plan, add-ons, balance, automatic recharge and tax of a workspace
     * GET /v2/workspaces/{uid}/billing
     * Callers: session, workspace · least role: admin
     */
    overview(input: {
      uid: string
    }, options?: CallOptions): Promise<BillingOverview>
    /**
     * List invoices of a workspace, newest first
     * GET /v2/workspaces/{uid}/invoices
     * Callers: session, workspace · least role: admin
     */
    invoices(input: {
      uid: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: Invoice[]
    }>
    /**
     * Customer, subscriptions and payment method of a workspace
     * POST /stripe/get-user-data
     * Callers: session, workspace · least role: admin
     */
    getUserData(input: {
      userId: string
      region?: "eu" | "na"
    }, options?: CallOptions): Promise<{
      customer: {
        id: string
        email: string
        name: string
        taxId: string
      } | null
      subscriptions: {
        id: string
        status: string
        cancel_at_period_end: boolean
        cancel_at: number | null
        current_period_end: number
      }[]
      paymentMethod: PaymentMethod | null
      internalKeyRef: string
      currency: "usd" | "eur" | "gbp"
      subscriptionItems: {
        id: string
        key: string
        price: string
        quantity: number
      }[]
    }>
    /**
     * Make a payment method the default of a workspace
     * POST /stripe/upsert-payment-method
     * Callers: session, workspace · least role: admin
     */
    upsertPaymentMethod(input: {
      userId: string
      region?: "eu" | "na"
      paymentMethodId: string
      email: string
      name?: string
      phone?: string
      address?: {
        line1?: string
        line2?: string
        city?: string
        state?: string
        postal_code?: string
        country?: string
      }
      taxId?: string
      isNewPaymentMethod: boolean
      stripeAccountId?: string
    }, options?: CallOptions): Promise<{
      customerId: string
    }>
    /**
     * Check a discount code and get its discount
     * POST /stripe/check-discount-code
     * Callers: session, workspace · least role: admin
     */
    checkDiscountCode(input: {
      userId: string
      region?: "eu" | "na"
      discountCode: string
    }, options?: CallOptions): Promise<{
      discount: Discount
    }>
    /**
     * Subscribe a workspace to a plan
     * POST /stripe/create-subscription
     * Callers: session, workspace · least role: admin
     */
    createSubscription(input: {
      userId: string
      region?: "eu" | "na"
      planId: PlanIdInput
      addonsToShow?: {
        key: string
        quantity: number
      }[]
      discountCode?: string
    }, options?: CallOptions): Promise<{
      transactionId: string
      amountPaid: number
      tax: {
        currency: "usd" | "eur" | "gbp"
        amount: number
      }
      requiresAction: boolean
      clientSecret: string | null
      paymentIntentId: string | null
      subscriptionId: string
      status: string
    }>
    /**
     * Refresh a confirmed payment from the provider
     * POST /stripe/confirm-subscription-payment
     * Callers: session, workspace · least role: admin
     */
    confirmSubscriptionPayment(input: {
      userId: string
      region?: "eu" | "na"
      paymentIntentId: string
      subscriptionId?: string
    }, options?: CallOptions): Promise<{
      success: boolean
      status: string
      planStatus: PlanStatus
    }>
    /**
     * Buy credits with the default payment method
     * POST /stripe/top-up-usd
     * Callers: session, workspace · least role: admin
     */
    topUp(input: {
      userId: string
      region?: "eu" | "na"
      amount: number
      currency?: "usd" | "eur" | "gbp"
      again?: boolean
    }, options?: CallOptions): Promise<{
      success: boolean
      balance: number
      invoiceId: string
      requiresAction: boolean
      clientSecret: string | null
      paymentIntentId: string | null
    }>
    /**
     * Pay the overdue invoice of the subscription with the default payment method
     * POST /v2/workspaces/{uid}/pay-overdue
     * Callers: session, workspace · least role: admin
     */
    payOverdue(input: {
      uid: string
    }, options?: CallOptions): Promise<{
      success: boolean
      invoiceId: string
      requiresAction: boolean
      clientSecret: string | null
      paymentIntentId: string | null
    }>
    /**
     * Which add-ons a workspace has
     * POST /stripe/check-addon-status
     * Callers: session, workspace · least role: admin
     */
    checkAddonStatus(input: {
      userId: string
      region?: "eu" | "na"
      addonKeys: string[]
    }, options?: CallOptions): Promise<{
      hasSubscription: boolean
      addons: {
        addonKey: string
        hasAddon: boolean
        quantity: number
      }[]
    }>
    /**
     * Set quantities of add-ons
     * POST /stripe/add-addon-to-subscription
     * Callers: session, workspace · least role: admin
     */
    addAddon(input: {
      userId: string
      region?: "eu" | "na"
      addons: {
        addonId: string
        name?: string
        price?: unknown
        quantity: number
        incrementalQuantity?: number
        currency?: string
      }[]
    }, options?: CallOptions): Promise<{
      success: boolean
      errors: string[]
    }>
    /**
     * Remove add-ons from the next billing cycle on
     * POST /stripe/remove-addon-from-subscription
     * Callers: session, workspace · least role: admin
     */
    removeAddon(input: {
      userId: string
      region?: "eu" | "na"
      addonKeys: string[]
    }, options?: CallOptions): Promise<{
      success: boolean
      removed: string[]
    }>
    /**
     * Set quantities of add-ons in one change
     * PUT /v2/workspaces/{uid}/add-ons
     * Callers: session, workspace · least role: admin
     */
    setAddons(input: {
      uid: string
      addOns: { [key: string]: number }
    }, options?: CallOptions): Promise<{
      success: boolean
      errors: string[]
    }>
    /**
     * Cancel the subscription at the end of the billing cycle
     * POST /stripe/cancel-subscription
     * Callers: session, workspace · least role: admin
     */
    cancelSubscription(input: {
      userId: string
      region?: "eu" | "na"
      reason: string
    }, options?: CallOptions): Promise<{
      success: true
      cancelsAt: number
    }>
    /**
     * Reactivate a canceled subscription
     * POST /stripe/reactivate-subscription
     * Callers: session, workspace · least role: admin
     */
    reactivateSubscription(input: {
      userId: string
      region?: "eu" | "na"
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Set the automatic recharge of a workspace
     * PUT /v2/workspaces/{uid}/auto-recharge
     * Callers: session, workspace · least role: admin
     */
    setAutoRecharge(input: {
      uid: string
      automaticBilling: boolean
      internal?: {
        autochargeCreditThreshold?: number
        autochargeCreditAmount?: number
        monthlyChargeLimit?: number
      }
    }, options?: CallOptions): Promise<{
      success: true
      data: AutoRecharge
    }>
    /**
     * Turn automatic recharge on or off, with its threshold in credits
     * POST /rpc/postChangeAutoBilling
     * Callers: session, workspace · least role: admin
     */
    postChangeAutoBilling(input: {
      uid: string
      threshold?: number
      autoBilling: boolean
    }, options?: CallOptions): Promise<{
      success: boolean
      message: string
    }>
    /**
     * Ask the operator for an enterprise plan
     * POST /v2/workspaces/{uid}/enterprise-request
     * Callers: session, workspace · least role: admin
     */
    requestEnterprise(input: {
      uid: string
      name: string
      email: string
      company?: string
      message: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
  }
  clientBilling: {
    /**
     * List monthly budgets of agents and organizations, with spending
     * GET /v2/workspaces/{uid}/budgets
     * Callers: session, workspace, agency · least role: admin
     */
    budgets(input: {
      uid: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: Budget[]
    }>
    /**
     * Set the monthly budget of an agent or organization
     * PUT /v2/workspaces/{uid}/budgets/{kind}/{subjectId}
     * Callers: session, workspace, agency · least role: admin
     */
    saveBudget(input: {
      uid: string
      kind: BudgetKindInput
      subjectId: string
      limit: number
      alerts: number[]
      action: "warn" | "stop"
    }, options?: CallOptions): Promise<{
      data: Budget
    }>
    /**
     * Remove a budget
     * DELETE /v2/workspaces/{uid}/budgets/{kind}/{subjectId}
     * Callers: session, workspace, agency · least role: admin
     */
    deleteBudget(input: {
      uid: string
      kind: BudgetKindInput
      subjectId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Recalculate a month with a different credit price, markup or model
     * GET /v2/workspaces/{uid}/receipt-what-if
     * Callers: session, workspace, agency · least role: admin
     */
    receiptWhatIf(input: {
      uid: string
      month?: string
      usdPerToken?: number
      markup?: number
      model?: string
    }, options?: CallOptions): Promise<WhatIf>
    /**
     * Get where a month’s spent credits came from, who spent them and on what
     * GET /v2/workspaces/{uid}/credit-flow
     * Callers: session, workspace, agency · least role: admin
     */
    creditFlow(input: {
      uid: string
      month?: string
      by?: "agent" | "client"
    }, options?: CallOptions): Promise<CreditFlow>
    /**
     * Get the monthly budget that the agency set for an organization
     * GET /client/billing/budget
     * Callers: client
     */
    clientBudget(input: {
      orgId: string
    }, options?: CallOptions): Promise<{
      budget: ClientBudget | null
    }>
    /**
     * List charges of a workspace and its organizations with their costs, newest first
     * GET /v2/workspaces/{uid}/receipts
     * Callers: session, workspace, agency · least role: admin
     */
    receipts(input: {
      uid: string
      from?: string
      to?: string
      agentId?: string
      channel?: string
      invoiceId?: string
      model?: string
      orgId?: string
      cursor?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: Receipt[]
      nextCursor: string | null
    }>
    /**
     * Get total charges by client, agent, channel, model or day
     * GET /v2/workspaces/{uid}/receipt-totals
     * Callers: session, workspace, agency · least role: admin
     */
    receiptTotals(input: {
      uid: string
      by: "client" | "agent" | "channel" | "model" | "day"
      from?: string
      to?: string
      agentId?: string
      channel?: string
      model?: string
      orgId?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: ReceiptTotal[]
    }>
    /**
     * Export the newest 50,000 charges as CSV
     * GET /v2/workspaces/{uid}/receipts.csv
     * Callers: session, workspace, agency · least role: admin
     */
    receiptsCsv(input: {
      uid: string
      from?: string
      to?: string
      agentId?: string
      channel?: string
      invoiceId?: string
      model?: string
      orgId?: string
    }, options?: CallOptions): Promise<string>
    /**
     * List charges of an organization at its own price, newest first
     * GET /client/billing/receipts
     * Callers: client
     */
    clientReceipts(input: {
      orgId: string
      from?: string
      to?: string
      agentId?: string
      channel?: string
      invoiceId?: string
      cursor?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: ClientReceipt[]
      nextCursor: string | null
    }>
    /**
     * Get total charges of an organization by agent, channel or day
     * GET /client/billing/receipt-totals
     * Callers: client
     */
    clientReceiptTotals(input: {
      orgId: string
      by: "agent" | "channel" | "day"
      from?: string
      to?: string
      agentId?: string
      channel?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: ClientReceiptTotal[]
    }>
    /**
     * Export the newest 50,000 charges of an organization as CSV
     * GET /client/billing/receipts.csv
     * Callers: client
     */
    clientReceiptsCsv(input: {
      orgId: string
      from?: string
      to?: string
      agentId?: string
      channel?: string
      invoiceId?: string
    }, options?: CallOptions): Promise<string>
    /**
     * Get the client billing settings of an agency
     * GET /v2/workspaces/{uid}/client-billing
     * Callers: session, workspace, agency · least role: admin
     */
    agencyBilling(input: {
      uid: string
    }, options?: CallOptions): Promise<AgencyBilling>
    /**
     * Set the markup that clients pay on a credit
     * PUT /v2/workspaces/{uid}/client-billing
     * Callers: session, workspace, agency · least role: admin
     */
    saveAgencyBilling(input: {
      uid: string
      USDPerToken: number
    }, options?: CallOptions): Promise<AgencyBilling>
    /**
     * Create the payment account of an agency
     * POST /stripe/connect/create-account
     * Callers: session, workspace · least role: admin
     */
    createAccount(input: {
      workspace: string
    }, options?: CallOptions): Promise<{
      success: true
      accountId: string
    }>
    /**
     * Get a provider page to complete the account
     * POST /stripe/connect/account-link
     * Callers: session, workspace · least role: admin
     */
    accountLink(input: {
      workspace: string
    }, options?: CallOptions): Promise<{
      redirectUrl: string
    }>
    /**
     * Get the payment account and credit price of an agency
     * GET /stripe/connect/get-account-id/{agencyUserId}/{accountRegion}
     * Callers: session, workspace, client · least role: viewer
     */
    getAccountId(input: {
      agencyUserId: string
      accountRegion: "eu" | "na"
    }, options?: CallOptions): Promise<{
      accountId: string
      allowPlans: boolean
      usdPerCredit: number
    }>
    /**
     * List the plans that an agency sells to its clients
     * POST /rpc/getPlans
     * Callers: session, workspace, agency, client · least role: viewer
     */
    getPlans(input: {
      agencyAccountId: string
      workspaceId?: string
    }, options?: CallOptions): Promise<{
      plans: ClientPlan[]
    }>
    /**
     * Save the plans that an agency sells to its clients
     * POST /rpc/upsertAgencyPlans
     * Callers: session, workspace, agency · least role: admin
     */
    upsertAgencyPlans(input: {
      agencyAccountId: string
      workspaceId: string
      plans: ClientPlanInputInput[]
    }, options?: CallOptions): Promise<{
      success: true
      updatedPlans: ClientPlan[]
    }>
    /**
     * Get plans built from the monthly prices in an agency’s payment account
     * POST /rpc/assemblePreBuiltPlansFromStripe
     * Callers: session, workspace, agency · least role: admin
     */
    assemblePreBuiltPlansFromStripe(input: {
      workspaceId: string
      agencyAccountId?: string
    }, options?: CallOptions): Promise<{
      plans: {
        name: string
        price: number
        credits: number
        features: string[]
        isPopular: boolean
        priceId: string
        productId: string
        stripePrices: {
          id: string
          currency: string
          amount: number
          interval: string
        }[]
      }[]
    }>
    /**
     * Get a provider page on which an agency subscribes to pay as you go
     * POST /rpc/createAgencySubscriptionSession
     * Callers: session, workspace · least role: admin
     */
    createAgencySubscriptionSession(input: {
      workspaceId: string
    }, options?: CallOptions): Promise<{
      sessionUrl: string
    }>
    /**
     * Get an organization’s billing as its users see it
     * GET /client/billing
     * Callers: client
     */
    clientBilling(input: {
      orgId: string
    }, options?: CallOptions): Promise<ClientBilling>
    /**
     * Get the payment method of an organization
     * GET /stripe/connect/get-payment-methods/{customerId}/{accountId}
     * Callers: client
     */
    getPaymentMethods(input: {
      customerId: string
      accountId: string
    }, options?: CallOptions): Promise<{
      paymentMethod: PaymentMethod | null
    }>
    /**
     * Get the customer of an organization
     * GET /stripe/connect/get-billing-details/{customerId}/{accountId}
     * Callers: client
     */
    getBillingDetails(input: {
      customerId: string
      accountId: string
    }, options?: CallOptions): Promise<{
      customer: {
        id: string
        email: string
        name: string
      }
    }>
    /**
     * List the latest invoices of an organization
     * GET /stripe/connect/get-invoices/{customerId}/{accountId}
     * Callers: client
     */
    getInvoices(input: {
      customerId: string
      accountId: string
    }, options?: CallOptions): Promise<{
      invoices: {
        data: {
          id: string
          number: string
          created: number
          hosted_invoice_url: string
          status: string
          total: number
          dispute: Dispute
        }[]
      }
    }>
    /**
     * Set the payment method of an organization
     * POST /stripe/connect/update-payment
     * Callers: client
     */
    updatePayment(input: {
      workspaceStripeAccountId: string
      orgId: string
      region?: "eu" | "na"
      paymentMethodId: string
      userId?: string
      agencyId?: string
    }, options?: CallOptions): Promise<{
      customer: {
        id: string
      }
    }>
    /**
     * Buy credits for an organization
     * POST /stripe/connect/pre-paid
     * Callers: client · least role: editor
     */
    prePaid(input: {
      creditAmount: number
      region?: "eu" | "na"
      workspaceId: string
      clientId?: string
      orgId: string
      again?: boolean
    }, options?: CallOptions): Promise<{
      success: boolean
      loadTokens: number
      requiresAction: boolean
      clientSecret: string | null
      paymentIntentId: string | null
    }>
    /**
     * Refresh a purchase after the customer confirmed its payment
     * POST /stripe/connect/confirm-pre-paid
     * Callers: client
     */
    confirmPrePaid(input: {
      orgId: string
      paymentIntentId: string
    }, options?: CallOptions): Promise<{
      success: boolean
      loadTokens: number
    }>
    /**
     * Set the automatic recharge of an organization
     * POST /stripe/connect/update-autorecharge
     * Callers: client
     */
    updateAutorecharge(input: {
      workspaceStripeAccountId: string
      orgId: string
      region?: "eu" | "na"
      automaticBilling: boolean
      threshold: number
      amount: number
      customer_id?: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Get a provider page on which an organization subscribes to a plan
     * POST /stripe/connect/create-subscription
     * Callers: client
     */
    createOrgSubscription(input: {
      workspaceStripeAccountId: string
      orgId: string
      region?: "eu" | "na"
      priceId: string
      customerEmail?: string
      customerId?: string
      successUrl: string
      cancelUrl: string
    }, options?: CallOptions): Promise<{
      sessionUrl: string
    }>
    /**
     * End the subscription of an organization
     * POST /stripe/connect/cancel-subscription
     * Callers: client
     */
    cancelOrgSubscription(input: {
      workspaceStripeAccountId: string
      orgId: string
      region?: "eu" | "na"
      subscriptionId: string
    }, options?: CallOptions): Promise<{
      subscription: OrgSubscription
    }>
    /**
     * Move credits between a workspace and an organization
     * POST /v2/workspaces/{uid}/orgs/{orgId}/credit-transfer
     * Callers: session, workspace, client · least role: admin
     */
    transferCredits(input: {
      uid: string
      orgId: string
      source: "workspace" | "org"
      amount: number
    }, options?: CallOptions): Promise<{
      success: true
      workspace: number
      org: number
    }>
  }
  requests: {
    /**
     * List requests made with a workspace’s keys and secrets, newest first
     * GET /v2/workspaces/{uid}/requests
     * Callers: session, workspace · least role: admin
     */
    list(input: {
      uid: string
      key?: string
      kind?: "key" | "workspace" | "agency" | "agent"
      method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
      operation?: string
      search?: string
      status?: string
      requestId?: string
      from?: string
      to?: string
      cursor?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: RequestLogEntry[]
      nextCursor: string | null
    }>
  }
  events: {
    /**
     * List the webhook endpoints of a workspace, the default one first
     * GET /v2/workspaces/{uid}/events/endpoints
     * Callers: session, workspace · least role: viewer · scope of a key: events:read
     */
    endpoints(input: {
      uid: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: EventEndpoint[]
    }>
    /**
     * Add a webhook endpoint and get its signing secret
     * POST /v2/workspaces/{uid}/events/endpoints
     * Callers: session, workspace · least role: admin
     */
    createEndpoint(input: {
      endpoint: string
      name?: string
      subscribedEvents: EventNameInput[]
      uid: string
    }, options?: CallOptions): Promise<{
      data: EventEndpoint
      secret: string
    }>
    /**
     * Update a webhook endpoint; absent fields stay unchanged
     * PATCH /v2/workspaces/{uid}/events/endpoints/{endpointId}
     * Callers: session, workspace · least role: admin
     */
    updateEndpoint(input: {
      endpoint?: string
      name?: string
      subscribedEvents?: EventNameInput[]
      enabled?: boolean
      uid: string
      endpointId: string
    }, options?: CallOptions): Promise<{
      data: EventEndpoint
    }>
    /**
     * Delete a webhook endpoint and cancel its waiting deliveries
     * DELETE /v2/workspaces/{uid}/events/endpoints/{endpointId}
     * Callers: session, workspace · least role: admin
     */
    deleteEndpoint(input: {
      uid: string
      endpointId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Get the signing secret of a webhook endpoint
     * GET /v2/workspaces/{uid}/events/endpoints/{endpointId}/secret
     * Callers: session, workspace · least role: admin
     */
    endpointSecret(input: {
      uid: string
      endpointId: string
    }, options?: CallOptions): Promise<{
      data: EventSecret
    }>
    /**
     * Rotate the signing secret of a webhook endpoint; for 24 hours requests carry both signatures
     * POST /v2/workspaces/{uid}/events/endpoints/{endpointId}/secret/rotate
     * Callers: session, workspace · least role: admin
     */
    rotateEndpointSecret(input: {
      uid: string
      endpointId: string
    }, options?: CallOptions): Promise<{
      data: EventSecret
    }>
    /**
     * Send `webhook_test` to a webhook endpoint now and get the result
     * POST /v2/workspaces/{uid}/events/endpoints/{endpointId}/test
     * Callers: session, workspace · least role: admin
     */
    testEndpoint(input: {
      uid: string
      endpointId: string
    }, options?: CallOptions): Promise<{
      data: DeliveryDetail
    }>
    /**
     * Get the default webhook endpoint and its events
     * GET /v2/workspaces/{uid}/events
     * Callers: session, workspace · least role: viewer · scope of a key: events:read
     */
    settings(input: {
      uid: string
    }, options?: CallOptions): Promise<{
      data: EventSettings
    }>
    /**
     * Set the default webhook endpoint and its events
     * PUT /v2/workspaces/{uid}/events
     * Callers: session, workspace · least role: admin
     */
    saveSettings(input: {
      uid: string
      endpoint: string
      subscribedEvents: EventNameInput[]
    }, options?: CallOptions): Promise<{
      data: EventSettings
    }>
    /**
     * Get the signing secret
     * GET /v2/workspaces/{uid}/events/secret
     * Callers: session, workspace · least role: admin
     */
    secret(input: {
      uid: string
    }, options?: CallOptions): Promise<{
      data: EventSecret
    }>
    /**
     * Rotate the signing secret; for 24 hours, requests are signed with both
     * POST /v2/workspaces/{uid}/events/secret/rotate
     * Callers: session, workspace · least role: admin
     */
    rotateSecret(input: {
      uid: string
    }, options?: CallOptions): Promise<{
      data: EventSecret
    }>
    /**
     * Send a `webhook_test` event now and return the result
     * POST /v2/workspaces/{uid}/events/test
     * Callers: session, workspace · least role: admin
     */
    test(input: {
      uid: string
    }, options?: CallOptions): Promise<{
      data: DeliveryDetail
    }>
    /**
     * List deliveries of the last 30 days, newest first
     * GET /v2/workspaces/{uid}/events/deliveries
     * Callers: session, workspace · least role: viewer · scope of a key: events:read
     */
    deliveries(input: {
      uid: string
      state?: DeliveryFilterInput
      type?: SentEventNameInput
      endpointId?: string
      search?: string
      cursor?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: Delivery[]
      nextCursor: string | null
    }>
    /**
     * Get a delivery with its request and attempts
     * GET /v2/workspaces/{uid}/events/deliveries/{deliveryId}
     * Callers: session, workspace · least role: viewer · scope of a key: events:read
     */
    delivery(input: {
      uid: string
      deliveryId: string
    }, options?: CallOptions): Promise<{
      data: DeliveryDetail
    }>
    /**
     * Get an event of the last 30 days with its payload and deliveries
     * GET /v2/workspaces/{uid}/events/sent/{eventId}
     * Callers: session, workspace · least role: viewer · scope of a key: events:read
     */
    event(input: {
      uid: string
      eventId: string
    }, options?: CallOptions): Promise<{
      data: SentEvent
    }>
    /**
     * Replay a delivery with the same body and a new ID
     * POST /v2/workspaces/{uid}/events/deliveries/{deliveryId}/replay
     * Callers: session, workspace · least role: editor · scope of a key: events:write
     */
    replay(input: {
      uid: string
      deliveryId: string
    }, options?: CallOptions): Promise<{
      data: Delivery
    }>
    /**
     * Replay failed deliveries since a point in time that haven’t been replayed, max 1,000
     * POST /v2/workspaces/{uid}/events/replay-failed
     * Callers: session, workspace · least role: editor · scope of a key: events:write
     */
    replayFailed(input: {
      uid: string
      endpointId?: string
      since: string
    }, options?: CallOptions): Promise<{
      replayed: number
    }>
    /**
     * Retry all waiting deliveries now
     * POST /v2/workspaces/{uid}/events/try-waiting
     * Callers: session, workspace · least role: editor · scope of a key: events:write
     */
    tryWaiting(input: {
      uid: string
      endpointId?: string
    }, options?: CallOptions): Promise<{
      trying: number
    }>
  }
  onboarding: {
    /**
     * Get the onboarding state and what it created
     * GET /v2/workspaces/{uid}/onboarding
     * Callers: session · least role: owner
     */
    get(input: {
      uid: string
    }, options?: CallOptions): Promise<{
      data: {
        useCase: UseCase | null
        website: string
        template: "customer-support" | "real-estate-agent" | "health-care-agent" | "confirm-email" | "make-appointment" | "blank-template" | "game-npc" | null
        skipped: boolean
        agentId: string
        crawlId: string
        note: string
        noteMessage?: {
          code: string
          params?: { [key: string]: unknown }
        }
        showOnboarding: boolean
      }
    }>
    /**
     * Preview the first agent from a website; creates nothing
     * POST /v2/workspaces/{uid}/onboarding/preview
     * Callers: session · least role: owner
     */
    preview(input: {
      uid: string
      useCase?: UseCaseInput
      website?: string
      template?: "customer-support" | "real-estate-agent" | "health-care-agent" | "confirm-email" | "make-appointment" | "blank-template" | "game-npc"
      lang?: "en" | "ar" | "de" | "es" | "fr" | "pt"
      timeZone?: string
    }, options?: CallOptions): Promise<{
      data: FirstAgent
    }>
    /**
     * Create the first agent, or skip onboarding
     * POST /v2/workspaces/{uid}/onboarding
     * Callers: session · least role: owner
     */
    finish(input: {
      uid: string
      useCase?: UseCaseInput
      website?: string
      template?: "customer-support" | "real-estate-agent" | "health-care-agent" | "confirm-email" | "make-appointment" | "blank-template" | "game-npc"
      lang?: "en" | "ar" | "de" | "es" | "fr" | "pt"
      timeZone?: string
      skip?: boolean
    }, options?: CallOptions): Promise<{
      success: true
      data: {
        useCase: UseCase | null
        website: string
        template: "customer-support" | "real-estate-agent" | "health-care-agent" | "confirm-email" | "make-appointment" | "blank-template" | "game-npc" | null
        skipped: boolean
        agentId: string
        crawlId: string
        note: string
        noteMessage?: {
          code: string
          params?: { [key: string]: unknown }
        }
        showOnboarding: boolean
      }
    }>
    /**
     * Mark onboarding as done
     * POST /v2/workspaces/{uid}/owner-verified
     * Callers: session · least role: editor
     */
    ownerVerified(input: {
      uid: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
  }
  tools: {
    /**
     * List shared tools, recently modified first
     * GET /v2/workspaces/{uid}/tools
     * Callers: session, workspace · least role: viewer · scope of a key: tools:read
     */
    list(input: {
      uid: string
      search?: string
      cursor?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: {
        id: string
        name: string
        description: string
        method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
        serverUrl: string
        fields: ToolField[]
        channels: ("web-chat" | "whatsapp" | "instagram" | "messenger" | "telegram" | "discord" | "sms" | "email" | "webhook" | "voice" | "api" | "test")[]
        isGlobal: boolean
        disabled: boolean
        timeoutMs: number
        responseMapping: ResponseMapping[]
        lastModified: number
        usedBy: number
      }[]
      nextCursor: string | null
    }>
    /**
     * Create or replace a shared tool
     * PUT /v2/workspaces/{uid}/tools/{toolId}
     * Callers: session, workspace · least role: editor · scope of a key: tools:write
     */
    save(input: {
      name: string
      description?: string
      method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
      serverUrl: string
      fields?: ToolFieldInput[]
      channels?: ("web-chat" | "whatsapp" | "instagram" | "messenger" | "telegram" | "discord" | "sms" | "email" | "webhook" | "voice" | "api" | "test")[]
      isGlobal?: boolean
      disabled?: boolean
      timeoutMs?: number
      responseMapping?: ResponseMappingInput[]
      uid: string
      toolId: string
    }, options?: CallOptions): Promise<{
      data: {
        id: string
        name: string
        description: string
        method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
        serverUrl: string
        fields: ToolField[]
        channels: ("web-chat" | "whatsapp" | "instagram" | "messenger" | "telegram" | "discord" | "sms" | "email" | "webhook" | "voice" | "api" | "test")[]
        isGlobal: boolean
        disabled: boolean
        timeoutMs: number
        responseMapping: ResponseMapping[]
        lastModified: number
        usedBy: number
      }
    }>
    /**
     * Delete a shared tool
     * DELETE /v2/workspaces/{uid}/tools/{toolId}
     * Callers: session, workspace · least role: editor · scope of a key: tools:write
     */
    delete(input: {
      uid: string
      toolId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Test a tool, saved or not; sends a real request
     * POST /v2/workspaces/{uid}/tools/test
     * Callers: session, workspace · least role: editor · scope of a key: tools:write
     */
    test(input: {
      uid: string
      tool: ToolInput
      arguments: { [key: string]: unknown }
      variables?: { [key: string]: unknown }
    }, options?: CallOptions): Promise<{
      data: ToolCallResult
    }>
    /**
     * Read tools from an OpenAPI document (JSON or YAML) or a curl command; nothing is stored
     * POST /v2/workspaces/{uid}/tools/import
     * Callers: session, workspace · least role: editor · scope of a key: tools:read
     */
    import(input: {
      uid: string
      format: "openapi" | "curl"
      text: string
    }, options?: CallOptions): Promise<{
      tools: Tool[]
      notes: string[]
      noteMessages: {
        code?: string
        params?: { [key: string]: unknown }
        message: string
      }[]
    }>
    /**
     * List the tools of an MCP server
     * POST /v2/workspaces/{uid}/tools/mcp
     * Callers: session, workspace · least role: editor · scope of a key: tools:write
     */
    mcpTools(input: {
      uid: string
      server: McpServerInput
    }, options?: CallOptions): Promise<{
      tools: {
        name: string
        description: string
        parameters: unknown
      }[]
    }>
    /**
     * List tool secrets by name, without values
     * GET /v2/workspaces/{uid}/secrets
     * Callers: session, workspace · least role: viewer · scope of a key: tools:read
     */
    secrets(input: {
      uid: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: {
        name: string
        ts: number
      }[]
    }>
    /**
     * Create or replace a tool secret
     * PUT /v2/workspaces/{uid}/secrets/{name}
     * Callers: session, workspace · least role: editor
     */
    saveSecret(input: {
      uid: string
      name: string
      value: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Delete a tool secret; tools that use it fail until you add it again
     * DELETE /v2/workspaces/{uid}/secrets/{name}
     * Callers: session, workspace · least role: editor
     */
    deleteSecret(input: {
      uid: string
      name: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
  }
  themes: {
    /**
     * List custom themes, newest first
     * GET /v2/workspaces/{uid}/themes
     * Callers: session, workspace · least role: viewer · scope of a key: agents:read
     */
    list(input: {
      uid: string
      search?: string
      cursor?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: SavedTheme[]
      nextCursor: string | null
    }>
    /**
     * Create a theme from a color; max 100, unique names
     * POST /v2/workspaces/{uid}/themes
     * Callers: session, workspace · least role: editor · scope of a key: agents:write
     */
    create(input: {
      name: string
      themeType: "light" | "dark"
      primary: string
      uid: string
    }, options?: CallOptions): Promise<{
      data: SavedTheme
    }>
    /**
     * Rename a theme or change its color
     * PATCH /v2/workspaces/{uid}/themes/{themeId}
     * Callers: session, workspace · least role: editor · scope of a key: agents:write
     */
    update(input: {
      name?: string
      themeType?: "light" | "dark"
      primary?: string
      uid: string
      themeId: string
    }, options?: CallOptions): Promise<{
      data: SavedTheme
    }>
    /**
     * Delete a theme; agents that use it keep their colors
     * DELETE /v2/workspaces/{uid}/themes/{themeId}
     * Callers: session, workspace · least role: editor · scope of a key: agents:write
     */
    delete(input: {
      uid: string
      themeId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Restore a deleted theme
     * POST /v2/workspaces/{uid}/themes/{themeId}/restore
     * Callers: session, workspace · least role: editor · scope of a key: agents:write
     */
    restore(input: {
      uid: string
      themeId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
  }
  agencies: {
    /**
     * Get the agency of a workspace; null until it is initialized or has its first organization
     * GET /v2/workspaces/{uid}/agency
     * Callers: session, workspace, agency · least role: viewer
     */
    get(input: {
      uid: string
    }, options?: CallOptions): Promise<{
      data: Agency | null
      version: number
    }>
    /**
     * Create the agency of a workspace with defaults, or return the existing one
     * POST /v2/workspaces/{uid}/agency
     * Callers: session · least role: admin
     */
    initialize(input: {
      uid: string
    }, options?: CallOptions): Promise<{
      data: Agency
      version: number
      success: true
      created: boolean
    }>
    /**
     * Update an agency’s branding and sign-in
     * PATCH /v2/workspaces/{uid}/agency
     * Callers: session, agency · least role: admin
     */
    update(input: {
      name?: string
      brandingText?: string
      squarePhotoURL?: string
      darkModeSquarePhotourl?: string
      settings?: {
        disablePasswordLogin?: boolean
        hideAccountExistence?: boolean
        showPricing?: boolean
        footerText?: string
        footerLinks?: {
          label: string
          href: string
        }[]
      }
      mainWebsite?: string
      supportEmail?: string
      tosPage?: string
      privacyPolicypPage?: string
      address?: string
      themeVariant?: "default" | "bordered" | "faded" | "flat"
      themeColorUsage?: "plain" | "colorful" | "gradient"
      googleFont?: string
      customThemeJSONString?: string
      secondaryColorHex?: string
      customCSS?: string
      customTabs?: {
        label: string
        href: string
        iconUrl?: string
        pageType?: "html" | "iframe"
        htmlContent?: string
        jsContent?: string
        iframeUrl?: string
        alwaysVisible?: boolean
      }[]
      uid: string
      version?: number
    }, options?: CallOptions): Promise<{
      data: Agency
      version: number
      success: true
    }>
    /**
     * Upload an agency logo; save its URL to keep it
     * POST /v2/workspaces/{uid}/agency/pictures
     * Callers: session, agency · least role: admin
     */
    uploadPicture(input: {
      base64Payload: string
      uid: string
    }, options?: CallOptions): Promise<{
      success: true
      data: {
        url: string
      }
    }>
    /**
     * Replace the agency secret; the old one stops working right away
     * POST /v2/workspaces/{uid}/agency/secret
     * Callers: session · least role: admin
     */
    renewSecret(input: {
      uid: string
    }, options?: CallOptions): Promise<{
      data: Agency
      version: number
      success: true
    }>
    /**
     * Start the 14-day white-label trial
     * POST /rpc/activateWhitelabelTrial
     * Callers: session · least role: owner
     */
    activateTrial(input: {
      workspaceId: string
    }, options?: CallOptions): Promise<{
      success: true
      whitelabelTrialEndsAt: number
    }>
    /**
     * List custom tabs that the client user can open, in order
     * GET /client/tabs
     * Callers: client
     */
    listTabs(input?: {
      limit?: number
    }, options?: CallOptions): Promise<{
      items: CustomTabEntry[]
    }>
    /**
     * Get a custom tab’s content, and a token that identifies the user to it
     * GET /client/tabs/open
     * Callers: client
     */
    openTab(input: {
      href: string
    }, options?: CallOptions): Promise<{
      data: OpenedTab
    }>
    /**
     * Verify a custom tab’s token, for the agency’s server
     * POST /public/agencies/{agencyId}/verify-identity
     * Callers: public
     */
    verifyIdentity(input: {
      agencyId: string
      token: string
    }, options?: CallOptions): Promise<{
      data: TabIdentity
    }>
    /**
     * Check that a font exists at the provider, and fetch it
     * POST /v2/workspaces/{uid}/agency/font
     * Callers: session, agency · least role: admin
     */
    checkFont(input: {
      uid: string
      name: string
    }, options?: CallOptions): Promise<{
      success: true
      css: string
    }>
    /**
     * Email feedback to your agency’s support address, or to its owner without one
     * POST /agencies/{agencyId}/email
     * Callers: client
     */
    sendFeedback(input: {
      to?: string
      subject?: string
      html: string
      agencyData?: {
        ID: string
        name?: string
      }
      bucket?: {
        filename: string
        base64Payload: string
      }[]
      agencyId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Get the name, logo and sign-in methods of an agency, for its sign-in page
     * GET /public/agencies/{agencyId}
     * Callers: public
     */
    getPublic(input: {
      agencyId: string
    }, options?: CallOptions): Promise<{
      data: PublicAgency
    }>
  }
  domains: {
    /**
     * Claim a subdomain or a custom domain
     * POST /vercel-api/custom-domain
     * Callers: session, agency · least role: admin
     */
    claim(input: {
      customDomain: string
      userId: string
      agencyId?: string
      isVGSubdomain?: boolean
      isCustomDomain?: boolean
    }, options?: CallOptions): Promise<{
      success: boolean
      data: DomainState
    }>
    /**
     * Check the DNS records of a claimed domain, and verify it once they’re there
     * GET /vercel-api/custom-domain
     * Callers: session, agency · least role: admin
     */
    status(input: {
      domain: string
      domainType: DomainTypeInput
      userId?: string
    }, options?: CallOptions): Promise<DomainState>
    /**
     * Remove a domain
     * DELETE /vercel-api/custom-domain
     * Callers: session, agency · least role: admin
     */
    remove(input: {
      domain: string
      domainType: DomainTypeInput
      userId?: string
    }, options?: CallOptions): Promise<{
      success: true
      message: string
    }>
    /**
     * Check whether a verified custom domain responds
     * GET /proxy
     * Callers: session, agency · least role: admin
     */
    proxy(input: {
      domain: string
      userId?: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Check whether a name can be claimed; returns the reason if not
     * GET /v2/domain-names/available
     * Callers: session, agency · least role: admin
     */
    available(input: {
      domain: string
      domainType: DomainTypeInput
      userId?: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Email a claimed domain’s DNS records to the person who manages it
     * POST /mail/send-dns-instructions
     * Callers: session, agency · least role: admin
     */
    sendDnsInstructions(input: {
      to: string
      subject?: string
      htmlContent?: string
      fromDisplayName?: string
      userId: string
      domain: string
    }, options?: CallOptions): Promise<{
      success: true
      message: string
    }>
    /**
     * Email a claimed domain’s DNS records, in any region
     * POST /mail/send-dns-instructions
     * Callers: session
     */
    sendOwnDnsInstructions(input: {
      to: string
      subject?: string
      htmlContent?: string
      fromDisplayName?: string
      userId?: string
      domain?: string
    }, options?: CallOptions): Promise<{
      success: true
      message: string
    }>
    /**
     * Add the domain that emails to clients come from; subdomains are reduced to it
     * POST /resend/domains/{domain}
     * Callers: session, agency · least role: admin
     */
    addEmailDomain(input: {
      domain: string
      userId: string
      agencyId?: string
    }, options?: CallOptions): Promise<{
      success: true
      data: EmailDomain
    }>
    /**
     * Check the DNS records of the email domain
     * POST /resend/domains/{domainId}/verify
     * Callers: session, agency · least role: admin
     */
    verifyEmailDomain(input: {
      domainId: string
      userId?: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Get status and DNS records of the email domain
     * GET /resend/domains/{domainId}
     * Callers: session, agency · least role: admin
     */
    emailDomain(input: {
      domainId: string
      userId?: string
    }, options?: CallOptions): Promise<{
      success: true
      data: EmailDomain
    }>
    /**
     * Remove the email domain; emails come from us again
     * DELETE /resend/domains/{domainId}
     * Callers: session, agency · least role: admin
     */
    removeEmailDomain(input: {
      domainId: string
      userId?: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
  }
  orgs: {
    /**
     * List organizations with statistics of the last 30 days, newest first
     * GET /v2/workspaces/{uid}/orgs
     * Callers: session, workspace, agency · least role: viewer · scope of a key: workspace:read
     */
    list(input: {
      uid: string
      search?: string
      needs?: "attention"
      billing?: "enabled"
      cursor?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: OrgSummary[]
      nextCursor: string | null
    }>
    /**
     * Create an organization
     * POST /v2/workspaces/{uid}/orgs
     * Callers: session, workspace, agency · least role: editor · scope of a key: workspace:write
     */
    create(input: {
      name?: string
      widgetIDs?: string[]
      preferredLanguage?: "en" | "ar" | "de" | "es" | "fr" | "pt"
      dashboardLayout?: "vertical" | "horizontal"
      defaultClientAccess?: string[]
      defaultClientTabOrder?: string[]
      predefinedTags?: string[]
      disallowAnyTags?: boolean
      disableHandoff?: boolean
      allowBilling?: boolean
      settings?: {
        smartHandoff?: boolean
        disableHandoffMessages?: boolean
        enableCannedResponses?: boolean
        continousSessionUI?: boolean
        disableClientAccess?: boolean
        disableClientAccessMessage?: string
      }
      uid: string
    }, options?: CallOptions): Promise<{
      success: true
      data: Org
    }>
    /**
     * Get an organization
     * GET /v2/workspaces/{uid}/orgs/{orgId}
     * Callers: session, workspace, agency, client · least role: viewer · scope of a key: workspace:read
     */
    get(input: {
      uid: string
      orgId: string
    }, options?: CallOptions): Promise<{
      data: Org
    }>
    /**
     * Update an organization; absent fields stay unchanged
     * PATCH /v2/workspaces/{uid}/orgs/{orgId}
     * Callers: session, workspace, agency, client · least role: editor · scope of a key: workspace:write
     */
    update(input: {
      name?: string
      widgetIDs?: string[]
      preferredLanguage?: "en" | "ar" | "de" | "es" | "fr" | "pt"
      dashboardLayout?: "vertical" | "horizontal"
      defaultClientAccess?: string[]
      defaultClientTabOrder?: string[]
      predefinedTags?: string[]
      disallowAnyTags?: boolean
      disableHandoff?: boolean
      allowBilling?: boolean
      automaticBilling?: boolean
      autochargeAmount?: number
      autochargeThreshold?: number
      settings?: {
        smartHandoff?: boolean
        disableHandoffMessages?: boolean
        enableCannedResponses?: boolean
        continousSessionUI?: boolean
        disableClientAccess?: boolean
        disableClientAccessMessage?: string
      }
      uid: string
      orgId: string
    }, options?: CallOptions): Promise<{
      success: true
      data: Org
    }>
    /**
     * Delete an organization with all its client users
     * DELETE /v2/workspaces/{uid}/orgs/{orgId}
     * Callers: session, workspace · least role: admin
     */
    delete(input: {
      uid: string
      orgId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Upload or replace an organization’s logo
     * POST /v2/workspaces/{uid}/orgs/{orgId}/photo
     * Callers: session, workspace, agency, client · least role: editor · scope of a key: workspace:write
     */
    setPhoto(input: {
      base64Payload: string
      uid: string
      orgId: string
    }, options?: CallOptions): Promise<{
      success: true
      data: Org
    }>
    /**
     * Remove an organization’s logo
     * DELETE /v2/workspaces/{uid}/orgs/{orgId}/photo
     * Callers: session, workspace, agency, client · least role: editor · scope of a key: workspace:write
     */
    removePhoto(input: {
      uid: string
      orgId: string
    }, options?: CallOptions): Promise<{
      success: true
      data: Org
    }>
    /**
     * List client users of an organization by name
     * GET /v2/workspaces/{uid}/orgs/{orgId}/clients
     * Callers: session, workspace, agency, client · least role: viewer · scope of a key: workspace:read
     */
    clients(input: {
      uid: string
      orgId: string
      search?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: Client[]
    }>
    /**
     * Add a client user
     * POST /v2/workspaces/{uid}/orgs/{orgId}/clients
     * Callers: session, agency, client · least role: editor
     */
    addClient(input: {
      email: string
      name: string
      dashboardPassword?: string
      widgetIDs?: string[]
      canAccess?: string[]
      clientTabOrder?: string[]
      isOrgAdmin?: boolean
      allowCreateAgents?: boolean
      preferredLanguage?: "en" | "ar" | "de" | "es" | "fr" | "pt"
      uid: string
      orgId: string
    }, options?: CallOptions): Promise<{
      success: true
      data: Client
    }>
    /**
     * Update a client user; absent fields stay unchanged
     * PATCH /v2/workspaces/{uid}/orgs/{orgId}/clients/{clientId}
     * Callers: session, agency, client · least role: editor
     */
    updateClient(input: {
      email?: string
      name?: string
      dashboardPassword?: string
      widgetIDs?: string[]
      canAccess?: string[]
      clientTabOrder?: string[]
      isOrgAdmin?: boolean
      allowCreateAgents?: boolean
      preferredLanguage?: "en" | "ar" | "de" | "es" | "fr" | "pt"
      uid: string
      orgId: string
      clientId: string
    }, options?: CallOptions): Promise<{
      success: true
      data: Client
    }>
    /**
     * Remove a client user and sign them out
     * DELETE /v2/workspaces/{uid}/orgs/{orgId}/clients/{clientId}
     * Callers: session, workspace, agency, client · least role: editor · scope of a key: workspace:write
     */
    deleteClient(input: {
      uid: string
      orgId: string
      clientId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Email a client user a link to set their password
     * POST /v2/workspaces/{uid}/orgs/{orgId}/clients/{clientId}/invite
     * Callers: session, agency, client · least role: editor
     */
    inviteClient(input: {
      uid: string
      orgId: string
      clientId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Create a single-use link to sign in as a client user, valid for 15 minutes
     * POST /v2/workspaces/{uid}/orgs/{orgId}/clients/{clientId}/sign-in-link
     * Callers: session · least role: admin
     */
    createSignInLink(input: {
      uid: string
      orgId: string
      clientId: string
    }, options?: CallOptions): Promise<{
      data: {
        url: string
        expiresAt: string
      }
    }>
    /**
     * Create a single-use link to sign in as the agency’s admin, valid for 10 minutes
     * POST /v2/workspaces/{uid}/agency/admin-links
     * Callers: session · least role: admin
     */
    createAdminLink(input: {
      uid: string
    }, options?: CallOptions): Promise<{
      data: {
        url: string
        expiresAt: string
      }
    }>
  }
  clientAccount: {
    /**
     * Sign in as a client user of an agency
     * POST /client/sign-in
     * Callers: public
     */
    signIn(input: {
      agencyId: string
      email: string
      password: string
    }, options?: CallOptions): Promise<{
      success: true
      token: string
      data: {
        client: Client
        org: {
          ID: string
          name: string
          squarePhotoURL: string
          preferredLanguage: "en" | "ar" | "de" | "es" | "fr" | "pt"
          dashboardLayout: "vertical" | "horizontal"
          defaultClientTabOrder: string[]
          predefinedTags: string[]
          disallowAnyTags: boolean
          disableHandoff: boolean
          allowBilling: boolean
          loadTokens: number
          settings: OrgSettings
        } | null
        orgs: {
          ID: string
          name: string
        }[]
        agency: PublicAgency
        workspaceId: string
        agents: {
          ID: string
          title: string
          roundedImageURL: string
          lastModified: number
          unfitTabs: string[]
        }[]
        orgHasAgents: boolean
        disabledMessage: string | null
      }
    }>
    /**
     * Sign in as an agency’s admin with its secret
     * POST /client/sign-in/secret
     * Callers: public
     */
    signInWithSecret(input: {
      agencyId: string
      secret: string
    }, options?: CallOptions): Promise<{
      success: true
      token: string
      data: {
        client: Client
        org: {
          ID: string
          name: string
          squarePhotoURL: string
          preferredLanguage: "en" | "ar" | "de" | "es" | "fr" | "pt"
          dashboardLayout: "vertical" | "horizontal"
          defaultClientTabOrder: string[]
          predefinedTags: string[]
          disallowAnyTags: boolean
          disableHandoff: boolean
          allowBilling: boolean
          loadTokens: number
          settings: OrgSettings
        } | null
        orgs: {
          ID: string
          name: string
        }[]
        agency: PublicAgency
        workspaceId: string
        agents: {
          ID: string
          title: string
          roundedImageURL: string
          lastModified: number
          unfitTabs: string[]
        }[]
        orgHasAgents: boolean
        disabledMessage: string | null
      }
    }>
    /**
     * Sign in by code: without `code`, emails one; with it, returns a single-use credential
     * POST /rpc/ssoClient
     * Callers: public
     */
    ssoClient(input: {
      email: string
      agencyId: string
      code?: string
    }, options?: CallOptions): Promise<{
      success: true
      data: {
        clientData: {
          email: string
          dashboardPassword: string
        } | null
      }
    }>
    /**
     * Sign in with the single-use token of a link
     * POST /rpc/validateClientLoginToken
     * Callers: public
     */
    validateClientLoginToken(input: {
      token: string
    }, options?: CallOptions): Promise<{
      success: true
      token: string
      clientData: {
        client: Client
        org: {
          ID: string
          name: string
          squarePhotoURL: string
          preferredLanguage: "en" | "ar" | "de" | "es" | "fr" | "pt"
          dashboardLayout: "vertical" | "horizontal"
          defaultClientTabOrder: string[]
          predefinedTags: string[]
          disallowAnyTags: boolean
          disableHandoff: boolean
          allowBilling: boolean
          loadTokens: number
          settings: OrgSettings
        } | null
        orgs: {
          ID: string
          name: string
        }[]
        agency: PublicAgency
        workspaceId: string
        agents: {
          ID: string
          title: string
          roundedImageURL: string
          lastModified: number
          unfitTabs: string[]
        }[]
        orgHasAgents: boolean
        disabledMessage: string | null
      }
    }>
    /**
     * Set a client user’s password with the emailed link, and sign in
     * POST /client/password/set
     * Callers: public
     */
    setPassword(input: {
      token: string
      password: string
    }, options?: CallOptions): Promise<{
      success: true
      token: string
      data: {
        client: Client
        org: {
          ID: string
          name: string
          squarePhotoURL: string
          preferredLanguage: "en" | "ar" | "de" | "es" | "fr" | "pt"
          dashboardLayout: "vertical" | "horizontal"
          defaultClientTabOrder: string[]
          predefinedTags: string[]
          disallowAnyTags: boolean
          disableHandoff: boolean
          allowBilling: boolean
          loadTokens: number
          settings: OrgSettings
        } | null
        orgs: {
          ID: string
          name: string
        }[]
        agency: PublicAgency
        workspaceId: string
        agents: {
          ID: string
          title: string
          roundedImageURL: string
          lastModified: number
          unfitTabs: string[]
        }[]
        orgHasAgents: boolean
        disabledMessage: string | null
      }
    }>
    /**
     * Get the signed-in client user and what they can access
     * GET /client/me
     * Callers: client
     */
    me(input?: {
      orgId?: string
    }, options?: CallOptions): Promise<{
      data: {
        client: Client
        org: {
          ID: string
          name: string
          squarePhotoURL: string
          preferredLanguage: "en" | "ar" | "de" | "es" | "fr" | "pt"
          dashboardLayout: "vertical" | "horizontal"
          defaultClientTabOrder: string[]
          predefinedTags: string[]
          disallowAnyTags: boolean
          disableHandoff: boolean
          allowBilling: boolean
          loadTokens: number
          settings: OrgSettings
        } | null
        orgs: {
          ID: string
          name: string
        }[]
        agency: PublicAgency
        workspaceId: string
        agents: {
          ID: string
          title: string
          roundedImageURL: string
          lastModified: number
          unfitTabs: string[]
        }[]
        orgHasAgents: boolean
        disabledMessage: string | null
      }
    }>
    /**
     * Follow a client user’s access; the stream ends when it changes
     * GET /client/access
     * Callers: client
     */
    followAccess(input?: Record<string, never>, options?: CallOptions): AsyncGenerator<StreamPart, void, undefined>
    /**
     * Update your name, language, status and notifications
     * PATCH /client/me
     * Callers: client
     */
    updateMe(input?: {
      name?: string
      preferredLanguage?: "en" | "ar" | "de" | "es" | "fr" | "pt"
      status?: "online" | "offline"
      notificationsSettings?: NotificationsChangeInput
    }, options?: CallOptions): Promise<{
      success: true
      data: {
        client: Client
        org: {
          ID: string
          name: string
          squarePhotoURL: string
          preferredLanguage: "en" | "ar" | "de" | "es" | "fr" | "pt"
          dashboardLayout: "vertical" | "horizontal"
          defaultClientTabOrder: string[]
          predefinedTags: string[]
          disallowAnyTags: boolean
          disableHandoff: boolean
          allowBilling: boolean
          loadTokens: number
          settings: OrgSettings
        } | null
        orgs: {
          ID: string
          name: string
        }[]
        agency: PublicAgency
        workspaceId: string
        agents: {
          ID: string
          title: string
          roundedImageURL: string
          lastModified: number
          unfitTabs: string[]
        }[]
        orgHasAgents: boolean
        disabledMessage: string | null
      }
    }>
    /**
     * Upload or replace your photo
     * POST /client/me/photo
     * Callers: client
     */
    setPhoto(input: PhotoUploadInput, options?: CallOptions): Promise<{
      success: true
      data: {
        client: Client
        org: {
          ID: string
          name: string
          squarePhotoURL: string
          preferredLanguage: "en" | "ar" | "de" | "es" | "fr" | "pt"
          dashboardLayout: "vertical" | "horizontal"
          defaultClientTabOrder: string[]
          predefinedTags: string[]
          disallowAnyTags: boolean
          disableHandoff: boolean
          allowBilling: boolean
          loadTokens: number
          settings: OrgSettings
        } | null
        orgs: {
          ID: string
          name: string
        }[]
        agency: PublicAgency
        workspaceId: string
        agents: {
          ID: string
          title: string
          roundedImageURL: string
          lastModified: number
          unfitTabs: string[]
        }[]
        orgHasAgents: boolean
        disabledMessage: string | null
      }
    }>
    /**
     * Remove your photo
     * DELETE /client/me/photo
     * Callers: client
     */
    removePhoto(input?: Record<string, never>, options?: CallOptions): Promise<{
      success: true
      data: {
        client: Client
        org: {
          ID: string
          name: string
          squarePhotoURL: string
          preferredLanguage: "en" | "ar" | "de" | "es" | "fr" | "pt"
          dashboardLayout: "vertical" | "horizontal"
          defaultClientTabOrder: string[]
          predefinedTags: string[]
          disallowAnyTags: boolean
          disableHandoff: boolean
          allowBilling: boolean
          loadTokens: number
          settings: OrgSettings
        } | null
        orgs: {
          ID: string
          name: string
        }[]
        agency: PublicAgency
        workspaceId: string
        agents: {
          ID: string
          title: string
          roundedImageURL: string
          lastModified: number
          unfitTabs: string[]
        }[]
        orgHasAgents: boolean
        disabledMessage: string | null
      }
    }>
    /**
     * Change your password and sign out all other sessions
     * PUT /client/password
     * Callers: client
     */
    changePassword(input: {
      password: string
      newPassword: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Email yourself a link to set a new password
     * POST /client/password/link
     * Callers: client
     */
    mailPasswordLink(input?: Record<string, never>, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Sign out here, or everywhere
     * POST /client/sign-out
     * Callers: client
     */
    signOut(input?: {
      everywhere?: boolean
    }, options?: CallOptions): Promise<{
      success: true
    }>
  }
  clientAgents: {
    /**
     * Get the published agent and its draft, with the fields that client users can see
     * GET /client/agents/{agentId}
     * Callers: client · least role: viewer
     */
    get(input: {
      agentId: string
    }, options?: CallOptions): Promise<{
      ID: string
      lastModified: number
      published: {
        config: ClientAgentConfig
        version: number
      }
      draft: {
        config: ClientAgentConfig
        version: number
      } | null
    }>
    /**
     * Save unpublished changes to the draft, in fields of the granted pages
     * PUT /client/agents/{agentId}/draft
     * Callers: client · least role: editor
     */
    saveDraft(input: {
      title?: string
      description?: string
      theme?: string
      customThemeJSONString?: string
      followColorScheme?: boolean
      fontFamily?: string
      cornerRadius?: number
      position?: "right" | "left"
      roundedImageURL?: string
      avatarImageUrl?: string
      headerImageUrl?: string
      chatBgURL?: string
      vg_initMessages?: string[]
      starterQuestions?: string[]
      proactiveMessage?: string
      autoStartWidget?: boolean
      smartInit?: boolean
      messageDelayMS?: number
      scrollAnimation?: boolean
      syncBrowser?: boolean
      listenForUrlChanges?: boolean
      ignoredUrlPaths?: string[]
      allowAttachments?: boolean
      allowVoiceNotes?: boolean
      unreadSound?: boolean
      unreadTitleFlash?: boolean
      askRating?: boolean
      offerTranscript?: boolean
      lang?: string
      consentRequired?: boolean
      consentText?: string
      UIhandoffTitle?: string
      UIhandoffSubtitle?: string
      alwaysShowHandoff?: boolean
      handoffTimeoutS?: number
      handoffHours?: {
        enabled: boolean
        timeZone: string
        days: {
          from: string
          to: string
        }[][]
        holidays: {
          date: string
          name: string
        }[]
      }
      handoffAfterHours?: "form" | "note"
      voiceConfig?: {
        config?: {
          engine?: "parlance" | "openai-realtime" | "vapi"
          recordAudio?: boolean
          enableWebCalling?: boolean
          backgroundNoise?: string
          fillerWordsOnToolUsage?: boolean
        }
        transcriber?: {
          provider?: string
          modelId?: string
          utteranceThreshold?: number
          language?: string
          patienceFactor?: number
        }
        speechGen?: {
          provider?: string
          voiceId?: string
          wordsReplacements?: {
            word: string
            replacement: string
          }[]
          backChannelling?: boolean
        }
      }
      agentId: string
      version?: number
    }, options?: CallOptions): Promise<{
      success: true
      draft: {
        config: ClientAgentConfig
        version: number
      } | null
    }>
    /**
     * Discard unpublished changes in fields of the granted pages
     * DELETE /client/agents/{agentId}/draft
     * Callers: client · least role: editor
     */
    discardDraft(input: {
      agentId: string
    }, options?: CallOptions): Promise<{
      success: true
      draft: {
        config: ClientAgentConfig
        version: number
      } | null
    }>
    /**
     * Publish fields of the granted pages, and keep a version
     * POST /client/agents/{agentId}
     * Callers: client · least role: editor
     */
    publish(input: {
      title?: string
      description?: string
      theme?: string
      customThemeJSONString?: string
      followColorScheme?: boolean
      fontFamily?: string
      cornerRadius?: number
      position?: "right" | "left"
      roundedImageURL?: string
      avatarImageUrl?: string
      headerImageUrl?: string
      chatBgURL?: string
      vg_initMessages?: string[]
      starterQuestions?: string[]
      proactiveMessage?: string
      autoStartWidget?: boolean
      smartInit?: boolean
      messageDelayMS?: number
      scrollAnimation?: boolean
      syncBrowser?: boolean
      listenForUrlChanges?: boolean
      ignoredUrlPaths?: string[]
      allowAttachments?: boolean
      allowVoiceNotes?: boolean
      unreadSound?: boolean
      unreadTitleFlash?: boolean
      askRating?: boolean
      offerTranscript?: boolean
      lang?: string
      consentRequired?: boolean
      consentText?: string
      UIhandoffTitle?: string
      UIhandoffSubtitle?: string
      alwaysShowHandoff?: boolean
      handoffTimeoutS?: number
      handoffHours?: {
        enabled: boolean
        timeZone: string
        days: {
          from: string
          to: string
        }[][]
        holidays: {
          date: string
          name: string
        }[]
      }
      handoffAfterHours?: "form" | "note"
      voiceConfig?: {
        config?: {
          engine?: "parlance" | "openai-realtime" | "vapi"
          recordAudio?: boolean
          enableWebCalling?: boolean
          backgroundNoise?: string
          fillerWordsOnToolUsage?: boolean
        }
        transcriber?: {
          provider?: string
          modelId?: string
          utteranceThreshold?: number
          language?: string
          patienceFactor?: number
        }
        speechGen?: {
          provider?: string
          voiceId?: string
          wordsReplacements?: {
            word: string
            replacement: string
          }[]
          backChannelling?: boolean
        }
      }
      agentId: string
      version?: number
    }, options?: CallOptions): Promise<{
      success: true
      published: {
        config: ClientAgentConfig
        version: number
      }
    }>
    /**
     * Create an agent from a template
     * POST /client/agents
     * Callers: client
     */
    create(input: {
      agentName: string
      agentTemplate: "customer-support" | "real-estate-agent" | "health-care-agent" | "confirm-email" | "make-appointment" | "blank-template" | "game-npc"
      lang?: "en" | "ar" | "de" | "es" | "fr" | "pt"
      timeZone?: string
    }, options?: CallOptions): Promise<{
      success: true
      data: {
        ID: string
        title: string
        roundedImageURL: string
        lastModified: number
        unfitTabs: string[]
      }
    }>
  }
  agentTemplates: {
    /**
     * List the workspace’s templates, newest first
     * GET /v2/workspaces/{uid}/templates
     * Callers: session, workspace, agency · least role: viewer · scope of a key: agents:read
     */
    list(input: {
      uid: string
      cursor?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: {
        id: string
        name: string
        description: string
        createdAt: string
      }[]
      nextCursor: string | null
    }>
    /**
     * Save the published agent as a template; max 100 per workspace
     * POST /v2/agents/{agentId}/template
     * Callers: session, workspace, agency · least role: editor · scope of a key: agents:write
     */
    create(input: {
      agentId: string
      name: string
      description?: string
    }, options?: CallOptions): Promise<{
      data: {
        id: string
        name: string
        description: string
        createdAt: string
      }
    }>
    /**
     * Create an agent from a template of the workspace
     * POST /v2/workspaces/{uid}/templates/{templateId}/agents
     * Callers: session, workspace, agency · least role: editor · scope of a key: agents:write
     */
    createAgent(input: {
      uid: string
      templateId: string
      agentName: string
    }, options?: CallOptions): Promise<{
      agentCreated: Agent
    }>
    /**
     * Delete a template; agents made from it stay
     * DELETE /v2/workspaces/{uid}/templates/{templateId}
     * Callers: session, workspace, agency · least role: editor · scope of a key: agents:write
     */
    delete(input: {
      uid: string
      templateId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
  }
  agents: {
    /**
     * Get a version with its content, without secrets
     * GET /v2/agents/{agentId}/versions/{versionId}
     * Callers: session, workspace, agency · least role: viewer · scope of a key: agents:read
     */
    version(input: {
      agentId: string
      versionId: string
    }, options?: CallOptions): Promise<{
      data: {
        id: string
        agentId: string
        ts: number
        author: string
        title: string
        config: OpenConfig
      }
    }>
    /**
     * Restore a version into the draft; the published agent stays the same
     * POST /v2/agents/{agentId}/versions/{versionId}/restore
     * Callers: session, workspace, agency · least role: editor · scope of a key: agents:write
     */
    restoreVersion(input: {
      agentId: string
      versionId: string
      version?: number
    }, options?: CallOptions): Promise<{
      success: true
      draft: {
        config: AgentConfig
        updatedAt: string
        version: number
      } | null
    }>
    /**
     * Export the agent’s draft as a file, without secrets; shared tools are included
     * GET /v2/agents/{agentId}/export
     * Callers: session, workspace, agency · least role: viewer · scope of a key: agents:read
     */
    export(input: {
      agentId: string
    }, options?: CallOptions): Promise<AgentExport>
    /**
     * Create an agent from an export of Parlance, Typebot or Flowise
     * POST /v2/workspaces/{uid}/agents/import
     * Callers: session, workspace, agency · least role: editor · scope of a key: agents:write
     */
    import(input: {
      uid: string
      format?: "parlance" | "typebot" | "flowise"
      file: unknown
      title?: string
      dryRun?: boolean
    }, options?: CallOptions): Promise<{
      data: Agent | null
      report: ImportReport
    }>
    /**
     * Replace SECRET_API_KEY; the old one stops working right away
     * POST /v2/agents/{agentId}/secret-key
     * Callers: session, workspace · least role: admin
     */
    renewSecretKey(input: {
      agentId: string
    }, options?: CallOptions): Promise<{
      SECRET_API_KEY: string
    }>
    /**
     * List agents, recently modified first
     * GET /v2/workspaces/{uid}/agents
     * Callers: session, workspace, agency · least role: viewer · scope of a key: agents:read
     */
    list(input: {
      uid: string
      search?: string
      include?: "figures"
      cursor?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: {
        ID: string
        title: string
        description: string
        roundedImageURL: string
        lastModified: number
        ownerID: string
        ts: number
        userId: string
        agentPlatform: "vg" | "vf"
        hasUnpublishedDraft: boolean
        figures?: {
          agentId: string
          site: {
            origin: string
            lastAt: string
          } | null
          sites: number
          channels: Channel[]
          conversationsToday: number
          waiting: number
          answered: number | null
          gaps: number
        }
        clients?: string[]
      }[]
      nextCursor: string | null
    }>
    /**
     * List agent summaries (eight fields), recently modified first, max 200
     * GET /v2/workspaces/{uid}/agent-summaries
     * Callers: session, workspace, agency · least role: viewer · scope of a key: agents:read
     */
    summaries(input: {
      uid: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: AgentSummary[]
    }>
    /**
     * Get the published agent and, if it has unpublished changes, its draft; agent keys get no draft
     * GET /v2/agents/{agentId}
     * Callers: session, workspace, agency, agent · least role: viewer · scope of a key: agents:read
     */
    get(input: {
      agentId: string
    }, options?: CallOptions): Promise<{
      data: Agent
      version: number
      draft: {
        config: AgentConfig
        updatedAt: string
        version: number
      } | null
    }>
    /**
     * Save and publish an agent; creates it if the ID is new
     * POST /v2/agents/{agentId}
     * Callers: session, workspace, agency, agent · least role: editor · scope of a key: agents:write
     */
    save(input: {
      title?: string
      description?: string
      agentPlatform?: "vg" | "vf"
      theme?: string
      scrollAnimation?: boolean
      roundedImageURL?: string
      avatarImageUrl?: string
      headerImageUrl?: string
      chatBgURL?: string
      branding?: string
      customThemeJSONString?: string
      ADVANCED_customCSS?: string
      fontFamily?: string
      proactiveMessage?: string
      messageDelayMS?: number
      maxTokensUsage?: number
      autoStartWidget?: boolean
      syncBrowser?: boolean
      listenForUrlChanges?: boolean
      lang?: string
      recordChatHistory?: boolean
      smartInit?: boolean
      enableNodes?: boolean
      enableGeoAnalytics?: boolean
      messagesLimit?: number
      unavailableMessage?: string
      UIhandoffTitle?: string
      UIhandoffSubtitle?: string
      alwaysShowHandoff?: boolean
      VF_DIALOGUE_API_KEY?: string
      whatsappToken?: string
      whatsappNumberId?: string
      whatsappBusniessId?: string
      waTestNumber?: string
      waVerifyPassed?: boolean
      vapi?: unknown
      gcloudPrivateKey?: string
      gcloudClientEmail?: string
      vapiConfig?: unknown
      nodes?: AgentNodeInput[]
      tools?: ToolInput[]
      functionsIds?: string[]
      mcpServers?: McpServerInput[]
      variables?: VariableInput[]
      publishGuard?: "off" | "warn" | "refuse"
      position?: "right" | "left"
      cornerRadius?: number
      followColorScheme?: boolean
      allowedDomains?: string[]
      ignoredUrlPaths?: string[]
      consentRequired?: boolean
      consentText?: string
      allowAttachments?: boolean
      allowVoiceNotes?: boolean
      askRating?: boolean
      offerTranscript?: boolean
      unreadSound?: boolean
      unreadTitleFlash?: boolean
      handoffTimeoutS?: number
      starterQuestions?: string[]
      offerGeneratedStarters?: boolean
      handoffHours?: {
        enabled: boolean
        timeZone: string
        days: {
          from: string
          to: string
        }[][]
        holidays: {
          date: string
          name: string
        }[]
      }
      handoffAfterHours?: "form" | "note"
      handoffRouting?: {
        to: "everyone" | "named"
        people: {
          kind: "user" | "client"
          id: string
        }[]
      }
      handoffTeamId?: string
      voiceConfig?: VoicePatchInput
      vg_defaultModel?: string
      vg_fallbackModel?: string
      vg_enableUIEngine?: boolean
      vg_temperature?: number
      vg_systemPrompt?: string
      vg_initPrompt?: string
      vg_initMessages?: string[]
      vg_maxTokens?: number
      vg_kbDefaultDimension?: number
      vg_kbEnabled?: boolean
      vg_kbTopChunks?: number
      vg_kbTags?: string[]
      vg_kbSmartSearch?: boolean
      vg_kbThreshold?: number
      vg_kbShowSources?: boolean
      vg_kbRerank?: boolean
      vgOptions?: {
        maxChunkSize?: number
        [key: string]: unknown
      }
      ID?: string
      ownerID?: string
      lastModified?: number
      SECRET_API_KEY?: string
      internal?: unknown
      ts?: number
      userId?: string
      version?: number
      agentId: string
    }, options?: CallOptions): Promise<{
      success: true
      data: Agent
      version: number
    }>
    /**
     * Delete an agent with its knowledge and conversations
     * DELETE /v2/agents/{agentId}
     * Callers: session, workspace, agency · least role: editor · scope of a key: agents:write
     */
    delete(input: {
      agentId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Duplicate an agent with its knowledge, without secrets and conversations
     * POST /v2/agents/{agentId}/duplicate
     * Callers: session, workspace, agency · least role: editor · scope of a key: agents:write
     */
    duplicate(input: {
      agentId: string
    }, options?: CallOptions): Promise<{
      data: Agent
    }>
    /**
     * Save unpublished changes to the draft
     * PUT /v2/agents/{agentId}/draft
     * Callers: session, workspace, agency · least role: editor · scope of a key: agents:write
     */
    saveDraft(input: {
      title?: string
      description?: string
      agentPlatform?: "vg" | "vf"
      theme?: string
      scrollAnimation?: boolean
      roundedImageURL?: string
      avatarImageUrl?: string
      headerImageUrl?: string
      chatBgURL?: string
      branding?: string
      customThemeJSONString?: string
      ADVANCED_customCSS?: string
      fontFamily?: string
      proactiveMessage?: string
      messageDelayMS?: number
      maxTokensUsage?: number
      autoStartWidget?: boolean
      syncBrowser?: boolean
      listenForUrlChanges?: boolean
      lang?: string
      recordChatHistory?: boolean
      smartInit?: boolean
      enableNodes?: boolean
      enableGeoAnalytics?: boolean
      messagesLimit?: number
      unavailableMessage?: string
      UIhandoffTitle?: string
      UIhandoffSubtitle?: string
      alwaysShowHandoff?: boolean
      VF_DIALOGUE_API_KEY?: string
      whatsappToken?: string
      whatsappNumberId?: string
      whatsappBusniessId?: string
      waTestNumber?: string
      waVerifyPassed?: boolean
      vapi?: unknown
      gcloudPrivateKey?: string
      gcloudClientEmail?: string
      vapiConfig?: unknown
      nodes?: AgentNodeInput[]
      tools?: ToolInput[]
      functionsIds?: string[]
      mcpServers?: McpServerInput[]
      variables?: VariableInput[]
      publishGuard?: "off" | "warn" | "refuse"
      position?: "right" | "left"
      cornerRadius?: number
      followColorScheme?: boolean
      allowedDomains?: string[]
      ignoredUrlPaths?: string[]
      consentRequired?: boolean
      consentText?: string
      allowAttachments?: boolean
      allowVoiceNotes?: boolean
      askRating?: boolean
      offerTranscript?: boolean
      unreadSound?: boolean
      unreadTitleFlash?: boolean
      handoffTimeoutS?: number
      starterQuestions?: string[]
      offerGeneratedStarters?: boolean
      handoffHours?: {
        enabled: boolean
        timeZone: string
        days: {
          from: string
          to: string
        }[][]
        holidays: {
          date: string
          name: string
        }[]
      }
      handoffAfterHours?: "form" | "note"
      handoffRouting?: {
        to: "everyone" | "named"
        people: {
          kind: "user" | "client"
          id: string
        }[]
      }
      handoffTeamId?: string
      voiceConfig?: VoicePatchInput
      vg_defaultModel?: string
      vg_fallbackModel?: string
      vg_enableUIEngine?: boolean
      vg_temperature?: number
      vg_systemPrompt?: string
      vg_initPrompt?: string
      vg_initMessages?: string[]
      vg_maxTokens?: number
      vg_kbDefaultDimension?: number
      vg_kbEnabled?: boolean
      vg_kbTopChunks?: number
      vg_kbTags?: string[]
      vg_kbSmartSearch?: boolean
      vg_kbThreshold?: number
      vg_kbShowSources?: boolean
      vg_kbRerank?: boolean
      vgOptions?: {
        maxChunkSize?: number
        [key: string]: unknown
      }
      ID?: string
      ownerID?: string
      lastModified?: number
      SECRET_API_KEY?: string
      internal?: unknown
      ts?: number
      userId?: string
      version?: number
      agentId: string
    }, options?: CallOptions): Promise<{
      success: true
      draft: {
        config: AgentConfig
        updatedAt: string
        version: number
      } | null
    }>
    /**
     * Discard unpublished changes
     * DELETE /v2/agents/{agentId}/draft
     * Callers: session, workspace, agency · least role: editor · scope of a key: agents:write
     */
    discardDraft(input: {
      agentId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * List published versions, newest first, max 20
     * GET /v2/agents/{agentId}/versions
     * Callers: session, workspace, agency · least role: viewer · scope of a key: agents:read
     */
    versions(input: {
      agentId: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: AgentVersion[]
    }>
    /**
     * Get an agent’s public details
     * GET /public/agents/{agentId}
     * Callers: public · least role: viewer
     */
    publicGet(input: {
      agentId: string
    }, options?: CallOptions): Promise<{
      data: PublicAgent
    }>
    /**
     * Create an agent from a template
     * POST /rpc/convertAgentTemplateToAgent
     * Callers: session, workspace, agency · least role: editor · scope of a key: agents:write
     */
    convertAgentTemplateToAgent(input: {
      agentName: string
      agentTemplate: "customer-support" | "real-estate-agent" | "health-care-agent" | "confirm-email" | "make-appointment" | "blank-template" | "game-npc"
      workspaceId?: string
      lang?: "en" | "ar" | "de" | "es" | "fr" | "pt"
      timeZone?: string
    }, options?: CallOptions): Promise<{
      agentCreated: Agent
    }>
    /**
     * Save the published agent as a version
     * POST /rpc/saveAgentBackup
     * Callers: session, workspace, agency · least role: editor · scope of a key: agents:write
     */
    saveAgentBackup(input: {
      agentId: string
      workspaceId: string
    }, options?: CallOptions): Promise<{
      success: true
      version: AgentVersion
    }>
    /**
     * Get the newest version with its content, without secrets
     * POST /rpc/getLatestBackup
     * Callers: session, workspace, agency · least role: editor · scope of a key: agents:read
     */
    getLatestBackup(input: {
      agentId: string
    }, options?: CallOptions): Promise<{
      version: {
        id: string
        agentId: string
        ts: number
        author: string
        title: string
        config: OpenConfig
      } | null
    }>
    /**
     * Check custom CSS: what visitors get and what is removed; nothing is stored
     * POST /v2/workspaces/{uid}/css-check
     * Callers: session, workspace, agency, client · least role: editor · scope of a key: agents:read
     */
    cssCheck(input: {
      uid: string
      css: string
    }, options?: CallOptions): Promise<CssCheck>
  }
  assistant: {
    /**
     * Suggest a prompt, a welcome message, starter questions and tests from a description of the business
     * POST /v2/agents/{agentId}/assistant/suggestions
     * Callers: session, workspace, agency · least role: editor · scope of a key: agents:write
     */
    describe(input: {
      agentId: string
      description: string
      lang?: "en" | "ar" | "de" | "es" | "fr" | "pt"
    }, options?: CallOptions): Promise<{
      data: AgentSuggestion
      written: Written
    }>
    /**
     * Suggest better wording for a prompt
     * POST /v2/agents/{agentId}/assistant/improvements
     * Callers: session, workspace, agency · least role: editor · scope of a key: agents:write
     */
    improve(input: {
      agentId: string
      kind: PromptKindInput
      text: string
      wish?: string
    }, options?: CallOptions): Promise<{
      data: {
        text: string
      }
      written: Written
    }>
    /**
     * Get starter questions generated from the knowledge, max three
     * GET /v2/agents/{agentId}/assistant/starters
     * Callers: session, workspace, agency · least role: viewer · scope of a key: agents:read
     */
    starters(input: {
      agentId: string
    }, options?: CallOptions): Promise<{
      questions: string[]
      madeAt: number | null
    }>
  }
  knowledge: {
    /**
     * List documents, newest first
     * GET /v2/agents/{agentId}/kb
     * Callers: session, workspace, agency, agent, client · least role: viewer · scope of a key: knowledge:read
     */
    list(input: {
      agentId: string
      search?: string
      status?: DocumentStateInput
      sourceType?: SourceTypeInput
      tag?: string
      crawlId?: string
      cursor?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: DocumentSummary[]
      nextCursor: string | null
    }>
    /**
     * Find documents of all agents by part of their name or URL
     * GET /v2/workspaces/{uid}/kb
     * Callers: session, workspace, agency · least role: viewer · scope of a key: knowledge:read
     */
    listWorkspace(input: {
      uid: string
      search: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: FoundDocument[]
    }>
    /**
     * Add a text document
     * POST /v2/agents/{agentId}/kb
     * Callers: session, workspace, agency, agent, client · least role: editor · scope of a key: knowledge:write
     */
    create(input: {
      agentId: string
      name: string
      content: string
      tags?: string[]
    }, options?: CallOptions): Promise<{
      data: Document
    }>
    /**
     * Get a document
     * GET /v2/agents/{agentId}/kb/{docId}
     * Callers: session, workspace, agency, agent, client · least role: viewer · scope of a key: knowledge:read
     */
    get(input: {
      agentId: string
      docId: string
    }, options?: CallOptions): Promise<{
      data: Document
    }>
    /**
     * Rename or rewrite a document
     * PATCH /v2/agents/{agentId}/kb/{docId}
     * Callers: session, workspace, agency, agent, client · least role: editor · scope of a key: knowledge:write
     */
    update(input: {
      agentId: string
      docId: string
      name?: string
      content?: string
      tags?: string[]
      refresh?: RefreshInput
    }, options?: CallOptions): Promise<{
      data: Document
    }>
    /**
     * Delete a document with its chunks and vectors
     * DELETE /v2/agents/{agentId}/kb/{docId}
     * Callers: session, workspace, agency, agent, client · least role: editor · scope of a key: knowledge:write
     */
    delete(input: {
      agentId: string
      docId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Restore a deleted document with its chunks and vectors
     * POST /v2/agents/{agentId}/kb/{docId}/restore
     * Callers: session, workspace, agency, agent, client · least role: editor · scope of a key: knowledge:write
     */
    restore(input: {
      agentId: string
      docId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Add tags to documents, or delete them
     * POST /v2/agents/{agentId}/kb/bulk
     * Callers: session, workspace, agency, agent, client · least role: editor · scope of a key: knowledge:write
     */
    bulk(input: {
      agentId: string
      docIds: string[]
      change: {
        addTags: string[]
      } | {
        delete: true
      }
    }, options?: CallOptions): Promise<{
      changed: number
    }>
    /**
     * Restore deleted documents
     * POST /v2/agents/{agentId}/kb/restore
     * Callers: session, workspace, agency, agent, client · least role: editor · scope of a key: knowledge:write
     */
    restoreMany(input: {
      agentId: string
      docIds: string[]
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Search the agent’s knowledge for a question
     * POST /v2/agents/{agentId}/kb/search
     * Callers: session, workspace, agency, agent, client · least role: editor · scope of a key: knowledge:read
     */
    search(input: {
      agentId: string
      query: string
      limit?: number
      tags?: string[]
    }, options?: CallOptions): Promise<{
      items: Passage[]
      embedding: {
        model: string
        sandbox: boolean
      }
    }>
    /**
     * Create the agent’s vector collection; does nothing if it exists
     * PUT /vector-store/collections/{agentId}
     * Callers: session, workspace, agency, agent, client · least role: editor · scope of a key: knowledge:write
     */
    createCollection(input: {
      agentId: string
      name?: string
    }, options?: CallOptions): Promise<{
      success: true
      data: {
        name: string
      }
    }>
    /**
     * Embed and store a text as a document
     * POST /vector-store/collections/{agentId}/points
     * Callers: session, workspace, agency, agent, client · least role: editor · scope of a key: knowledge:write
     */
    addPoint(input: {
      agentId: string
      text: string
      name?: string
    }, options?: CallOptions): Promise<{
      success: true
      data: {
        docId: string
        points: number
      }
    }>
    /**
     * Upload a file as a document
     * POST /v2/agents/{agentId}/kb/files
     * Callers: session, workspace, agency, agent, client · least role: editor · scope of a key: knowledge:write
     */
    upload(input: {
      agentId: string
      name: string
      tags?: string
    } & { file: FileBody }, options?: CallOptions): Promise<{
      data: DocumentSummary
    }>
    /**
     * Add pages by URL
     * POST /v2/agents/{agentId}/kb/urls
     * Callers: session, workspace, agency, agent, client · least role: editor · scope of a key: knowledge:write
     */
    addUrls(input: {
      agentId: string
      urls: string[]
      tags?: string[]
      refresh?: RefreshInput
    }, options?: CallOptions): Promise<{
      items: DocumentSummary[]
      refused: {
        url: string
        reason: string
        code?: string
        params?: { [key: string]: unknown }
      }[]
    }>
    /**
     * List the pages of a sitemap
     * POST /v2/agents/{agentId}/kb/sitemap
     * Callers: session, workspace, agency, agent, client · least role: editor · scope of a key: knowledge:write
     */
    readSitemap(input: {
      agentId: string
      url: string
    }, options?: CallOptions): Promise<{
      items: {
        url: string
        lastModified: string
      }[]
      more: boolean
    }>
    /**
     * Add questions with answers
     * POST /v2/agents/{agentId}/kb/qa
     * Callers: session, workspace, agency, agent, client · least role: editor · scope of a key: knowledge:write
     */
    addQa(input: {
      agentId: string
      pairs: {
        question: string
        answer: string
      }[]
      tags?: string[]
    }, options?: CallOptions): Promise<{
      items: DocumentSummary[]
    }>
    /**
     * Read a page again, or retry a failed document
     * POST /v2/agents/{agentId}/kb/{docId}/refetch
     * Callers: session, workspace, agency, agent, client · least role: editor · scope of a key: knowledge:write
     */
    refetch(input: {
      agentId: string
      docId: string
    }, options?: CallOptions): Promise<{
      data: DocumentSummary
    }>
    /**
     * Stop reading a document
     * POST /v2/agents/{agentId}/kb/{docId}/cancel
     * Callers: session, workspace, agency, agent, client · least role: editor · scope of a key: knowledge:write
     */
    cancel(input: {
      agentId: string
      docId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * List tags in use
     * GET /v2/agents/{agentId}/kb-tags
     * Callers: session, workspace, agency, agent, client · least role: viewer · scope of a key: knowledge:read
     */
    tags(input: {
      agentId: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: {
        tag: string
        documents: number
      }[]
    }>
    /**
     * List a document’s chunks
     * GET /v2/agents/{agentId}/kb/{docId}/chunks
     * Callers: session, workspace, agency, agent, client · least role: viewer · scope of a key: knowledge:read
     */
    chunks(input: {
      agentId: string
      docId: string
      cursor?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: {
        n: number
        heading: string
        text: string
        embedded: boolean
        start: number
        end: number
      }[]
      nextCursor: string | null
    }>
    /**
     * Edit a chunk of a document
     * PATCH /v2/agents/{agentId}/kb/{docId}/chunks/{n}
     * Callers: session, workspace, agency, agent, client · least role: editor · scope of a key: knowledge:write
     */
    updateChunk(input: {
      agentId: string
      docId: string
      n: number
      before: string
      text: string
    }, options?: CallOptions): Promise<{
      data: DocumentSummary
    }>
    /**
     * List earlier versions of a document, newest first
     * GET /v2/agents/{agentId}/kb/{docId}/versions
     * Callers: session, workspace, agency, agent, client · least role: viewer · scope of a key: knowledge:read
     */
    versions(input: {
      agentId: string
      docId: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: {
        id: string
        name: string
        size: number
        cause: "edit" | "refresh" | "restore"
        userId: string
        ts: number
      }[]
    }>
    /**
     * Get an earlier version of a document
     * GET /v2/agents/{agentId}/kb/{docId}/versions/{versionId}
     * Callers: session, workspace, agency, agent, client · least role: viewer · scope of a key: knowledge:read
     */
    version(input: {
      agentId: string
      docId: string
      versionId: string
    }, options?: CallOptions): Promise<{
      data: {
        id: string
        name: string
        size: number
        cause: "edit" | "refresh" | "restore"
        userId: string
        ts: number
        content: string
      }
    }>
    /**
     * Restore an earlier version of a document
     * POST /v2/agents/{agentId}/kb/{docId}/versions/{versionId}/restore
     * Callers: session, workspace, agency, agent, client · least role: editor · scope of a key: knowledge:write
     */
    restoreVersion(input: {
      agentId: string
      docId: string
      versionId: string
    }, options?: CallOptions): Promise<{
      data: Document
    }>
  }
  crawler: {
    /**
     * List crawls, newest first
     * GET /v2/workspaces/{uid}/crawls
     * Callers: session, workspace, agency · least role: viewer · scope of a key: knowledge:read
     */
    list(input: {
      uid: string
      search?: string
      cursor?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: Crawl[]
      nextCursor: string | null
    }>
    /**
     * Create a crawl and start it
     * POST /v2/workspaces/{uid}/crawls
     * Callers: session, workspace, agency · least role: editor · scope of a key: knowledge:write
     */
    create(input: {
      uid: string
      name: string
      kind?: "site" | "sitemap"
      startUrls: string[]
      include?: string[]
      exclude?: string[]
      maxDepth?: number
      maxPages?: number
      stayOnDomain?: boolean
      refresh?: RefreshInput
      agentIds: string[]
      tags?: string[]
    }, options?: CallOptions): Promise<{
      data: Crawl
    }>
    /**
     * Get a crawl
     * GET /v2/workspaces/{uid}/crawls/{crawlId}
     * Callers: session, workspace, agency · least role: viewer · scope of a key: knowledge:read
     */
    get(input: {
      uid: string
      crawlId: string
    }, options?: CallOptions): Promise<{
      data: Crawl
    }>
    /**
     * Update a crawl; its next run uses the new settings
     * PATCH /v2/workspaces/{uid}/crawls/{crawlId}
     * Callers: session, workspace, agency · least role: editor · scope of a key: knowledge:write
     */
    update(input: {
      uid: string
      crawlId: string
      name?: string
      kind?: "site" | "sitemap"
      startUrls?: string[]
      include?: string[]
      exclude?: string[]
      maxDepth?: number
      maxPages?: number
      stayOnDomain?: boolean
      refresh?: RefreshInput
      agentIds?: string[]
      tags?: string[]
    }, options?: CallOptions): Promise<{
      data: Crawl
    }>
    /**
     * Run a crawl again now, or resume a paused one
     * POST /v2/workspaces/{uid}/crawls/{crawlId}/run
     * Callers: session, workspace, agency · least role: editor · scope of a key: knowledge:write
     */
    run(input: {
      uid: string
      crawlId: string
    }, options?: CallOptions): Promise<{
      data: Crawl
    }>
    /**
     * Stop a running or paused crawl; pages it has read stay
     * POST /v2/workspaces/{uid}/crawls/{crawlId}/cancel
     * Callers: session, workspace, agency · least role: editor · scope of a key: knowledge:write
     */
    cancel(input: {
      uid: string
      crawlId: string
    }, options?: CallOptions): Promise<{
      data: Crawl
    }>
    /**
     * Delete a crawl; its documents stay unless `documents` is true
     * DELETE /v2/workspaces/{uid}/crawls/{crawlId}
     * Callers: session, workspace, agency · least role: editor · scope of a key: knowledge:write
     */
    delete(input: {
      uid: string
      crawlId: string
      documents?: boolean
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * List pages of a crawl, newest first
     * GET /v2/workspaces/{uid}/crawls/{crawlId}/pages
     * Callers: session, workspace, agency · least role: viewer · scope of a key: knowledge:read
     */
    pages(input: {
      uid: string
      crawlId: string
      status?: "waiting" | "read" | "unchanged" | "duplicate" | "skipped" | "failed"
      cursor?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: CrawlPage[]
      nextCursor: string | null
    }>
  }
  goldens: {
    /**
     * List retrieval tests
     * GET /v2/agents/{agentId}/goldens
     * Callers: session, workspace, agency, agent · least role: viewer · scope of a key: knowledge:read
     */
    list(input: {
      agentId: string
      search?: string
      cursor?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: GoldenQuestion[]
      nextCursor: string | null
    }>
    /**
     * Create a retrieval test and run it
     * POST /v2/agents/{agentId}/goldens
     * Callers: session, workspace, agency, agent · least role: editor · scope of a key: knowledge:write
     */
    create(input: {
      agentId: string
      question: string
      docId: string
      quote?: string
    }, options?: CallOptions): Promise<{
      data: GoldenQuestion
    }>
    /**
     * Update a retrieval test and run it
     * PATCH /v2/agents/{agentId}/goldens/{goldenId}
     * Callers: session, workspace, agency, agent · least role: editor · scope of a key: knowledge:write
     */
    update(input: {
      agentId: string
      goldenId: string
      question?: string
      docId?: string
      quote?: string
    }, options?: CallOptions): Promise<{
      data: GoldenQuestion
    }>
    /**
     * Delete a retrieval test
     * DELETE /v2/agents/{agentId}/goldens/{goldenId}
     * Callers: session, workspace, agency, agent · least role: editor · scope of a key: knowledge:write
     */
    delete(input: {
      agentId: string
      goldenId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Restore a deleted retrieval test
     * POST /v2/agents/{agentId}/goldens/{goldenId}/restore
     * Callers: session, workspace, agency, agent · least role: editor · scope of a key: knowledge:write
     */
    restore(input: {
      agentId: string
      goldenId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Run all retrieval tests
     * POST /v2/agents/{agentId}/golden-runs
     * Callers: session, workspace, agency, agent · least role: editor · scope of a key: knowledge:write
     */
    run(input: {
      agentId: string
    }, options?: CallOptions): Promise<{
      data: GoldenRun
    }>
    /**
     * List runs of the retrieval tests, newest first
     * GET /v2/agents/{agentId}/golden-runs
     * Callers: session, workspace, agency, agent · least role: viewer · scope of a key: knowledge:read
     */
    runs(input: {
      agentId: string
      cursor?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: GoldenRun[]
      nextCursor: string | null
    }>
  }
  gaps: {
    /**
     * List questions the knowledge couldn’t answer, most asked first
     * GET /v2/agents/{agentId}/gaps
     * Callers: session, workspace, agency, agent · least role: viewer · scope of a key: knowledge:read
     */
    list(input: {
      agentId: string
      status?: "open" | "answered" | "dismissed"
      search?: string
      cursor?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: Gap[]
      nextCursor: string | null
    }>
    /**
     * Answer a gap; the answer is added to the knowledge
     * POST /v2/agents/{agentId}/gaps/{gapId}/answer
     * Callers: session, workspace, agency, agent · least role: editor · scope of a key: knowledge:write
     */
    answer(input: {
      agentId: string
      gapId: string
      question: string
      answer: string
      tags?: string[]
    }, options?: CallOptions): Promise<{
      gap: Gap
      document: DocumentSummary
    }>
    /**
     * Dismiss or reopen a gap
     * PATCH /v2/agents/{agentId}/gaps/{gapId}
     * Callers: session, workspace, agency, agent · least role: editor · scope of a key: knowledge:write
     */
    setStatus(input: {
      agentId: string
      gapId: string
      status: "open" | "dismissed"
    }, options?: CallOptions): Promise<{
      data: Gap
    }>
    /**
     * List chunks that contradict each other, newest first
     * GET /v2/agents/{agentId}/conflicts
     * Callers: session, workspace, agency, agent · least role: viewer · scope of a key: knowledge:read
     */
    conflicts(input: {
      agentId: string
      status?: "open" | "dismissed"
      cursor?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: Conflict[]
      nextCursor: string | null
      scan: ConflictScan
    }>
    /**
     * Dismiss or reopen a contradiction
     * PATCH /v2/agents/{agentId}/conflicts/{conflictId}
     * Callers: session, workspace, agency, agent · least role: editor · scope of a key: knowledge:write
     */
    setConflict(input: {
      agentId: string
      conflictId: string
      status: "open" | "dismissed"
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Scan the knowledge for contradictions
     * POST /v2/agents/{agentId}/conflicts/scan
     * Callers: session, workspace, agency, agent · least role: editor · scope of a key: knowledge:write
     */
    scan(input: {
      agentId: string
    }, options?: CallOptions): Promise<{
      scan: ConflictScan
    }>
  }
  conversations: {
    /**
     * Send a message to an agent and stream its answer
     * POST /v2/agents/{agentId}/interact
     * Callers: public, visitor, session, workspace, agency, agent · least role: editor · scope of a key: conversations:write
     */
    interact(input: InteractInput, options?: CallOptions): AsyncGenerator<StreamPart, void, undefined>
    /**
     * Resume a stream after Last-Event-ID
     * GET /v2/agents/{agentId}/interact/{turnId}
     * Callers: visitor, session, workspace, agency, agent · least role: viewer · scope of a key: conversations:read
     */
    resume(input: {
      agentId: string
      turnId: string
    }, options?: CallOptions): AsyncGenerator<StreamPart, void, undefined>
    /**
     * Stop a running answer; the text so far is kept
     * POST /v2/agents/{agentId}/interact/{turnId}/stop
     * Callers: visitor, session, workspace, agency, agent · least role: editor · scope of a key: conversations:write
     */
    stop(input: {
      agentId: string
      turnId: string
    }, options?: CallOptions): Promise<{
      success: true
      status: "complete" | "streaming" | "interrupted" | "failed"
    }>
    /**
     * Get a turn’s trace: steps, decisions, chunks, model and tool calls
     * GET /v2/agents/{agentId}/turns/{turnId}/trace
     * Callers: session, workspace, agency · least role: viewer · scope of a key: conversations:read
     */
    trace(input: {
      agentId: string
      turnId: string
    }, options?: CallOptions): Promise<{
      data: {
        turnId: string
        status: string
        credits: number
        model: string
        inputTokens: number
        outputTokens: number
        ms: number | null
        trace: TraceEntry[]
        engine: EngineState | null
      }
    }>
    /**
     * List conversations, newest message first
     * GET /v2/agents/{agentId}/conversations
     * Callers: session, workspace, agency, agent, client · least role: viewer · scope of a key: conversations:read
     */
    list(input: {
      agentId: string
      search?: string
      view?: "waiting" | "mine" | "people" | "unread" | "snoozed"
      tag?: string
      assignee?: string
      channel?: "web-chat" | "whatsapp" | "instagram" | "messenger" | "telegram" | "discord" | "sms" | "email" | "webhook" | "voice" | "api" | "test"
      state?: "ai-chatting" | "requested_chat" | "human-chatting" | "ended_chat"
      from?: string
      to?: string
      cursor?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: {
        id: string
        agentId: string
        channel: "web-chat" | "whatsapp" | "instagram" | "messenger" | "telegram" | "discord" | "sms" | "email" | "webhook" | "voice" | "api" | "test"
        state: "ai-chatting" | "requested_chat" | "human-chatting" | "ended_chat"
        visitor: string
        visitorMessage?: {
          code: string
          params?: { [key: string]: unknown }
        }
        title: string
        messageCount: number
        pageUrl: string
        startedAt: string
        lastMessageAt: string
        signed?: {
          name: string
          email: string
        }
        readSeq: number
        handoffAt: string | null
        endedAt: string | null
        human?: Speaker
        queuePosition?: number
        missed?: {
          reason: "closed" | "timeout"
          opensAt: string | null
          asksEmail: boolean
        }
        isRated: boolean
        rating?: {
          score: number
          comment: string
          at: string
        }
        leftMessage?: {
          email: string
          message: string
          at: string
        }
        inbox?: {
          assignee: Person | null
          team?: {
            id: string
            name: string
          }
          tags: string[]
          snoozedUntil: string | null
          seenSeq: number
          readAt?: string
          presence?: Presence
        }
        preview: string
        answering: boolean
        unread: boolean
        found?: {
          messageId: string
          seq: number
          from: "user" | "agent" | "human" | "system"
          excerpt: Piece[]
        }
      }[]
      nextCursor: string | null
    }>
    /**
     * Get a transcript, starting with the newest messages
     * GET /v2/agents/{agentId}/conversations/{conversationId}
     * Callers: visitor, session, workspace, agency, agent, client · least role: viewer · scope of a key: conversations:read
     */
    get(input: {
      agentId: string
      conversationId: string
      before?: number
      limit?: number
    }, options?: CallOptions): Promise<{
      conversation: Conversation
      messages: Message[]
      before: number | null
    }>
    /**
     * Delete a conversation with its messages
     * DELETE /v2/agents/{agentId}/conversations/{conversationId}
     * Callers: session, workspace, agency · least role: editor · scope of a key: conversations:write
     */
    delete(input: {
      agentId: string
      conversationId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Upload a file for a form of the latest answer
     * POST /v2/agents/{agentId}/conversations/{conversationId}/files
     * Callers: visitor, session, workspace, agency, agent · least role: editor · scope of a key: conversations:write
     */
    uploadFile(input: {
      agentId: string
      conversationId: string
      filename: string
      base64Payload: string
    }, options?: CallOptions): Promise<{
      data: {
        url: string
      }
    }>
    /**
     * Follow one conversation
     * GET /v2/agents/{agentId}/conversations/{conversationId}/live
     * Callers: visitor, session, workspace, agency, agent, client · least role: viewer · scope of a key: conversations:read
     */
    live(input: {
      agentId: string
      conversationId: string
    }, options?: CallOptions): AsyncGenerator<StreamPart, void, undefined>
    /**
     * Follow every conversation of a workspace
     * GET /v2/workspaces/{uid}/live
     * Callers: session, workspace, agency · least role: viewer · scope of a key: conversations:read
     */
    liveWorkspace(input: {
      uid: string
    }, options?: CallOptions): AsyncGenerator<StreamPart, void, undefined>
    /**
     * Follow every conversation of the agents a client user can open
     * GET /client/live
     * Callers: client
     */
    liveClient(input?: Record<string, never>, options?: CallOptions): AsyncGenerator<StreamPart, void, undefined>
    /**
     * List conversations of all agents of a workspace, newest message first
     * GET /v2/workspaces/{uid}/conversations
     * Callers: session, workspace, agency · least role: viewer · scope of a key: conversations:read
     */
    listWorkspace(input: {
      uid: string
      search?: string
      agentId?: string
      view?: "waiting" | "mine" | "people" | "unread" | "snoozed"
      tag?: string
      assignee?: string
      channel?: "web-chat" | "whatsapp" | "instagram" | "messenger" | "telegram" | "discord" | "sms" | "email" | "webhook" | "voice" | "api" | "test"
      state?: "ai-chatting" | "requested_chat" | "human-chatting" | "ended_chat"
      from?: string
      to?: string
      cursor?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: {
        id: string
        agentId: string
        channel: "web-chat" | "whatsapp" | "instagram" | "messenger" | "telegram" | "discord" | "sms" | "email" | "webhook" | "voice" | "api" | "test"
        state: "ai-chatting" | "requested_chat" | "human-chatting" | "ended_chat"
        visitor: string
        visitorMessage?: {
          code: string
          params?: { [key: string]: unknown }
        }
        title: string
        messageCount: number
        pageUrl: string
        startedAt: string
        lastMessageAt: string
        signed?: {
          name: string
          email: string
        }
        readSeq: number
        handoffAt: string | null
        endedAt: string | null
        human?: Speaker
        queuePosition?: number
        missed?: {
          reason: "closed" | "timeout"
          opensAt: string | null
          asksEmail: boolean
        }
        isRated: boolean
        rating?: {
          score: number
          comment: string
          at: string
        }
        leftMessage?: {
          email: string
          message: string
          at: string
        }
        inbox?: {
          assignee: Person | null
          team?: {
            id: string
            name: string
          }
          tags: string[]
          snoozedUntil: string | null
          seenSeq: number
          readAt?: string
          presence?: Presence
        }
        preview: string
        answering: boolean
        unread: boolean
        found?: {
          messageId: string
          seq: number
          from: "user" | "agent" | "human" | "system"
          excerpt: Piece[]
        }
        agentTitle: string
      }[]
      nextCursor: string | null
    }>
    /**
     * Check whether the agent can answer another message
     * GET /v2/public/agents/{agentId}/usage
     * Callers: public
     */
    usage(input: {
      agentId: string
    }, options?: CallOptions): Promise<{
      data: {
        shouldContinue: boolean
        hasEverPaid: boolean
      }
    }>
    /**
     * Chat with an agent through OpenAI’s API
     * POST /openai/v1/chat/completions
     * Callers: agent · least role: editor
     */
    openaiChat(input: {
      model: string
      messages: {
        role: "system" | "developer" | "user" | "assistant" | "tool"
        content?: string | {
          type: string
          text?: string
          [key: string]: unknown
        }[] | null
        [key: string]: unknown
      }[]
      n?: 1 | null
      stream?: boolean | null
      stream_options?: {
        include_usage?: boolean
        [key: string]: unknown
      } | null
      user?: string | null
      [key: string]: unknown
    }, options?: CallOptions): AsyncGenerator<StreamPart, void, undefined>
    /**
     * List models: the agent of this key is the only one
     * GET /openai/v1/models/{model}
     * Callers: agent · least role: viewer
     */
    openaiModel(input: {
      model: string
    }, options?: CallOptions): Promise<{
      id: string
      object: "model"
      created: number
      owned_by: string
    }>
    /**
     * Get the model of this key: its agent
     * GET /openai/v1/models
     * Callers: agent
     */
    openaiModels(input?: {
      limit?: number
    }, options?: CallOptions): Promise<{
      object: "list"
      data: {
        id: string
        object: "model"
        created: number
        owned_by: string
      }[]
    }>
    /**
     * List the visitor’s own conversations, newest message first
     * GET /v2/agents/{agentId}/visitor/conversations
     * Callers: visitor · least role: viewer
     */
    visitorConversations(input: {
      agentId: string
      cursor?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: {
        id: string
        title: string
        preview: string
        state: "ai-chatting" | "requested_chat" | "human-chatting" | "ended_chat"
        endedAt: string | null
        lastMessageAt: string
        unread: number
      }[]
      nextCursor: string | null
    }>
    /**
     * End a conversation; stops a running answer, and nobody can write in it anymore
     * POST /v2/agents/{agentId}/conversations/{conversationId}/end
     * Callers: visitor, workspace, agency, agent · least role: editor · scope of a key: conversations:write
     */
    end(input: {
      agentId: string
      conversationId: string
    }, options?: CallOptions): Promise<{
      data: Conversation
    }>
    /**
     * Rate a conversation, or change its rating within a day
     * POST /v2/agents/{agentId}/conversations/{conversationId}/rating
     * Callers: visitor, workspace, agency, agent · least role: editor · scope of a key: conversations:write
     */
    rate(input: {
      agentId: string
      conversationId: string
      score: number
      comment?: string
    }, options?: CallOptions): Promise<{
      data: Conversation
    }>
    /**
     * Email the transcript of a conversation
     * POST /v2/agents/{agentId}/conversations/{conversationId}/transcript
     * Callers: visitor · least role: editor
     */
    mailTranscript(input: {
      agentId: string
      conversationId: string
      email: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Request a human; starts a conversation if there is none
     * POST /v2/agents/{agentId}/handoff
     * Callers: visitor, workspace, agency, agent · least role: editor · scope of a key: conversations:write
     */
    requestHandoff(input: {
      agentId: string
      conversationId?: string
      visitorId?: string
      consent?: true
      context?: {
        url?: string
        title?: string
        language?: string
      }
    }, options?: CallOptions): Promise<{
      data: Conversation
    }>
    /**
     * Check whether a human is available, and when the team is back
     * GET /v2/agents/{agentId}/handoff
     * Callers: visitor, workspace, agency, agent · least role: viewer · scope of a key: conversations:read
     */
    handoffStatus(input: {
      agentId: string
    }, options?: CallOptions): Promise<{
      data: {
        isOpen: boolean
        opensAt: string | null
        takesMessages: boolean
        waiting: number
      }
    }>
    /**
     * Cancel a hand-off request; the agent answers again
     * POST /v2/agents/{agentId}/conversations/{conversationId}/handoff/cancel
     * Callers: visitor, workspace, agency, agent · least role: editor · scope of a key: conversations:write
     */
    cancelHandoff(input: {
      agentId: string
      conversationId: string
    }, options?: CallOptions): Promise<{
      data: Conversation
    }>
    /**
     * Leave a message because no human came; the agent answers again
     * POST /v2/agents/{agentId}/conversations/{conversationId}/leave-message
     * Callers: visitor, workspace, agency, agent · least role: editor · scope of a key: conversations:write
     */
    leaveMessage(input: {
      agentId: string
      conversationId: string
      email: string
      message: string
    }, options?: CallOptions): Promise<{
      data: Conversation
    }>
    /**
     * List teammates of an agent with availability and open conversations
     * GET /v2/agents/{agentId}/availability
     * Callers: session, client · least role: viewer
     */
    availability(input: {
      agentId: string
    }, options?: CallOptions): Promise<{
      data: {
        isAway: boolean
        team: {
          kind: "user" | "client"
          id: string
          name: string
          isOnline: boolean
          isAway: boolean
          open: number
        }[]
      }
    }>
    /**
     * Set yourself to away or available, for all agents of the workspace
     * PUT /v2/agents/{agentId}/availability
     * Callers: session, client · least role: editor
     */
    setAvailability(input: {
      agentId: string
      isAway: boolean
    }, options?: CallOptions): Promise<{
      data: {
        isAway: boolean
        team: {
          kind: "user" | "client"
          id: string
          name: string
          isOnline: boolean
          isAway: boolean
          open: number
        }[]
      }
    }>
    /**
     * Report that you’re online; call every 30 seconds while the dashboard is open
     * POST /v2/workspaces/{uid}/presence
     * Callers: session · least role: viewer
     */
    markPresent(input: {
      uid: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * The same for client users
     * POST /client/presence
     * Callers: client
     */
    markClientPresent(input?: Record<string, never>, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Summarize what the visitor wants and what’s open
     * POST /v2/agents/{agentId}/conversations/{conversationId}/brief
     * Callers: session, client · least role: editor
     */
    writeBrief(input: {
      agentId: string
      conversationId: string
    }, options?: CallOptions): Promise<{
      data: {
        question: string
        tried: {
          question: string
          answer: string
          sources: {
            title: string
            url?: string
          }[]
        }[]
        open: string
        by: "rules" | "model"
      }
    }>
    /**
     * Take over a conversation from the agent or a teammate
     * POST /v2/agents/{agentId}/conversations/{conversationId}/take-over
     * Callers: session, client · least role: editor
     */
    takeOver(input: {
      agentId: string
      conversationId: string
    }, options?: CallOptions): Promise<{
      data: Conversation
    }>
    /**
     * Hand a conversation back to the agent
     * POST /v2/agents/{agentId}/conversations/{conversationId}/hand-back
     * Callers: session, client · least role: editor
     */
    handBack(input: {
      agentId: string
      conversationId: string
    }, options?: CallOptions): Promise<{
      data: Conversation
    }>
    /**
     * End a conversation; nobody can write in it anymore
     * POST /v2/agents/{agentId}/conversations/{conversationId}/close
     * Callers: session, client · least role: editor
     */
    close(input: {
      agentId: string
      conversationId: string
    }, options?: CallOptions): Promise<{
      data: Conversation
    }>
    /**
     * Reopen an ended conversation; the agent answers in it again
     * POST /v2/agents/{agentId}/conversations/{conversationId}/reopen
     * Callers: session, client · least role: editor
     */
    reopen(input: {
      agentId: string
      conversationId: string
    }, options?: CallOptions): Promise<{
      data: Conversation
    }>
    /**
     * List teammates and teams that a conversation can be assigned to
     * GET /v2/agents/{agentId}/assignees
     * Callers: session, client · least role: viewer
     */
    assignees(input: {
      agentId: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: Person[]
      teams: {
        id: string
        name: string
      }[]
    }>
    /**
     * Assign a conversation to a teammate or team, or unassign it
     * POST /v2/agents/{agentId}/conversations/{conversationId}/assignee
     * Callers: session, client · least role: editor
     */
    assign(input: {
      agentId: string
      conversationId: string
      assignee: {
        kind: "user" | "client" | "team"
        id: string
      } | null
    }, options?: CallOptions): Promise<{
      data: Conversation
    }>
    /**
     * Set the tags of a conversation
     * PUT /v2/agents/{agentId}/conversations/{conversationId}/tags
     * Callers: session, client · least role: editor
     */
    setTags(input: {
      agentId: string
      conversationId: string
      tags: string[]
    }, options?: CallOptions): Promise<{
      data: Conversation
    }>
    /**
     * Snooze a conversation until a time or the visitor’s next message; null wakes it
     * POST /v2/agents/{agentId}/conversations/{conversationId}/snooze
     * Callers: session, client · least role: editor
     */
    snooze(input: {
      agentId: string
      conversationId: string
      until: string | null
    }, options?: CallOptions): Promise<{
      data: Conversation
    }>
    /**
     * Mark messages as seen up to this one; 0 marks the conversation as unread
     * POST /v2/agents/{agentId}/conversations/{conversationId}/seen
     * Callers: session, client · least role: viewer
     */
    markSeen(input: {
      agentId: string
      conversationId: string
      seq: number
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Get notes, variables and earlier conversations of the visitor
     * GET /v2/agents/{agentId}/conversations/{conversationId}/details
     * Callers: session, client · least role: viewer
     */
    details(input: {
      agentId: string
      conversationId: string
    }, options?: CallOptions): Promise<{
      data: {
        notes: {
          id: string
          by: Person
          text: string
          mentions: {
            kind: "user" | "client"
            id: string
            name: string
          }[]
          at: string
          isOwn: boolean
        }[]
        variables: { [key: string]: unknown }
        language: string
        brief?: {
          question: string
          tried: {
            question: string
            answer: string
            sources: {
              title: string
              url?: string
            }[]
          }[]
          open: string
          by: "rules" | "model"
        }
        handback?: {
          by: string
          text: string
          at: string
        }
        earlier: {
          id: string
          title: string
          state: "ai-chatting" | "requested_chat" | "human-chatting" | "ended_chat"
          startedAt: string
          lastMessageAt: string
          isMerged: boolean
          visitor: string
          visitorCode: string
        }[]
        pages: SeenPage[]
        isBlocked: boolean
        isOneThread: boolean
      }
    }>
    /**
     * Add a note that no visitor sees
     * POST /v2/agents/{agentId}/conversations/{conversationId}/notes
     * Callers: session, client · least role: editor
     */
    addNote(input: {
      agentId: string
      conversationId: string
      text: string
      mentions?: {
        kind: "user" | "client"
        id: string
      }[]
    }, options?: CallOptions): Promise<{
      data: {
        id: string
        by: Person
        text: string
        mentions: {
          kind: "user" | "client"
          id: string
          name: string
        }[]
        at: string
        isOwn: boolean
      }
    }>
    /**
     * Delete a note of your own
     * DELETE /v2/agents/{agentId}/conversations/{conversationId}/notes/{noteId}
     * Callers: session, client · least role: editor
     */
    deleteNote(input: {
      agentId: string
      conversationId: string
      noteId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * List canned replies
     * GET /v2/agents/{agentId}/canned-replies
     * Callers: session, client · least role: viewer
     */
    cannedReplies(input: {
      agentId: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: {
        shortcut: string
        text: string
      }[]
    }>
    /**
     * Replace the canned replies of a workspace
     * PUT /v2/workspaces/{uid}/canned-replies
     * Callers: session · least role: editor
     */
    saveCannedReplies(input: {
      uid: string
      known?: {
        shortcut: string
        text: string
      }[]
      items: {
        shortcut: string
        text: string
      }[]
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Count conversations waiting for a human and your own
     * GET /v2/workspaces/{uid}/inbox-counts
     * Callers: session · least role: viewer
     */
    inboxCounts(input: {
      uid: string
    }, options?: CallOptions): Promise<{
      data: {
        waiting: number
        mine: number
      }
    }>
    /**
     * Reply to the visitor
     * POST /v2/agents/{agentId}/conversations/{conversationId}/replies
     * Callers: session, client · least role: editor
     */
    reply(input: {
      agentId: string
      conversationId: string
      id: string
      text: string
      attachments?: string[]
      original?: string
    }, options?: CallOptions): Promise<{
      data: Message
    }>
    /**
     * Upload an attachment for your next reply
     * POST /v2/agents/{agentId}/conversations/{conversationId}/reply-attachments
     * Callers: session, client · least role: editor
     */
    attachToReply(input: {
      agentId: string
      conversationId: string
      filename: string
      base64Payload: string
    }, options?: CallOptions): Promise<{
      data: {
        id: string
        url: string
        name: string
        mime: string
        size: number
      }
    }>
    /**
     * Remove an upload that you haven’t sent yet
     * DELETE /v2/agents/{agentId}/conversations/{conversationId}/reply-attachments/{attachmentId}
     * Callers: session, client · least role: editor
     */
    detachFromReply(input: {
      agentId: string
      conversationId: string
      attachmentId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * List stored translations of messages, and the originals of translated replies
     * GET /v2/agents/{agentId}/conversations/{conversationId}/translations
     * Callers: session, client · least role: viewer
     */
    translations(input: {
      agentId: string
      conversationId: string
      language: "en" | "ar" | "de" | "es" | "fr" | "pt"
      limit?: number
    }, options?: CallOptions): Promise<{
      items: {
        messageId: string
        text: string
        isOriginal: boolean
      }[]
    }>
    /**
     * Translate messages with the agent’s model
     * POST /v2/agents/{agentId}/conversations/{conversationId}/translations
     * Callers: session, client · least role: editor
     */
    translateMessages(input: {
      agentId: string
      conversationId: string
      language: "en" | "ar" | "de" | "es" | "fr" | "pt"
      messageIds: string[]
    }, options?: CallOptions): Promise<{
      data: {
        messageId: string
        text: string
        isOriginal: boolean
      }[]
    }>
    /**
     * Translate a reply into the visitor’s language before you send it
     * POST /v2/agents/{agentId}/conversations/{conversationId}/reply-translation
     * Callers: session, client · least role: editor
     */
    translateReply(input: {
      agentId: string
      conversationId: string
      text: string
    }, options?: CallOptions): Promise<{
      data: {
        text: string
        language: string
      }
    }>
    /**
     * Show that you’re typing
     * POST /v2/agents/{agentId}/conversations/{conversationId}/typing
     * Callers: visitor, session, client · least role: editor
     */
    typing(input: {
      agentId: string
      conversationId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Suggest a reply to the visitor’s last question, with sources
     * POST /v2/agents/{agentId}/conversations/{conversationId}/suggested-reply
     * Callers: session, client · least role: editor
     */
    suggestReply(input: {
      agentId: string
      conversationId: string
    }, options?: CallOptions): Promise<{
      data: {
        question: string
        text: string
        sources: {
          title: string
          url?: string
        }[]
      }
    }>
    /**
     * Upload an attachment for a visitor’s next message
     * POST /v2/agents/{agentId}/attachments
     * Callers: visitor · least role: editor
     */
    attach(input: {
      agentId: string
      filename: string
      base64Payload: string
    }, options?: CallOptions): Promise<{
      data: {
        id: string
        url: string
        name: string
        mime: string
        size: number
      }
    }>
    /**
     * Remove an upload that hasn’t been sent yet
     * DELETE /v2/agents/{agentId}/attachments/{attachmentId}
     * Callers: visitor · least role: editor
     */
    detach(input: {
      agentId: string
      attachmentId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Transcribe a voice note that hasn’t been sent yet
     * POST /v2/agents/{agentId}/attachments/{attachmentId}/transcript
     * Callers: visitor · least role: editor
     */
    transcribe(input: {
      agentId: string
      attachmentId: string
    }, options?: CallOptions): Promise<{
      data: {
        text: string
      }
    }>
    /**
     * Identify a visitor with a token signed by their site
     * POST /v2/agents/{agentId}/identify
     * Callers: public, visitor · least role: editor
     */
    identify(input: {
      agentId: string
      token: string
    }, options?: CallOptions): Promise<{
      data: {
        visitorId: string
        name: string
        email: string
        merged: number
        conversationId: string | null
      }
    }>
    /**
     * Mark messages as read by the visitor
     * POST /v2/agents/{agentId}/conversations/{conversationId}/read
     * Callers: visitor · least role: editor
     */
    read(input: {
      agentId: string
      conversationId: string
      seq: number
    }, options?: CallOptions): Promise<{
      data: {
        readSeq: number
      }
    }>
    /**
     * List your saved inbox views in your order
     * GET /v2/workspaces/{uid}/saved-views
     * Callers: session, client · least role: viewer
     */
    savedViews(input: {
      uid: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: {
        name: string
        filters: { [key: string]: string }
      }[]
    }>
    /**
     * Replace your saved inbox views, to add, rename, reorder or delete them
     * PUT /v2/workspaces/{uid}/saved-views
     * Callers: session, client · least role: viewer
     */
    saveViews(input: {
      uid: string
      items: {
        name: string
        filters: { [key: string]: string }
      }[]
    }, options?: CallOptions): Promise<{
      items: {
        name: string
        filters: { [key: string]: string }
      }[]
    }>
    /**
     * List teams of a workspace by name, and the people who can be in them
     * GET /v2/workspaces/{uid}/teams
     * Callers: session · least role: viewer
     */
    teams(input: {
      uid: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: {
        id: string
        name: string
        orgId: string
        members: {
          kind: "user" | "client"
          id: string
          name: string
        }[]
      }[]
      people: {
        kind: "user" | "client"
        id: string
        name: string
        orgId: string
      }[]
    }>
    /**
     * Create a team; with `orgId`, a team of that organization’s client users
     * POST /v2/workspaces/{uid}/teams
     * Callers: session · least role: editor
     */
    createTeam(input: {
      uid: string
      name: string
      members: {
        kind: "user" | "client"
        id: string
      }[]
      orgId?: string
    }, options?: CallOptions): Promise<{
      data: {
        id: string
        name: string
        orgId: string
        members: {
          kind: "user" | "client"
          id: string
          name: string
        }[]
      }
    }>
    /**
     * Rename a team and replace its members
     * PUT /v2/workspaces/{uid}/teams/{teamId}
     * Callers: session · least role: editor
     */
    updateTeam(input: {
      uid: string
      teamId: string
      name: string
      members: {
        kind: "user" | "client"
        id: string
      }[]
    }, options?: CallOptions): Promise<{
      data: {
        id: string
        name: string
        orgId: string
        members: {
          kind: "user" | "client"
          id: string
          name: string
        }[]
      }
    }>
    /**
     * Delete a team; its conversations stay with their assignee, or become unassigned
     * DELETE /v2/workspaces/{uid}/teams/{teamId}
     * Callers: session · least role: editor
     */
    deleteTeam(input: {
      uid: string
      teamId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Export a conversation’s messages without notes, max the newest 2000
     * GET /v2/agents/{agentId}/conversations/{conversationId}/transcript
     * Callers: session, client · least role: viewer
     */
    exportTranscript(input: {
      agentId: string
      conversationId: string
    }, options?: CallOptions): Promise<{
      data: {
        conversation: Conversation
        messages: Message[]
        isCut: boolean
      }
    }>
    /**
     * Email a transcript to yourself or to the visitor
     * POST /v2/agents/{agentId}/conversations/{conversationId}/transcript-mail
     * Callers: session, client · least role: editor
     */
    sendTranscript(input: {
      agentId: string
      conversationId: string
      to: "self" | "visitor"
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Report which page the visitor is on
     * POST /v2/agents/{agentId}/conversations/{conversationId}/page
     * Callers: visitor · least role: editor
     */
    visit(input: {
      agentId: string
      conversationId: string
      url: string
      title?: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Block the visitor of a conversation
     * POST /v2/agents/{agentId}/conversations/{conversationId}/block
     * Callers: session, client · least role: editor
     */
    blockVisitor(input: {
      agentId: string
      conversationId: string
    }, options?: CallOptions): Promise<{
      data: {
        id: string
      }
    }>
    /**
     * List blocked visitors of an agent, newest first
     * GET /v2/agents/{agentId}/blocked-visitors
     * Callers: session, client · least role: viewer
     */
    blockedVisitors(input: {
      agentId: string
      cursor?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: {
        id: string
        visitor: string
        visitorCode: string
        email: string
        by: {
          kind: "user" | "client"
          name: string
        }
        at: string
      }[]
      nextCursor: string | null
    }>
    /**
     * Unblock a visitor
     * DELETE /v2/agents/{agentId}/blocked-visitors/{blockId}
     * Callers: session, client · least role: editor
     */
    unblockVisitor(input: {
      agentId: string
      blockId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Merge the visitors of two conversations into one contact
     * POST /v2/agents/{agentId}/conversations/{conversationId}/contact
     * Callers: session, client · least role: editor
     */
    mergeContact(input: {
      agentId: string
      conversationId: string
      otherConversationId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Undo the merge of a visitor
     * POST /v2/agents/{agentId}/conversations/{conversationId}/contact/separate
     * Callers: session, client · least role: editor
     */
    separateContact(input: {
      agentId: string
      conversationId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
  }
  campaigns: {
    /**
     * List campaigns of an agent, newest first, and what new ones can use
     * GET /v2/agents/{agentId}/campaigns
     * Callers: session, workspace, agency, client · least role: viewer · scope of a key: conversations:read
     */
    list(input: {
      agentId: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: Campaign[]
      means: CampaignMeans
    }>
    /**
     * Create a campaign; nothing is sent until you start it
     * POST /v2/agents/{agentId}/campaigns
     * Callers: session, workspace, agency, client · least role: editor · scope of a key: conversations:write
     */
    create(input: {
      agentId: string
      name: string
      channel: "whatsapp" | "instagram" | "messenger" | "telegram" | "discord" | "sms" | "email" | "webhook" | "voice"
      group?: string
      text: string
      template?: CampaignTemplateInput | null
      mail?: CampaignMailInput | null
      timeZone?: string
      from?: string
      until?: string
      days?: number[]
      perMinute?: number
      retries?: number
      calls?: CallRulesInput | null
    }, options?: CallOptions): Promise<{
      data: Campaign
    }>
    /**
     * Get a campaign with its statistics
     * GET /v2/agents/{agentId}/campaigns/{campaignId}
     * Callers: session, workspace, agency, client · least role: viewer · scope of a key: conversations:read
     */
    get(input: {
      agentId: string
      campaignId: string
    }, options?: CallOptions): Promise<{
      data: Campaign
    }>
    /**
     * Update a campaign before it starts; while paused, only hours, pace and retries
     * PATCH /v2/agents/{agentId}/campaigns/{campaignId}
     * Callers: session, workspace, agency, client · least role: editor · scope of a key: conversations:write
     */
    update(input: {
      name?: string
      channel?: "whatsapp" | "instagram" | "messenger" | "telegram" | "discord" | "sms" | "email" | "webhook" | "voice"
      group?: string
      text?: string
      template?: CampaignTemplateInput | null
      mail?: CampaignMailInput | null
      timeZone?: string
      from?: string
      until?: string
      days?: number[]
      perMinute?: number
      retries?: number
      calls?: CallRulesInput | null
      agentId: string
      campaignId: string
    }, options?: CallOptions): Promise<{
      data: Campaign
    }>
    /**
     * Delete a campaign that is not running
     * DELETE /v2/agents/{agentId}/campaigns/{campaignId}
     * Callers: session, workspace, agency, client · least role: editor · scope of a key: conversations:write
     */
    delete(input: {
      agentId: string
      campaignId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Estimate a campaign’s recipients and cost
     * GET /v2/agents/{agentId}/campaigns/{campaignId}/reach
     * Callers: session, workspace, agency, client · least role: editor · scope of a key: conversations:read
     */
    reach(input: {
      agentId: string
      campaignId: string
    }, options?: CallOptions): Promise<{
      data: CampaignReach
    }>
    /**
     * Start a campaign and hold its price
     * POST /v2/agents/{agentId}/campaigns/{campaignId}/start
     * Callers: session, client · least role: editor
     */
    start(input: {
      agentId: string
      campaignId: string
      agreed: true
    }, options?: CallOptions): Promise<{
      data: Campaign
    }>
    /**
     * Pause a running campaign
     * POST /v2/agents/{agentId}/campaigns/{campaignId}/pause
     * Callers: session, workspace, agency, client · least role: editor · scope of a key: conversations:write
     */
    pause(input: {
      agentId: string
      campaignId: string
    }, options?: CallOptions): Promise<{
      data: Campaign
    }>
    /**
     * Resume a paused campaign
     * POST /v2/agents/{agentId}/campaigns/{campaignId}/resume
     * Callers: session, workspace, agency, client · least role: editor · scope of a key: conversations:write
     */
    resume(input: {
      agentId: string
      campaignId: string
    }, options?: CallOptions): Promise<{
      data: Campaign
    }>
    /**
     * Send again to recipients whose message failed, unless the campaign was stopped
     * POST /v2/agents/{agentId}/campaigns/{campaignId}/retry-failed
     * Callers: session, workspace, agency, client · least role: editor · scope of a key: conversations:write
     */
    retryFailed(input: {
      agentId: string
      campaignId: string
    }, options?: CallOptions): Promise<{
      data: Campaign
    }>
    /**
     * Stop a campaign for good; you pay only for what was sent
     * POST /v2/agents/{agentId}/campaigns/{campaignId}/stop
     * Callers: session, workspace, agency, client · least role: editor · scope of a key: conversations:write
     */
    stop(input: {
      agentId: string
      campaignId: string
    }, options?: CallOptions): Promise<{
      data: Campaign
    }>
    /**
     * List recipients of a campaign with their status
     * GET /v2/agents/{agentId}/campaigns/{campaignId}/recipients
     * Callers: session, workspace, agency, client · least role: viewer · scope of a key: conversations:read
     */
    recipients(input: {
      agentId: string
      campaignId: string
      state?: "waiting" | "queued" | "calling" | "talking" | "sent" | "delivered" | "read" | "answered" | "voicemail" | "busy" | "no_answer" | "failed" | "skipped"
      cursor?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: Recipient[]
      nextCursor: string | null
    }>
    /**
     * List blocked numbers, newest first
     * GET /v2/agents/{agentId}/do-not-call
     * Callers: session, workspace, agency, client · least role: viewer · scope of a key: conversations:read
     */
    blockedNumbers(input: {
      agentId: string
      cursor?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: BlockedNumber[]
      nextCursor: string | null
    }>
    /**
     * Never call a number again
     * POST /v2/agents/{agentId}/do-not-call
     * Callers: session, workspace, agency, client · least role: editor · scope of a key: conversations:write
     */
    blockNumber(input: {
      agentId: string
      phone: string
    }, options?: CallOptions): Promise<{
      data: BlockedNumber
    }>
    /**
     * Let campaigns call a number again
     * DELETE /v2/agents/{agentId}/do-not-call/{phone}
     * Callers: session, workspace, agency, client · least role: editor · scope of a key: conversations:write
     */
    unblockNumber(input: {
      agentId: string
      phone: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
  }
  channels: {
    /**
     * List the messaging channels an agent is connected to, and those you can connect
     * GET /agents/{agentId}/channels
     * Callers: session, workspace, client, agency, agent · least role: viewer · scope of a key: agents:read
     */
    list(input: {
      agentId: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: ChannelConnectionView[]
      available: AvailableChannel[]
    }>
    /**
     * Connect an agent to a messaging channel
     * POST /agents/{agentId}/channels/{channel}
     * Callers: session, workspace, client, agency, agent · least role: editor · scope of a key: agents:write
     */
    connect(input: {
      agentId: string
      channel: ChannelInput
      fields: { [key: string]: string }
    }, options?: CallOptions): Promise<{
      data: ChannelConnectionView
    }>
    /**
     * Disconnect an agent from a messaging channel
     * DELETE /agents/{agentId}/channels/{channel}
     * Callers: session, workspace, client, agency, agent · least role: editor · scope of a key: agents:write
     */
    disconnect(input: {
      agentId: string
      channel: ChannelInput
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * List recent messages in and out of a messaging channel, and refusals
     * GET /agents/{agentId}/channels/{channel}/log
     * Callers: session, workspace, client, agency, agent · least role: viewer · scope of a key: agents:read
     */
    log(input: {
      agentId: string
      channel: ChannelInput
      limit?: number
    }, options?: CallOptions): Promise<{
      items: ChannelLogEntry[]
    }>
    /**
     * List people who wrote on a messaging channel recently
     * GET /agents/{agentId}/channels/{channel}/threads
     * Callers: session, workspace, client, agency, agent · least role: viewer · scope of a key: agents:read
     */
    threads(input: {
      agentId: string
      channel: ChannelInput
      limit?: number
    }, options?: CallOptions): Promise<{
      items: ChannelThread[]
    }>
    /**
     * Send a test message to someone who wrote there
     * POST /agents/{agentId}/channels/{channel}/test
     * Callers: session, workspace, client, agency, agent · least role: editor · scope of a key: agents:write
     */
    sendTest(input: {
      agentId: string
      channel: ChannelInput
      threadId: string
      text: string
    }, options?: CallOptions): Promise<{
      data: {
        state: string
        error: string
        errorMessage?: {
          code: string
          params?: { [key: string]: unknown }
        }
      }
    }>
    /**
     * Get an agent’s connection to one kind of channel, as a list of at most one
     * GET /agents/{agentId}/channel-records/{collection}
     * Callers: session, workspace, client, agency, agent · least role: viewer · scope of a key: agents:read
     */
    records(input: {
      agentId: string
      collection: ChannelCollectionInput
      limit?: number
    }, options?: CallOptions): Promise<{
      items: { [key: string]: string }[]
    }>
    /**
     * List the parts of an agent’s steps that a messaging channel can’t show
     * GET /agents/{agentId}/channels/{channel}/losses
     * Callers: session, workspace, client, agency, agent · least role: viewer · scope of a key: agents:read
     */
    losses(input: {
      agentId: string
      channel: ChannelInput
      limit?: number
    }, options?: CallOptions): Promise<{
      items: ChannelLoss[]
    }>
    /**
     * Get the delivery state of a conversation’s messages on its channel, and how long teammates can reply
     * GET /v2/agents/{agentId}/conversations/{conversationId}/delivery
     * Callers: session, workspace, client, agency, agent · least role: viewer · scope of a key: agents:read
     */
    delivery(input: {
      agentId: string
      conversationId: string
    }, options?: CallOptions): Promise<{
      data: ConversationDelivery | null
    }>
    /**
     * React to a visitor’s message on its channel, or remove the reaction
     * PUT /v2/agents/{agentId}/conversations/{conversationId}/reactions/{seq}
     * Callers: session, workspace, client, agency, agent · least role: editor · scope of a key: agents:write
     */
    react(input: {
      agentId: string
      conversationId: string
      seq: number
      emoji: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Send a message again that was not delivered on its channel
     * POST /v2/agents/{agentId}/conversations/{conversationId}/delivery/{seq}
     * Callers: session, workspace, client, agency, agent · least role: editor · scope of a key: agents:write
     */
    resend(input: {
      agentId: string
      conversationId: string
      seq: number
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Receive updates from Telegram, verified by the secret token of the bot’s webhook
     * POST /v2/agents/{agentId}/telegram-webhook
     * Callers: provider
     */
    telegramWebhook(input: {
      agentId: string
      [key: string]: unknown
    }, options?: CallOptions): Promise<{
      received: boolean
    }>
    /**
     * Get the URL to sign in at Meta; absent if no app is configured
     * GET /agents/{agentId}/meta-login
     * Callers: session, workspace, client, agency, agent · least role: viewer · scope of a key: agents:read
     */
    metaLogin(input: {
      agentId: string
      redirectUri: string
      state: string
    }, options?: CallOptions): Promise<{
      data: {
        url?: string
        version: string
        isExpired: boolean
      }
    }>
    /**
     * Exchange a Meta login token for one that is valid for sixty days
     * POST /rpc/exchangeMetaToken
     * Callers: session, workspace, client, agency · least role: editor · scope of a key: agents:write
     */
    exchangeMetaToken(input: {
      token: string
      workspaceId?: string
    }, options?: CallOptions): Promise<{
      longer_access_token: string
    }>
    /**
     * Get the Meta user of this token
     * POST /rpc/tokenToUser
     * Callers: session, workspace, client, agency · least role: editor · scope of a key: agents:write
     */
    tokenToUser(input: {
      token: string
      workspaceId?: string
    }, options?: CallOptions): Promise<{
      id: string
      name: string
      email: string
    }>
    /**
     * List the pages that the user of this token manages
     * POST /rpc/tokenToPages
     * Callers: session, workspace, client, agency · least role: editor · scope of a key: agents:write
     */
    tokenToPages(input?: {
      longAccessToken?: string
      token?: string
      workspaceId?: string
    }, options?: CallOptions): Promise<{
      pages: OfferedPage[]
    }>
    /**
     * Connect an agent to a page on Messenger and to the page’s Instagram account
     * POST /rpc/connectMetaPage
     * Callers: session, workspace, client, agency, agent · least role: editor · scope of a key: agents:write
     */
    connectMetaPage(input: {
      agentId: string
      selectedPage: {
        pageId: string
        accessToken: string
        [key: string]: unknown
      }
    }, options?: CallOptions): Promise<{
      success: true
      metaPage: MetaPage
    }>
    /**
     * Disconnect an agent from a page
     * POST /rpc/removeMetaPage
     * Callers: session, workspace, client, agency, agent · least role: editor · scope of a key: agents:write
     */
    removeMetaPage(input: {
      agentId: string
      pageId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * List what the page of this token sends us; empty if it isn’t connected
     * POST /rpc/checkPageSubscriptions
     * Callers: session, workspace, client, agency · least role: editor · scope of a key: agents:write
     */
    checkPageSubscriptions(input?: {
      pageAccessToken?: string
      accessToken?: string
      token?: string
      workspaceId?: string
    }, options?: CallOptions): Promise<{
      subscriptions: {
        responseJson: {
          data: {
            id: string
            name: string
            subscribed_fields: string[]
          }[]
        }
      }
    }>
    /**
     * List the pages that agents of the workspace are connected to
     * GET /v2/workspaces/{uid}/meta-pages
     * Callers: session, workspace, agency · least role: viewer · scope of a key: agents:read
     */
    metaPages(input: {
      uid: string
      agentId?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: MetaPageView[]
    }>
    /**
     * Move a connected page to another agent of the workspace
     * POST /agents/{agentId}/meta-pages/{pageId}
     * Callers: session, workspace, agency · least role: editor · scope of a key: agents:write
     */
    assignMetaPage(input: {
      agentId: string
      pageId: string
    }, options?: CallOptions): Promise<{
      success: true
      metaPage: MetaPage
    }>
  }
  whatsapp: {
    /**
     * Get the URL of Meta’s login dialog; null if no Meta app is configured
     * GET /agents/{agentId}/whatsapp/login
     * Callers: session, workspace, agency, client · least role: viewer · scope of a key: agents:read
     */
    login(input: {
      agentId: string
      state: string
    }, options?: CallOptions): Promise<{
      url: string | null
      version: string
      isExpired: boolean
    }>
    /**
     * Exchange the login dialog’s result for a long-lived token
     * POST /rpc/getLongAccessToken
     * Callers: session, workspace, agency · least role: editor · scope of a key: agents:write
     */
    getLongAccessToken(input: {
      token: string
      workspaceId?: string
    }, options?: CallOptions): Promise<{
      access_token: string
      wabaIds: string[]
    }>
    /**
     * List the numbers that an agent answers on
     * POST /rpc/getWhatsappNumbers
     * Callers: session, workspace, agency, client · least role: editor · scope of a key: agents:read
     */
    getWhatsappNumbers(input: {
      agentId: string
    }, options?: CallOptions): Promise<WhatsappNumber[]>
    /**
     * Connect an agent to a number
     * POST /rpc/connectWhatsappNumber
     * Callers: session, workspace, agency, client · least role: editor · scope of a key: agents:write
     */
    connectWhatsappNumber(input: {
      agentId: string
      longAccessToken: string
      wabaId: string
      phoneId: string
      phoneNumber: string
    }, options?: CallOptions): Promise<{
      newAddedNumber: WhatsappNumber
    }>
    /**
     * Disconnect an agent from a number
     * POST /rpc/removeWhatsappNumber
     * Callers: session, workspace, agency, client · least role: editor · scope of a key: agents:write
     */
    removeWhatsappNumber(input: {
      agentId: string
      phoneId: string
    }, options?: CallOptions): Promise<{
      phoneId: string
    }>
    /**
     * List the numbers of a Meta business account
     * POST /rpc/getDetailsOfWhatsappNumber
     * Callers: session, workspace, agency · least role: editor · scope of a key: agents:read
     */
    getDetailsOfWhatsappNumber(input: {
      wabaId: string
      longAccessToken: string
      workspaceId?: string
    }, options?: CallOptions): Promise<{
      data: PhoneEntry[]
    }>
    /**
     * Ask Meta to approve a message template
     * POST /rpc/createTemplate
     * Callers: session, workspace, agency · least role: editor · scope of a key: agents:write
     */
    createTemplate(input: {
      longAccessToken: string
      wabaId: string
      name: string
      language: string
      category: string
      bodyText: string
      workspaceId?: string
    }, options?: CallOptions): Promise<CreatedTemplate>
    /**
     * List the numbers that agents of the workspace answer on
     * GET /v2/workspaces/{uid}/whatsapp-numbers
     * Callers: session, workspace, agency · least role: viewer · scope of a key: agents:read
     */
    numbers(input: {
      uid: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: WhatsappNumberView[]
    }>
    /**
     * Move a connected number to another agent of the workspace
     * POST /agents/{agentId}/whatsapp/numbers/{phoneId}
     * Callers: session, workspace, agency · least role: editor · scope of a key: agents:write
     */
    assign(input: {
      agentId: string
      phoneId: string
    }, options?: CallOptions): Promise<{
      number: WhatsappNumber
    }>
    /**
     * List message templates of the account of an agent’s number, with their status at Meta
     * GET /agents/{agentId}/whatsapp/templates
     * Callers: session, workspace, agency, client · least role: viewer · scope of a key: agents:read
     */
    templates(input: {
      agentId: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: Template[]
    }>
    /**
     * Ask Meta to approve a message template for the account of an agent’s number
     * POST /agents/{agentId}/whatsapp/templates
     * Callers: session, workspace, agency, client · least role: editor · scope of a key: agents:write
     */
    addTemplate(input: {
      agentId: string
      name: string
      language: string
      category: string
      bodyText: string
      examples?: string[]
      header?: {
        format: string
        text?: string
        example?: string
        [key: string]: unknown
      }
      footer?: string
      buttons?: {
        type: string
        text?: string
        url?: string
        phone_number?: string
        example?: string
      }[]
    }, options?: CallOptions): Promise<CreatedTemplate>
    /**
     * Reply with an approved template, even after 24 hours
     * POST /v2/agents/{agentId}/conversations/{conversationId}/template
     * Callers: session, client · least role: editor
     */
    sendTemplate(input: {
      agentId: string
      conversationId: string
      id: string
      name: string
      language: string
      values: string[]
      media?: string
      attachments?: string[]
    }, options?: CallOptions): Promise<{
      data: Message
    }>
    /**
     * Send a test message from an agent’s number
     * POST /agents/{agentId}/whatsapp/test-message
     * Callers: session, workspace, agency, client · least role: editor · scope of a key: agents:write
     */
    sendTest(input: {
      agentId: string
      phoneId: string
      phone: string
      text: string
    }, options?: CallOptions): Promise<{
      id: string
    }>
  }
  numbers: {
    /**
     * List the workspace’s imported Twilio numbers
     * GET /v2/workspaces/{uid}/twilio-numbers
     * Callers: session, workspace · least role: viewer
     */
    list(input: {
      uid: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: {
        id: string
        phoneNumber: string
        label: string
        accountSid: string
        authToken: string
        sms: boolean
        mms: boolean
        voice: boolean
        callAgentId: string
        callAgentTitle: string
        agentId: string
        agentTitle: string
        status: "unassigned" | "active" | "failing"
        lastError: string
        lastErrorMessage?: {
          code: string
          params?: { [key: string]: unknown }
        }
        importedAt: string
      }[]
    }>
    /**
     * Import a number from a Twilio account
     * POST /v2/workspaces/{uid}/twilio-numbers
     * Callers: session, workspace · least role: editor
     */
    import(input: {
      uid: string
      accountSid: string
      authToken: string
      phoneNumber: string
    }, options?: CallOptions): Promise<{
      data: {
        id: string
        phoneNumber: string
        label: string
        accountSid: string
        authToken: string
        sms: boolean
        mms: boolean
        voice: boolean
        callAgentId: string
        callAgentTitle: string
        agentId: string
        agentTitle: string
        status: "unassigned" | "active" | "failing"
        lastError: string
        lastErrorMessage?: {
          code: string
          params?: { [key: string]: unknown }
        }
        importedAt: string
      }
    }>
    /**
     * Set the agent that answers messages to a number
     * POST /v2/workspaces/{uid}/twilio-numbers/{numberId}/agent
     * Callers: session, workspace · least role: editor
     */
    assign(input: {
      uid: string
      numberId: string
      agentId: string
    }, options?: CallOptions): Promise<{
      data: {
        id: string
        phoneNumber: string
        label: string
        accountSid: string
        authToken: string
        sms: boolean
        mms: boolean
        voice: boolean
        callAgentId: string
        callAgentTitle: string
        agentId: string
        agentTitle: string
        status: "unassigned" | "active" | "failing"
        lastError: string
        lastErrorMessage?: {
          code: string
          params?: { [key: string]: unknown }
        }
        importedAt: string
      }
    }>
    /**
     * Set the agent that answers calls to a number
     * POST /v2/workspaces/{uid}/twilio-numbers/{numberId}/calls
     * Callers: session, workspace · least role: editor
     */
    assignCalls(input: {
      uid: string
      numberId: string
      agentId: string
    }, options?: CallOptions): Promise<{
      data: {
        id: string
        phoneNumber: string
        label: string
        accountSid: string
        authToken: string
        sms: boolean
        mms: boolean
        voice: boolean
        callAgentId: string
        callAgentTitle: string
        agentId: string
        agentTitle: string
        status: "unassigned" | "active" | "failing"
        lastError: string
        lastErrorMessage?: {
          code: string
          params?: { [key: string]: unknown }
        }
        importedAt: string
      }
    }>
    /**
     * List the numbers that Twilio sells, with the monthly price
     * POST /v2/workspaces/{uid}/twilio-numbers/available
     * Callers: session, workspace · least role: editor
     */
    available(input: {
      uid: string
      accountSid: string
      authToken?: string
      country: string
      areaCode?: string
    }, options?: CallOptions): Promise<{
      items: {
        phoneNumber: string
        place: string
        sms: boolean
        mms: boolean
        needsAddress: boolean
      }[]
      price: {
        monthly: string
        currency: string
      }
    }>
    /**
     * Buy a number with the Twilio account
     * POST /v2/workspaces/{uid}/twilio-numbers/buy
     * Callers: session, workspace · least role: editor
     */
    buy(input: {
      uid: string
      accountSid: string
      authToken?: string
      country: string
      phoneNumber: string
      price: {
        monthly: string
        currency: string
      }
    }, options?: CallOptions): Promise<{
      data: {
        id: string
        phoneNumber: string
        label: string
        accountSid: string
        authToken: string
        sms: boolean
        mms: boolean
        voice: boolean
        callAgentId: string
        callAgentTitle: string
        agentId: string
        agentTitle: string
        status: "unassigned" | "active" | "failing"
        lastError: string
        lastErrorMessage?: {
          code: string
          params?: { [key: string]: unknown }
        }
        importedAt: string
      }
    }>
    /**
     * Release a number at Twilio for good
     * POST /v2/workspaces/{uid}/twilio-numbers/{numberId}/release
     * Callers: session, workspace · least role: editor
     */
    release(input: {
      uid: string
      numberId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Remove a number here; it stays in the Twilio account
     * DELETE /v2/workspaces/{uid}/twilio-numbers/{numberId}
     * Callers: session, workspace · least role: editor
     */
    remove(input: {
      uid: string
      numberId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
  }
  voice: {
    /**
     * Start a web call with an agent
     * POST /v2/agents/{agentId}/calls
     * Callers: public, visitor, session, workspace, agency, agent, client · least role: editor · scope of a key: conversations:write
     */
    startCall(input: {
      agentId: string
      visitorId?: string
      conversationId?: string
      draft?: boolean
      consent?: boolean
      language?: string
      url?: string
    }, options?: CallOptions): Promise<{
      data: {
        callId: string
        token: string
        socket: string
        visitorId: string
        records: boolean
        language: string
        services: VoiceServices
      }
    }>
    /**
     * Get the speech services of an agent’s calls, and the price of a minute
     * GET /v2/agents/{agentId}/voice/services
     * Callers: session, workspace, agency, agent, client · least role: viewer · scope of a key: conversations:read
     */
    services(input: {
      agentId: string
      engine?: "parlance" | "openai-realtime" | "vapi"
      transcriber?: string
      modelId?: string
      speech?: string
      voiceId?: string
      language?: string
    }, options?: CallOptions): Promise<{
      data: VoiceServices
    }>
    /**
     * List voices of your accounts at voice providers
     * GET /v2/agents/{agentId}/voice/voices
     * Callers: session, workspace, agency, agent, client · least role: viewer · scope of a key: conversations:read
     */
    voices(input: {
      agentId: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: AccountVoice[]
      unlisted: string[]
    }>
    /**
     * List calls of an agent, newest first
     * GET /v2/agents/{agentId}/calls
     * Callers: session, workspace, agency, agent, client · least role: viewer · scope of a key: conversations:read
     */
    list(input: {
      agentId: string
      kind?: "web" | "test" | "phone"
      cursor?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: Call[]
      nextCursor: string | null
    }>
    /**
     * List calls of a conversation, oldest first
     * GET /v2/agents/{agentId}/conversations/{conversationId}/calls
     * Callers: session, workspace, agency, agent, client · least role: viewer · scope of a key: conversations:read
     */
    ofConversation(input: {
      agentId: string
      conversationId: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: Call[]
    }>
    /**
     * Get a call with its transcript, latencies and recording
     * GET /v2/agents/{agentId}/calls/{callId}
     * Callers: session, workspace, agency, agent, client · least role: viewer · scope of a key: conversations:read
     */
    get(input: {
      agentId: string
      callId: string
    }, options?: CallOptions): Promise<{
      data: CallDetail
    }>
    /**
     * Listen to an ongoing call
     * POST /v2/agents/{agentId}/calls/{callId}/listen
     * Callers: session, workspace, agency, client · least role: viewer · scope of a key: conversations:write
     */
    listen(input: {
      agentId: string
      callId: string
    }, options?: CallOptions): Promise<{
      data: {
        token: string
        socket: string
      }
    }>
    /**
     * End an ongoing call
     * POST /v2/agents/{agentId}/calls/{callId}/hang-up
     * Callers: session, workspace, agency, agent, client · least role: editor · scope of a key: conversations:write
     */
    hangUp(input: {
      agentId: string
      callId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Delete the recording of a call
     * DELETE /v2/agents/{agentId}/calls/{callId}/recording
     * Callers: session, workspace, agency, agent, client · least role: editor · scope of a key: conversations:write
     */
    deleteRecording(input: {
      agentId: string
      callId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Answer a caller on a call that Vapi runs
     * POST /v2/agents/{agentId}/vapi/chat/completions
     * Callers: public · least role: editor
     */
    vapiAnswer(input: {
      agentId: string
      call: {
        id: string
        [key: string]: unknown
      }
      messages: {
        role: string
        content?: string | null
        [key: string]: unknown
      }[]
      [key: string]: unknown
    }, options?: CallOptions): AsyncGenerator<StreamPart, void, undefined>
    /**
     * Preview a voice
     * POST /v2/agents/{agentId}/voice/preview
     * Callers: session, workspace, agency, agent, client · least role: editor · scope of a key: conversations:write
     */
    preview(input: {
      agentId: string
      provider?: string
      voiceId?: string
      language?: string
      text: string
      wordsReplacements?: {
        word: string
        replacement: string
      }[]
    }, options?: CallOptions): Promise<{
      data: {
        audio: string
        speech: {
          provider: string
          name: string
          isOffline: boolean
        }
      }
    }>
  }
  leads: {
    /**
     * List leads, newest first
     * GET /v2/agents/{agentId}/leads
     * Callers: session, client, workspace, agency · least role: viewer · scope of a key: conversations:read
     */
    list(input: {
      agentId: string
      search?: string
      stage?: string
      group?: string
      conversationId?: string
      cursor?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: Lead[]
      nextCursor: string | null
    }>
    /**
     * Get a lead with its notes and likely duplicates
     * GET /v2/agents/{agentId}/leads/{leadId}
     * Callers: session, client, workspace, agency · least role: viewer · scope of a key: conversations:read
     */
    get(input: {
      agentId: string
      leadId: string
    }, options?: CallOptions): Promise<{
      data: OpenedLead
    }>
    /**
     * Add a lead
     * POST /v2/agents/{agentId}/leads
     * Callers: session, client, workspace, agency · least role: editor · scope of a key: conversations:write
     */
    create(input: NewLeadOfInput, options?: CallOptions): Promise<{
      data: Lead
    }>
    /**
     * Update a lead
     * PATCH /v2/agents/{agentId}/leads/{leadId}
     * Callers: session, client, workspace, agency · least role: editor · scope of a key: conversations:write
     */
    update(input: {
      name?: string
      email?: string
      phone?: string
      variables?: { [key: string]: string | number | boolean }
      stage?: string
      group?: string
      agentId: string
      leadId: string
    }, options?: CallOptions): Promise<{
      data: Lead
    }>
    /**
     * Delete a lead with its notes
     * DELETE /v2/agents/{agentId}/leads/{leadId}
     * Callers: session, client, workspace, agency · least role: editor · scope of a key: conversations:write
     */
    delete(input: {
      agentId: string
      leadId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Restore deleted leads
     * POST /v2/agents/{agentId}/leads/restore
     * Callers: session, client, workspace, agency · least role: editor · scope of a key: conversations:write
     */
    restore(input: {
      agentId: string
      leadIds: string[]
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Move leads to a stage or group, or delete them
     * POST /v2/agents/{agentId}/leads/bulk
     * Callers: session, client, workspace, agency · least role: editor · scope of a key: conversations:write
     */
    bulk(input: {
      agentId: string
      leadIds: string[]
      change: {
        stage: string
      } | {
        group: string
      } | {
        delete: true
      }
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Merge another lead into this one
     * POST /v2/agents/{agentId}/leads/{leadId}/merge
     * Callers: session, client, workspace, agency · least role: editor · scope of a key: conversations:write
     */
    merge(input: {
      agentId: string
      leadId: string
      other: string
    }, options?: CallOptions): Promise<{
      data: Lead
    }>
    /**
     * Add a note to a lead, or edit one of your own
     * PUT /v2/agents/{agentId}/leads/{leadId}/notes/{noteId}
     * Callers: session, client · least role: editor
     */
    saveNote(input: {
      agentId: string
      leadId: string
      noteId: string
      text: string
    }, options?: CallOptions): Promise<{
      data: LeadNote
    }>
    /**
     * Delete a note of your own
     * DELETE /v2/agents/{agentId}/leads/{leadId}/notes/{noteId}
     * Callers: session, client · least role: editor
     */
    deleteNote(input: {
      agentId: string
      leadId: string
      noteId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Get when a visitor becomes a lead, the stages of leads, and existing groups
     * GET /v2/agents/{agentId}/lead-settings
     * Callers: session, client, workspace, agency · least role: viewer · scope of a key: conversations:read
     */
    settings(input: {
      agentId: string
      limit?: number
    }, options?: CallOptions): Promise<{
      data: {
        rules: string[][]
        stages: Stage[]
        groups: {
          name: string
          leads: number
        }[]
      }
    }>
    /**
     * Set when a visitor becomes a lead, and the stages
     * PUT /v2/agents/{agentId}/lead-settings
     * Callers: session, workspace, agency · least role: editor · scope of a key: conversations:write
     */
    saveSettings(input: {
      rules: string[][]
      stages: StageInput[]
      agentId: string
    }, options?: CallOptions): Promise<{
      data: {
        rules: string[][]
        stages: Stage[]
        groups: {
          name: string
          leads: number
        }[]
      }
    }>
    /**
     * Import rows of a file; with `dryRun`, only report what would happen
     * POST /v2/agents/{agentId}/leads/import
     * Callers: session, client, workspace, agency · least role: editor · scope of a key: conversations:write
     */
    import(input: {
      agentId: string
      rows: ImportRowInput[]
      group?: string
      dryRun?: boolean
    }, options?: CallOptions): Promise<{
      data: {
        created: number
        updated: number
        broken: {
          line: number
          message: string
          code?: string
          params?: { [key: string]: unknown }
        }[]
      }
    }>
    /**
     * Export leads as CSV, newest first
     * GET /v2/agents/{agentId}/leads.csv
     * Callers: session, client, workspace, agency · least role: viewer · scope of a key: conversations:read
     */
    export(input: {
      agentId: string
      search?: string
      stage?: string
      group?: string
      conversationId?: string
    }, options?: CallOptions): Promise<string>
  }
  evaluations: {
    /**
     * List an agent’s tests with their latest results on the draft and the published agent
     * GET /v2/agents/{agentId}/tests
     * Callers: session, workspace, agency · least role: viewer · scope of a key: tests:read
     */
    list(input: {
      agentId: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: {
        id: string
        name: string
        protected: boolean
        channel: "web-chat" | "whatsapp" | "instagram" | "messenger" | "telegram" | "discord" | "sms" | "email" | "webhook" | "voice" | "api" | "test"
        variables: { [key: string]: string | number | boolean }
        steps: TestStep[]
        draftPassed?: boolean
        publishedPassed?: boolean
      }[]
      unfinishedRunId: string | null
    }>
    /**
     * Create or replace a test; max 200 per agent
     * PUT /v2/agents/{agentId}/tests/{testId}
     * Callers: session, workspace, agency · least role: editor · scope of a key: tests:write
     */
    save(input: {
      name: string
      protected?: boolean
      channel?: "web-chat" | "whatsapp" | "instagram" | "messenger" | "telegram" | "discord" | "sms" | "email" | "webhook" | "voice" | "api" | "test"
      variables?: { [key: string]: string | number | boolean }
      steps: TestStepInput[]
      agentId: string
      testId: string
    }, options?: CallOptions): Promise<{
      data: AgentTest
    }>
    /**
     * Turn a conversation into a test: its visitor messages, and what can be checked of each answer without a model
     * POST /v2/agents/{agentId}/tests/from-conversation
     * Callers: session, workspace, agency · least role: editor · scope of a key: tests:write
     */
    fromConversation(input: {
      agentId: string
      conversationId: string
      name: string
    }, options?: CallOptions): Promise<{
      data: AgentTest
    }>
    /**
     * Delete a test
     * DELETE /v2/agents/{agentId}/tests/{testId}
     * Callers: session, workspace, agency · least role: editor · scope of a key: tests:write
     */
    delete(input: {
      agentId: string
      testId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Restore a deleted test
     * POST /v2/agents/{agentId}/tests/{testId}/restore
     * Callers: session, workspace, agency · least role: editor · scope of a key: tests:write
     */
    restore(input: {
      agentId: string
      testId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Run all or selected tests on the draft or the published agent; returns right away, follow it with `getRun`
     * POST /v2/agents/{agentId}/tests/run
     * Callers: session, workspace, agency · least role: editor · scope of a key: tests:write
     */
    run(input: {
      agentId: string
      copy?: "draft" | "published"
      testIds?: string[]
    }, options?: CallOptions): Promise<{
      data: TestRun
    }>
    /**
     * Get a run with its results so far
     * GET /v2/agents/{agentId}/test-runs/{runId}
     * Callers: session, workspace, agency · least role: viewer · scope of a key: tests:read
     */
    getRun(input: {
      agentId: string
      runId: string
    }, options?: CallOptions): Promise<{
      data: TestRun
    }>
    /**
     * Resume a paused run; tests with a result aren’t run again
     * POST /v2/agents/{agentId}/test-runs/{runId}/continue
     * Callers: session, workspace, agency · least role: editor · scope of a key: tests:write
     */
    continueRun(input: {
      agentId: string
      runId: string
    }, options?: CallOptions): Promise<{
      data: TestRun
    }>
    /**
     * Stop a run after its current test, or a paused run
     * POST /v2/agents/{agentId}/test-runs/{runId}/cancel
     * Callers: session, workspace, agency · least role: editor · scope of a key: tests:write
     */
    cancelRun(input: {
      agentId: string
      runId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Compare the latest results of the draft and the published agent, test by test
     * GET /v2/agents/{agentId}/tests/comparison
     * Callers: session, workspace, agency · least role: viewer · scope of a key: tests:read
     */
    comparison(input: {
      agentId: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: {
        testId: string
        name: string
        protected: boolean
        published?: boolean
        draft?: boolean
      }[]
      worse: string[]
      missing: string[]
    }>
  }
  fleet: {
    /**
     * List copies of a master agent, with their version and own changes
     * GET /v2/agents/{agentId}/fleet/copies
     * Callers: session, workspace, agency · least role: viewer
     */
    listCopies(input: {
      agentId: string
      cursor?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: FleetCopy[]
      nextCursor: string | null
      total: number
      masterVersion: number
      copyOf: {
        agentId: string
        title: string
      } | null
    }>
    /**
     * Create copies of the published agent with its knowledge and tests, one per organization
     * POST /v2/agents/{agentId}/fleet/copies
     * Callers: session, workspace, agency · least role: admin
     */
    createCopies(input: {
      agentId: string
      copies: {
        orgId?: string
        title?: string
      }[]
    }, options?: CallOptions): Promise<{
      items: FleetCopy[]
    }>
    /**
     * Detach a copy; pushes no longer reach it
     * DELETE /v2/agents/{agentId}/fleet/copies/{copyId}
     * Callers: session, workspace, agency · least role: admin
     */
    detachCopy(input: {
      agentId: string
      copyId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Preview what a push of the published master would change in each copy
     * GET /v2/agents/{agentId}/fleet/preview
     * Callers: session, workspace, agency · least role: viewer
     */
    preview(input: {
      agentId: string
      cursor?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: FleetDifference[]
      nextCursor: string | null
      masterVersion: number
    }>
    /**
     * Preview what a push would change in one copy, with conflicts
     * GET /v2/agents/{agentId}/fleet/copies/{copyId}/preview
     * Callers: session, workspace, agency · least role: viewer
     */
    previewCopy(input: {
      agentId: string
      copyId: string
    }, options?: CallOptions): Promise<{
      data: FleetCopyDifference
    }>
    /**
     * List the latest pushes of a master agent, newest first
     * GET /v2/agents/{agentId}/fleet/pushes
     * Callers: session, workspace, agency · least role: viewer
     */
    listPushes(input: {
      agentId: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: FleetPush[]
    }>
    /**
     * Push the published master to all or selected copies
     * POST /v2/agents/{agentId}/fleet/pushes
     * Callers: session, workspace, agency · least role: admin
     */
    push(input: {
      agentId: string
      copyIds?: string[]
      masterVersion?: number
    }, options?: CallOptions): Promise<{
      data: FleetPush
    }>
    /**
     * Get the progress of a push
     * GET /v2/agents/{agentId}/fleet/pushes/{pushId}
     * Callers: session, workspace, agency · least role: viewer
     */
    getPush(input: {
      agentId: string
      pushId: string
    }, options?: CallOptions): Promise<{
      data: FleetPush
    }>
    /**
     * Stop a push; copies it has reached stay changed
     * POST /v2/agents/{agentId}/fleet/pushes/{pushId}/stop
     * Callers: session, workspace, agency · least role: admin
     */
    stopPush(input: {
      agentId: string
      pushId: string
    }, options?: CallOptions): Promise<{
      data: FleetPush
    }>
    /**
     * Roll back the latest push; changes made to copies since then stay
     * POST /v2/agents/{agentId}/fleet/pushes/{pushId}/roll-back
     * Callers: session, workspace, agency · least role: admin
     */
    rollBackPush(input: {
      agentId: string
      pushId: string
    }, options?: CallOptions): Promise<{
      data: FleetPush
    }>
  }
  notifications: {
    /**
     * List unread notifications, newest first, max five per level you subscribe to
     * GET /v2/workspaces/{uid}/notifications
     * Callers: session, client · least role: viewer
     */
    list(input: {
      uid: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: Notification[]
    }>
    /**
     * Mark notifications as seen; other people’s IDs are ignored
     * POST /v2/workspaces/{uid}/notifications/seen
     * Callers: session, client · least role: viewer
     */
    markSeen(input: {
      uid: string
      ids: string[]
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Mark notifications as read; all of yours without `ids`
     * POST /v2/workspaces/{uid}/notifications/read
     * Callers: session, client · least role: viewer
     */
    markRead(input: {
      uid: string
      ids?: string[]
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Get your notification settings
     * GET /v2/workspaces/{uid}/notifications/settings
     * Callers: session, client · least role: viewer
     */
    settings(input: {
      uid: string
    }, options?: CallOptions): Promise<{
      data: PersonalNotifications
    }>
    /**
     * Update your notification settings; absent fields stay unchanged
     * PATCH /v2/workspaces/{uid}/notifications/settings
     * Callers: session, client · least role: viewer
     */
    updateSettings(input: {
      notifyThrough?: "email" | "push" | "all" | "none"
      notifyIf?: "all" | "requestsOnly" | "none"
      sound?: boolean
      quietHours?: QuietHoursInput | null
      uid: string
    }, options?: CallOptions): Promise<{
      success: true
      data: PersonalNotifications
    }>
    /**
     * Get the public VAPID key that browsers subscribe with
     * GET /v2/workspaces/{uid}/notifications/push-key
     * Callers: session, client · least role: viewer
     */
    pushKey(input: {
      uid: string
    }, options?: CallOptions): Promise<{
      data: {
        publicKey: string
      }
    }>
    /**
     * Get notifications in this browser, also while the dashboard is closed
     * POST /v2/workspaces/{uid}/notifications/push
     * Callers: session, client · least role: viewer
     */
    subscribe(input: {
      endpoint: string
      keys: {
        p256dh: string
        auth: string
      }
      uid: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Check whether this browser still gets your notifications
     * POST /v2/workspaces/{uid}/notifications/push/check
     * Callers: session, client · least role: viewer
     */
    checkSubscription(input: {
      uid: string
      endpoint: string
    }, options?: CallOptions): Promise<{
      data: {
        isSubscribed: boolean
      }
    }>
    /**
     * Stop notifications in this browser
     * POST /v2/workspaces/{uid}/notifications/push/remove
     * Callers: session, client · least role: viewer
     */
    unsubscribe(input: {
      uid: string
      endpoint: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
  }
  analytics: {
    /**
     * Count a load or an opening of the widget; returns this month’s number of visitor messages
     * POST /agents/{agentId}/analytics
     * Callers: public · least role: editor
     */
    record(input: {
      agentId: string
      record: "loads" | "opens"
      region?: "eu" | "na"
      ts?: string | number | null
      browser?: string | number | null
      origin?: string | number | null
      platform?: string | number | null
      countryCode?: string | number | null
      ipAddress?: string | number | null
    }, options?: CallOptions): Promise<{
      monthlyMessages: number
    }>
    /**
     * Get your IP address and its country (two letters; ZZ if unknown)
     * GET /utils/ip
     * Callers: public
     */
    ip(input?: Record<string, never>, options?: CallOptions): Promise<{
      ip: string
      country: string
    }>
    /**
     * Get an agent’s loads, opens, chats and messages in a period, and where they came from
     * GET /v2/agents/{agentId}/analytics
     * Callers: session, workspace, agency, agent, client · least role: viewer · scope of a key: analytics:read
     */
    get(input: {
      agentId: string
      from?: string
      to?: string
    }, options?: CallOptions): Promise<{
      data: {
        from: string
        to: string
        hasAny: boolean
        totals: {
          loads: {
            value: number
            previous: number
            change: number | null
          }
          opens: {
            value: number
            previous: number
            change: number | null
          }
          chats: {
            value: number
            previous: number
            change: number | null
          }
          messages: {
            value: number
            previous: number
            change: number | null
          }
          handoffs: {
            value: number
            previous: number
            change: number | null
          }
          leads: {
            value: number
            previous: number
            change: number | null
          }
        }
        ratings: {
          average: number | null
          count: number
          previousAverage: number | null
          previousCount: number
        }
        days: {
          day: string
          loads: number
          opens: number
          chats: number
          messages: number
          handoffs: number
          leads: number
        }[]
        countries: {
          value: string
          loads: number
          opens: number
          chats: number
          messages: number
          handoffs: number
          leads: number
        }[]
        browsers: {
          value: string
          loads: number
          opens: number
          chats: number
          messages: number
          handoffs: number
          leads: number
        }[]
        platforms: {
          value: string
          loads: number
          opens: number
          chats: number
          messages: number
          handoffs: number
          leads: number
        }[]
        channels: {
          value: string
          loads: number
          opens: number
          chats: number
          messages: number
          handoffs: number
          leads: number
        }[]
        sites: {
          origin: string
          loads: number
          firstAt: string
          lastAt: string
        }[]
        countsCountries: boolean
      }
    }>
    /**
     * Get an agent’s overview: where it’s live, today’s conversations, who’s waiting, and next steps
     * GET /v2/agents/{agentId}/overview
     * Callers: session, workspace, agency, agent, client · least role: viewer · scope of a key: analytics:read
     */
    overview(input: {
      agentId: string
    }, options?: CallOptions): Promise<{
      data: {
        agentId: string
        site: {
          origin: string
          lastAt: string
        } | null
        sites: number
        channels: Channel[]
        conversationsToday: number
        waiting: number
        answered: number | null
        gaps: number
        latestSites: {
          origin: string
          lastAt: string
        }[]
        done: {
          knowledge: boolean
          tried: boolean
          invited: boolean
        }
      }
    }>
    /**
     * Get overview figures of all agents; agents without data are left out
     * GET /v2/workspaces/{uid}/agent-figures
     * Callers: session, workspace, agency · least role: viewer · scope of a key: analytics:read
     */
    figures(input: {
      uid: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: {
        agentId: string
        site: {
          origin: string
          lastAt: string
        } | null
        sites: number
        channels: Channel[]
        conversationsToday: number
        waiting: number
        answered: number | null
        gaps: number
      }[]
    }>
    /**
     * Export analytics as CSV: a row per day, country, browser, platform, channel or site
     * GET /v2/agents/{agentId}/analytics.csv
     * Callers: session, workspace, agency, agent, client · least role: viewer · scope of a key: analytics:read
     */
    csv(input: {
      agentId: string
      from?: string
      to?: string
      table?: "days" | "countries" | "browsers" | "platforms" | "channels" | "sites"
    }, options?: CallOptions): Promise<string>
    /**
     * Get outcomes: answered with and without a human, hand-offs, response times, ratings, busiest hours
     * GET /v2/workspaces/{uid}/outcomes
     * Callers: session, workspace, agency, client · least role: viewer · scope of a key: analytics:read
     */
    outcomes(input: {
      uid: string
      orgId?: string
      agentId?: string
      channel?: "web-chat" | "whatsapp" | "instagram" | "messenger" | "telegram" | "discord" | "sms" | "email" | "webhook" | "voice" | "api"
      from?: string
      to?: string
      timeZone?: string
    }, options?: CallOptions): Promise<{
      data: Outcomes
    }>
    /**
     * Export one table of outcomes as CSV
     * GET /v2/workspaces/{uid}/outcomes.csv
     * Callers: session, workspace, agency, client · least role: viewer · scope of a key: analytics:read
     */
    outcomesCsv(input: {
      uid: string
      orgId?: string
      agentId?: string
      channel?: "web-chat" | "whatsapp" | "instagram" | "messenger" | "telegram" | "discord" | "sms" | "email" | "webhook" | "voice" | "api"
      from?: string
      to?: string
      timeZone?: string
      table?: "summary" | "days" | "reasons" | "hours" | "asked" | "unanswered"
    }, options?: CallOptions): Promise<string>
  }
  metrics: {
    /**
     * List an agent’s metrics
     * GET /v2/agents/{agentId}/metrics
     * Callers: session, workspace, agency · least role: viewer · scope of a key: analytics:read
     */
    list(input: {
      agentId: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: Metric[]
    }>
    /**
     * List metrics that are on or have results, by name and type
     * GET /v2/agents/{agentId}/metric-summaries
     * Callers: session, workspace, agency, client · least role: viewer · scope of a key: analytics:read
     */
    summaries(input: {
      agentId: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: MetricSummary[]
    }>
    /**
     * List metric results of a campaign’s conversations
     * GET /v2/agents/{agentId}/campaigns/{campaignId}/metrics
     * Callers: session, workspace, agency, client · least role: viewer · scope of a key: analytics:read
     */
    ofCampaign(input: {
      agentId: string
      campaignId: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: CampaignMetric[]
    }>
    /**
     * Create a metric; it’s off until you turn it on
     * POST /v2/agents/{agentId}/metrics
     * Callers: session, workspace, agency · least role: editor · scope of a key: analytics:write
     */
    create(input: {
      name: string
      question: string
      kind: "yes-no" | "rating" | "category"
      choices?: string[]
      samplePercent?: number
      monthlyCap?: number
      agentId: string
    }, options?: CallOptions): Promise<{
      data: Metric
    }>
    /**
     * Update a metric or turn it on or off; absent fields stay unchanged
     * PATCH /v2/agents/{agentId}/metrics/{metricId}
     * Callers: session, workspace, agency · least role: editor · scope of a key: analytics:write
     */
    update(input: {
      name?: string
      question?: string
      kind?: "yes-no" | "rating" | "category"
      choices?: string[]
      samplePercent?: number
      monthlyCap?: number
      enabled?: boolean
      agentId: string
      metricId: string
    }, options?: CallOptions): Promise<{
      data: Metric
    }>
    /**
     * Delete a metric with all its results
     * DELETE /v2/agents/{agentId}/metrics/{metricId}
     * Callers: session, workspace, agency · least role: editor · scope of a key: analytics:write
     */
    delete(input: {
      agentId: string
      metricId: string
    }, options?: CallOptions): Promise<{
      success: true
    }>
    /**
     * Estimate the cost of a trial on recent conversations
     * GET /v2/agents/{agentId}/metrics/{metricId}/trial
     * Callers: session, workspace, agency · least role: viewer · scope of a key: analytics:read
     */
    trial(input: {
      agentId: string
      metricId: string
    }, options?: CallOptions): Promise<{
      conversations: number
      credits: number
    }>
    /**
     * Evaluate the last ten conversations now
     * POST /v2/agents/{agentId}/metrics/{metricId}/trial
     * Callers: session, workspace, agency · least role: editor · scope of a key: analytics:write
     */
    tryOut(input: {
      agentId: string
      metricId: string
    }, options?: CallOptions): Promise<{
      items: Judgement[]
      credits: number
    }>
    /**
     * Get results by day, and how often people agree with them
     * GET /v2/agents/{agentId}/metrics/{metricId}/report
     * Callers: session, workspace, agency, client · least role: viewer · scope of a key: analytics:read
     */
    report(input: {
      agentId: string
      metricId: string
      from?: string
      to?: string
      timeZone?: string
    }, options?: CallOptions): Promise<{
      data: MetricReport
    }>
    /**
     * List evaluated conversations, most recently ended first
     * GET /v2/agents/{agentId}/metrics/{metricId}/judgements
     * Callers: session, workspace, agency · least role: viewer · scope of a key: analytics:read
     */
    judgements(input: {
      agentId: string
      metricId: string
      from?: string
      to?: string
      timeZone?: string
      value?: string
      cursor?: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: Judgement[]
      nextCursor: string | null
    }>
    /**
     * Export evaluated conversations of a period as CSV, max 10,000
     * GET /v2/agents/{agentId}/metrics/{metricId}/judgements.csv
     * Callers: session, workspace, agency · least role: viewer · scope of a key: analytics:read
     */
    csv(input: {
      agentId: string
      metricId: string
      from?: string
      to?: string
      timeZone?: string
    }, options?: CallOptions): Promise<string>
    /**
     * Correct a result; null removes the correction
     * PUT /v2/agents/{agentId}/metrics/{metricId}/judgements/{conversationId}/label
     * Callers: session, workspace, agency · least role: editor · scope of a key: analytics:write
     */
    label(input: {
      agentId: string
      metricId: string
      conversationId: string
      label: string | null
    }, options?: CallOptions): Promise<{
      data: Judgement
    }>
  }
  embed: {
    /**
     * Check whether a page has the agent’s widget, and what’s wrong with it
     * POST /v2/agents/{agentId}/embed-check
     * Callers: session, workspace, agency · least role: editor · scope of a key: agents:read
     */
    check(input: {
      agentId: string
      url: string
      origin?: string
    }, options?: CallOptions): Promise<EmbedCheck>
    /**
     * List sites that loaded the agent’s widget, most recent first, max 50
     * GET /v2/agents/{agentId}/sites
     * Callers: session, workspace, agency · least role: viewer · scope of a key: agents:read
     */
    sites(input: {
      agentId: string
      limit?: number
    }, options?: CallOptions): Promise<{
      items: AgentSite[]
    }>
  }
}
