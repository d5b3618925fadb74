// Loads the on-demand parts before tests render; their loading has its own tests.
import { Menu } from '../chat/features/slots.tsx'
import { Form, RichItem } from '../chat/ui/items/parts.tsx'
import { Markdown } from '../chat/ui/markdown.tsx'
import { Sources, Time } from '../chat/ui/message.tsx'

export const loadParts = (lang: string) =>
  Promise.all([Menu, Form, RichItem, Markdown, Sources, Time].map((part) => part.preload(lang)))
