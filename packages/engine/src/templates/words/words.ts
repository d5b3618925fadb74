// What visitors read of a template before any model speaks, by language. A template's graph stands once; its instructions and
// conditions stay English in every language, for they are read by models, which are told to answer in the visitor's language
// (conversations/prompt.ts). So are the descriptions of what a step asks for: the model words the question.
import type { Language } from '@parlance/contract/accounts/languages'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { pt } from './pt.ts'
import type { TemplateWords } from './template-words.ts'

export const WORDS: Readonly<Record<Language, TemplateWords>> = { en, ar, de, es, fr, pt }
