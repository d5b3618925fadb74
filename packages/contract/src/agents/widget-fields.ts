import { rule } from '../lib/rules.ts'
import { z } from 'zod'
import { DOMAIN, MOST_DOMAINS } from './allowed-sites.ts'

export const STARTER_QUESTIONS = { max: 6, chars: 120 } as const

/** Without defaults, so that saving one field leaves the others unchanged. */
export const widgetField = {
  position: z.enum(['right', 'left']),
  /** Corner radius of window and bubbles in pixels. */
  cornerRadius: z.number().int().min(0).max(28),
  /** Whether a light theme turns dark for visitors whose device is dark. A dark theme is always dark. */
  followColorScheme: z.boolean(),
  /** Sites that may embed the widget; all when empty. Our own pages always may. */
  allowedDomains: z
    .array(z.string().trim().toLowerCase().max(255).regex(DOMAIN, rule('domain_invalid')))
    .max(MOST_DOMAINS),
  /** Paths (from `/`, `*` matches anything) whose visits are not recorded. */
  ignoredUrlPaths: z.array(z.string().trim().max(500).startsWith('/')).max(50),
  /** Nothing is sent before the visitor agrees to `consentText` (Markdown). */
  consentRequired: z.boolean(),
  consentText: z.string().max(2000),
  allowAttachments: z.boolean(),
  allowVoiceNotes: z.boolean(),
  askRating: z.boolean(),
  offerTranscript: z.boolean(),
  /** While the chat is closed: a short sound, and the page's title alternating. */
  unreadSound: z.boolean(),
  unreadTitleFlash: z.boolean(),
  /** Seconds a visitor waits for a human before they can leave a message; 0 offers it at once. */
  handoffTimeoutS: z.number().int().min(0).max(3600),
  starterQuestions: z.array(z.string().trim().min(1).max(STARTER_QUESTIONS.chars)).max(STARTER_QUESTIONS.max),
  offerGeneratedStarters: z.boolean(),
}

export const widgetConfig = {
  position: widgetField.position.default('right'),
  cornerRadius: widgetField.cornerRadius.default(16),
  followColorScheme: widgetField.followColorScheme.default(true),
  allowedDomains: widgetField.allowedDomains.default([]),
  ignoredUrlPaths: widgetField.ignoredUrlPaths.default([]),
  consentRequired: widgetField.consentRequired.default(false),
  consentText: widgetField.consentText.default(''),
  allowAttachments: widgetField.allowAttachments.default(false),
  allowVoiceNotes: widgetField.allowVoiceNotes.default(false),
  askRating: widgetField.askRating.default(true),
  offerTranscript: widgetField.offerTranscript.default(true),
  unreadSound: widgetField.unreadSound.default(false),
  unreadTitleFlash: widgetField.unreadTitleFlash.default(false),
  handoffTimeoutS: widgetField.handoffTimeoutS.default(120),
  starterQuestions: widgetField.starterQuestions.default([]),
  offerGeneratedStarters: widgetField.offerGeneratedStarters.default(true),
}

/** The fields that a visitor's browser needs; allowed sites are checked by the server. */
export const publicWidgetFields = {
  position: true,
  cornerRadius: true,
  ignoredUrlPaths: true,
  consentRequired: true,
  consentText: true,
  allowAttachments: true,
  allowVoiceNotes: true,
  askRating: true,
  offerTranscript: true,
  unreadSound: true,
  unreadTitleFlash: true,
  handoffTimeoutS: true,
  starterQuestions: true,
} as const
