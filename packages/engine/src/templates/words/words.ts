// Template texts that visitors read, by language. Each template has one graph; its instructions, conditions and field
// descriptions stay English because models read them, and models are asked to answer in the visitor's language
// (conversations/prompt.ts).
import type { Language } from '@parlance/contract/accounts/languages'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { pt } from './pt.ts'
import type { TemplateWords } from './template-words.ts'

export const WORDS: Readonly<Record<Language, TemplateWords>> = { en, ar, de, es, fr, pt }
