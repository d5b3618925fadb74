import type { PublicAgent } from '@parlance/contract/agents/schemas'
import { chatStyleOf } from '@parlance/engine/agents/chat-style'
import type { Message, StreamPart, TurnMetadata } from '@parlance/contract/conversations/schemas'
import type { Transcript } from '../chat/session/state.ts'

export const sampleAgent = (over: Partial<PublicAgent> = {}): PublicAgent => ({
  ID: 'agentOfTenantOne',
  title: 'Aurora',
  description: 'Answers day and night',
  agentPlatform: 'vg',
  theme: 'blue-light',
  scrollAnimation: true,
  roundedImageURL: '',
  avatarImageUrl: '',
  headerImageUrl: '',
  chatBgURL: '',
  branding: '',
  customThemeJSONString: '',
  ADVANCED_customCSS: '',
  fontFamily: 'DM Sans',
  proactiveMessage: 'none',
  messageDelayMS: 0,
  autoStartWidget: false,
  syncBrowser: true,
  listenForUrlChanges: false,
  lang: 'en',
  recordChatHistory: true,
  smartInit: true,
  unavailableMessage: 'Closed for today.',
  UIhandoffTitle: '',
  UIhandoffSubtitle: '',
  alwaysShowHandoff: false,
  position: 'right',
  cornerRadius: 16,
  ignoredUrlPaths: [],
  consentRequired: false,
  consentText: '',
  allowAttachments: false,
  allowVoiceNotes: false,
  askRating: true,
  offerTranscript: true,
  unreadSound: false,
  unreadTitleFlash: false,
  handoffTimeoutS: 120,
  starterQuestions: [],
  vg_enableUIEngine: false,
  webCalls: false,
  recordsCalls: false,
  vg_initMessages: ['Hello there'],
  ...over,
  paint: over.paint ?? chatStyleOf({ theme: 'blue-light', customThemeJSONString: '', fontFamily: 'DM Sans', ...over }),
})

export const META: TurnMetadata = { conversationId: 'conv', turnId: 'turn', visitorId: 'vis' }
export const startPart: StreamPart = { type: 'start', messageId: 'answer', messageMetadata: META }
export const delta = (text: string): StreamPart => ({ type: 'text-delta', id: 't', delta: text })
export const finishPart: StreamPart = { type: 'finish', messageMetadata: META }

export const sampleMessage = (seq: number, over: Partial<Message> = {}): Message => ({
  id: `message${seq}`,
  seq,
  turnId: `turn${Math.ceil(seq / 2)}`,
  from: seq % 2 === 1 ? 'user' : 'agent',
  items: [{ type: 'text', text: `text ${seq}` }],
  status: 'complete',
  sources: [],
  at: '2026-01-01T00:00:00.000Z',
  ...over,
})

export const sampleTranscript = (messages: readonly Message[], before: number | null = null): Transcript => ({
  conversation: {
    id: 'conv',
    agentId: 'agentOfTenantOne',
    channel: 'web-chat',
    state: 'ai-chatting',
    visitor: 'Visitor',
    title: '',
    messageCount: messages.length,
    handoffAt: null,
    endedAt: null,
    isRated: false,
    pageUrl: '',
    startedAt: '2026-01-01T00:00:00.000Z',
    lastMessageAt: '2026-01-01T00:00:00.000Z',
    readSeq: 0,
  },
  messages,
  before,
})
