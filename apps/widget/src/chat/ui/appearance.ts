// Appearance of the chat: agent, texts and theme.
import type { PublicAgent } from '@parlance/contract/agents/schemas'
import { createContext, useContext } from 'react'
import { ownImage, paintFor } from '../../theme.ts'
import type { Language } from '../../i18n.ts'

export interface Appearance {
  readonly agent: PublicAgent
  readonly language: Language
  readonly name: string
  readonly avatar: string | undefined
  readonly reducedMotion: boolean
  readonly paint: PublicAgent['paint']
}

export function readAppearance(agent: PublicAgent, language: Language): Appearance {
  return {
    agent,
    language,
    name: agent.title || language.texts.chat,
    avatar: ownImage(agent.avatarImageUrl || agent.roundedImageURL, self.origin),
    reducedMotion: matchMedia('(prefers-reduced-motion: reduce)').matches,
    paint: paintFor(agent),
  }
}

const dashed = (letter: string) => (letter < 'a' ? `-${letter.toLowerCase()}` : letter)

/** Applies the theme through the style object only, so that the frame's policy needs no inline styles. */
export function applyAppearance({ agent, language, name, paint }: Appearance): void {
  const root = document.documentElement
  root.lang = language.code
  root.dir = language.dir
  const { mode, ...colours } = paint
  root.style.colorScheme = mode
  document.title = name
  for (const [key, value] of Object.entries(colours))
    root.style.setProperty(`--${[...key].map(dashed).join('')}`, value)
  root.style.setProperty('--radius', `${agent.cornerRadius}px`)
  for (const [property, url] of [
    ['--header-image', agent.headerImageUrl],
    ['--chat-image', agent.chatBgURL],
  ] as const) {
    const image = ownImage(url, self.origin)
    root.style.setProperty(property, image ? `url(${JSON.stringify(image)})` : 'none')
  }
  root.className = ownImage(agent.headerImageUrl, self.origin) ? 'has-header-image' : ''
  applyCustomCss(agent.ADVANCED_customCSS)
}

let hasCustomCss = false
/** Applies the owner's CSS, which the server has sanitised. */
function applyCustomCss(css: string): void {
  // A constructed sheet costs memory; most agents need none.
  if (css === '' && !hasCustomCss) return
  hasCustomCss = true
  try {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [sheet]
  } catch (error) {
    console.warn('Custom CSS not applied', error)
  }
}

const AppearanceContext = createContext<Appearance | undefined>(undefined)
export const AppearanceProvider = AppearanceContext.Provider

export function useAppearance(): Appearance {
  const appearance = useContext(AppearanceContext)
  if (!appearance) throw new Error('The chat has no appearance yet')
  return appearance
}
export const useTexts = () => useAppearance().language.texts
