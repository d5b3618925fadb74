// What is fetched on demand, here before a test draws: what happens until then has tests of its own.
import { Menu } from '../chat/features/slots.tsx'
import { Form, Rich } from '../chat/ui/items/item.tsx'
import { Markdown } from '../chat/ui/markdown.tsx'
import { Sources } from '../chat/ui/message.tsx'

export const loadParts = (lang: string) =>
  Promise.all([Menu, Form, Rich, Markdown, Sources].map((part) => part.preload(lang)))
